import { accountOf, environmentOf, fingerprintOf, isReadable, type JobBook } from '../books.ts';
import { holds, same } from '../broken.ts';
import { reached, type Transition } from '../counts.ts';
import type { Of } from '../operation.ts';
import { ownerOf } from '../operation.ts';
import type { Asked, ServiceOperation } from '../requests.ts';
import type { Answer, Sim } from '../sim.ts';
import { judgeList } from './judge-lists.ts';
import { acceptAsset, acceptJob, lookAt, seeJob } from './see.ts';

/** Records what an answer shows, and compares it with what is known. */
export async function judge(sim: Sim, operation: ServiceOperation, asked: Asked, answer: Answer): Promise<void> {
  const { books } = sim;
  switch (operation.does) {
    case 'upload':
      if (answer.status < 300) books.made.set(operation.nth, uploaded(sim, operation, answer));
      return;
    case 'submit':
      return judgeSubmit(sim, operation, asked, answer);
    case 'read':
      return judgeRead(sim, operation, asked, answer);
    case 'cancel':
      return judgeCancel(sim, operation, asked, answer);
    case 'delete':
      return judgeDelete(sim, operation, asked, answer);
    case 'list':
    case 'next page':
      if (answer.status === 200) judgeList(sim, operation, answer);
      return;
    case 'usage':
      if (answer.status === 200) judgeUsage(sim, operation, answer);
      return;
    default:
      return;
  }
}

function uploaded(sim: Sim, operation: Of<'upload'>, { body }: Answer): string {
  same(
    'job-form',
    [body.purpose, body.width],
    ['input', 64 + Number(operation.picture)],
    `purpose and width of ${body.id}`,
  );
  return acceptAsset(sim, body, ownerOf(operation.key)).id;
}

function judgeSubmit(sim: Sim, operation: Of<'submit'>, asked: Asked, answer: Answer): void {
  const { books } = sim;
  const owner = ownerOf(operation.key);
  const name = `${owner} claim-${operation.claim}`;
  const claim = books.claims.get(name);
  const { status, body, headers } = answer;
  if (status === 202) {
    holds('one-key-one-job', claim === undefined, () => `${name} has made ${claim?.job} and ${body.id}`);
    const account = books.accounts[accountOf(owner)];
    const cost = environmentOf(owner) === 'test' ? 0 : account.costs[operation.product];
    acceptJob(sim, body, owner, cost);
    books.claims.set(name, { fingerprint: fingerprintOf(operation, asked.id ?? ''), job: body.id });
    books.made.set(operation.nth, body.id);
    same(
      'replay',
      headers['location']?.endsWith(`/v1/jobs/${body.id}`),
      true,
      `whether Location of ${body.id} names it`,
    );
  }
  if (status === 200) {
    same('one-key-one-job', body.id, claim?.job, `the job of ${name}`);
    same('replay', headers['idempotency-replayed'], 'true', `Idempotency-Replayed of ${body.id}`);
  }
  if (status === 410 && claim !== undefined)
    same('one-key-one-job', body.error.code, 'JOB_DELETED', `what ${name} is answered, whose job is gone,`);
  if (status === 410 && claim !== undefined && books.jobs.get(claim.job)?.isDeleted === true)
    reached(sim.counts, 'key of deleted: 410');
  if (status < 300) seeJob(sim, body, headers['etag'] ?? null);
}

async function judgeRead(sim: Sim, { thing, key }: Of<'read'>, asked: Asked, answer: Answer): Promise<void> {
  const { books } = sim;
  const { status, headers, body } = answer;
  const etag = headers['etag'] ?? null;
  if (thing === 'job') return judgeJobRead(sim, asked, answer);
  const asset = books.assets.get(asked.id ?? '');
  if (status !== 200 || asset === undefined || asset.owner !== ownerOf(key)) return;
  holds('tombstone', isReadable(books, asset), () => `${asset.id} can be read, which is gone`);
  if (thing === 'picture') {
    same('bytes', Number(headers['content-length']), asset.size, `Content-Length of ${asset.id}`);
    holds('bytes', etag !== null, () => `${asset.id} has no ETag`);
    return;
  }
  const text = JSON.stringify(body);
  if (asset.text !== null) same('job-same', text, asset.text, asset.id);
  asset.text = text;
}

async function judgeJobRead(sim: Sim, asked: Asked, { status, headers, body }: Answer): Promise<void> {
  const job = sim.books.jobs.get(asked.id ?? '');
  if (status === 404 && job?.isDeleted === true) reached(sim.counts, 'read of deleted: 404');
  if (status !== 200 && status !== 304) return;
  if (job === undefined) throw new Error(`${asked.id} is in no book`);
  const sent = asked.headers['If-None-Match'];
  const etag = headers['etag'] ?? null;
  if (status === 200) {
    seeJob(sim, body, etag);
    holds('unchanged', sent === undefined || sent !== etag, () => `${job.id} is answered whole under the tag ${sent}`);
    return;
  }
  same('unchanged', etag, sent, `the ETag of the 304 of ${job.id}`);
  const now = await lookAt(sim, job.id);
  if (now !== null) same('unchanged', now.last?.etag, sent, `the ETag of ${job.id} after a 304`);
}

async function judgeCancel(sim: Sim, _: Of<'cancel'>, asked: Asked, answer: Answer): Promise<void> {
  const job = sim.books.jobs.get(asked.id ?? '');
  if (job === undefined) return;
  const was = job.status;
  const { status, body, headers } = answer;
  if (status === 409) reached(sim.counts, `cancel of ${was}: 409` as Transition);
  if (status !== 200 && status !== 202) return;
  if (status === 200) same('status', body.status, 'cancelled', `the status of ${job.id} after a cancel`);
  reached(sim.counts, transitionOf(was, status));
  seeJob(sim, body, headers['etag'] ?? null);
  if (status === 202) job.isCancelAsked = true;
  const after = await lookAt(sim, job.id);
  // Spec 4.3: a read afterwards returns the same job, also with the same ETag.
  if (after !== null) same('etag', after.last?.etag, headers['etag'], `the tag of ${job.id} after its cancel`);
}

function transitionOf(was: string, status: number): Transition {
  if (was === 'cancelled') return 'cancel of cancelled: 200';
  if (status === 200) return 'cancel of queued: cancelled, 200';
  return was === 'queued' ? 'cancel of queued: 202' : 'cancel of running: 202';
}

function judgeDelete(sim: Sim, { thing }: Of<'delete'>, asked: Asked, { status }: Answer): void {
  const { books, counts } = sim;
  if (thing !== 'job') {
    const asset = books.assets.get(asked.id ?? '');
    if (status === 409) reached(counts, 'delete of a result: 409');
    if (status !== 204 || asset === undefined || asset.purpose === 'result') return;
    // An expired asset stays expired.
    if (!isReadable(books, asset)) return;
    reached(counts, 'delete of an asset');
    asset.isDeleted = true;
    return;
  }
  const job = books.jobs.get(asked.id ?? '');
  if (job === undefined) return;
  if (status === 409) reached(counts, `delete of ${job.status}: 409` as Transition);
  if (status === 204) noteDeleted(sim, job);
}

export function noteDeleted({ books, counts }: Sim, job: JobBook): void {
  if (job.isDeleted) reached(counts, 'delete again: 204');
  if (!isReadable(books, job)) return;
  reached(counts, `delete of ${job.status}: 204` as Transition);
  job.isDeleted = true;
  books.open.delete(job.id);
  for (const id of job.results) {
    const asset = books.assets.get(id);
    if (asset !== undefined) asset.isDeleted = true;
  }
}

/** Spec 4.4: checks the days that are shown, of the last thirty. */
function judgeUsage({ books }: Sim, { key }: Of<'usage'>, { body }: Answer): void {
  const owner = ownerOf(key);
  for (const { date, operation, accepted } of body.data) {
    const known = books.usage.get(`${owner} ${date} ${operation}`) ?? 0;
    same('usage', accepted, known, `accepted ${operation} of ${owner} on ${date}`);
  }
  const today = new Date(books.now).toISOString().slice(0, 10);
  const shown = body.data.filter(({ date }: { date: string }) => date === today).length;
  const wanted = [...books.usage.keys()].filter((name) => name.startsWith(`${owner} ${today} `)).length;
  same('usage', shown, wanted, `the number of operations of ${owner} on ${today}`);
}
