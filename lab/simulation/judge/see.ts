import type { Product } from '../../../shared/sessions/operation.ts';
import { type AssetBook, accountOf, isReadable, isTerminal, type JobBook, watchKeyOf } from '../books.ts';
import { holds, same } from '../broken.ts';
import { reached, type Transition } from '../counts.ts';
import type { Owner } from '../operation.ts';
import { type Answer, ask, type Sim } from '../sim.ts';

/** Learns from every job and asset that an answer shows. */

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds
export type Json = any;

const RANK: Readonly<Record<string, number>> = { queued: 0, running: 1, succeeded: 2, failed: 2, cancelled: 2 };
const MOST_TAGS = 6;

/** Records a job as shown to its owner, with its ETag if there is one. */
export function seeJob(sim: Sim, body: Json, etag: string | null): JobBook {
  const job = sim.books.jobs.get(body.id);
  if (job === undefined) throw new Error(`${body.id} is not in the books`);
  const text = JSON.stringify(body);
  checkForm(body);
  const { status } = body;
  const isForward = job.status === status || (RANK[status] ?? -1) > (RANK[job.status] ?? 3);
  holds('forward', isForward, () => `${job.id} was ${job.status} and is ${status}`);
  same('job-same', body.created_at, job.createdAt, `created_at of ${job.id}`);
  same('job-same', body.operation, job.product, `operation of ${job.id}`);
  if (job.final !== null) same('job-same', text, job.final, `${job.id}, which is terminal,`);
  if (isTerminal(status)) job.final = text;
  if (etag !== null) seeTag(job, etag, text);
  noteStatus(sim, job, status);
  job.expiresAt = body.expires_at;
  seeResults(sim, job, body);
  return job;
}

function checkForm(body: Json): void {
  const { id, status, output, error, completed_at: end, updated_at: updated, created_at: created } = body;
  same('job-form', output !== null, status === 'succeeded', `whether ${id}, ${status}, has an output`);
  same('job-form', error !== null, status === 'failed', `whether ${id}, ${status}, has an error`);
  same('job-form', end !== null, isTerminal(status), `whether ${id}, ${status}, has a completed_at`);
  holds('job-form', created <= updated, () => `${id} was updated before it was made`);
  if (end !== null) same('job-form', updated, end, `updated_at of ${id}, which ended at ${end},`);
}

function seeTag(job: JobBook, etag: string, text: string): void {
  const known = job.tags.get(etag);
  if (known !== undefined) same('etag', text, known, `${job.id} under ${etag}`);
  for (const [tag, body] of job.tags)
    holds('etag', body !== text || tag === etag, () => `${job.id} has ${tag} and ${etag} for ${text}`);
  job.tags.set(etag, text);
  job.last = { etag, text };
  for (const tag of job.tags.keys()) if (job.tags.size > MOST_TAGS) job.tags.delete(tag);
}

function noteStatus(sim: Sim, job: JobBook, status: string): void {
  const { books, counts } = sim;
  if (job.status === status) return;
  if (job.status === 'queued' && status !== 'cancelled') reached(counts, 'queued to running');
  if (status === 'succeeded' || status === 'failed') {
    reached(counts, `running to ${status}`);
    if (job.isCancelAsked) reached(counts, `late cancel comes too late: ${status}` as Transition);
  }
  if (status === 'cancelled') {
    if (job.isCancelAsked) reached(counts, 'late cancel is honoured');
    books.accounts[accountOf(job.owner)].spent -= job.cost;
  }
  job.status = status;
  if (isTerminal(status)) books.open.delete(job.id);
}

/** Spec 2.3: results expire together with their job. */
function seeResults({ books }: Sim, job: JobBook, { output, expires_at: end }: Json): void {
  if (output === null || job.results.length > 0) return;
  const results: Json[] = output.image !== undefined ? [output.image] : output.visualizations;
  for (const { id, size_bytes: size, expires_at: expiresAt } of results) {
    same('job-form', expiresAt, end, `expires_at of ${id} of ${job.id}`);
    const base = { owner: job.owner, purpose: 'result' as const, createdAt: '', text: null };
    books.assets.set(id, { ...base, id, expiresAt, isDeleted: false, job: job.id, size });
  }
  job.results = results.map(({ id }) => id);
}

export function acceptJob(sim: Sim, body: Json, owner: Owner, cost: number): void {
  const { books } = sim;
  const { id, operation, created_at: createdAt } = body;
  holds('one-key-one-job', !books.jobs.has(id), () => `${id} is the id of two jobs`);
  const product: Product = operation;
  books.jobs.set(id, {
    ...{ id, owner, product, createdAt, cost, status: 'queued', isCancelAsked: false, expiresAt: null },
    ...{ isDeleted: false, tags: new Map(), last: null, final: null, results: [] },
  });
  books.open.add(id);
  books.accounts[accountOf(owner)].spent += cost;
  const day = `${owner} ${createdAt.slice(0, 10)} ${product}`;
  books.usage.set(day, (books.usage.get(day) ?? 0) + 1);
  reached(sim.counts, 'submit is accepted: queued');
}

export function acceptAsset(sim: Sim, body: Json, owner: Owner): AssetBook {
  const asset: AssetBook = {
    ...{ id: body.id, owner, purpose: 'input', createdAt: body.created_at, expiresAt: body.expires_at },
    ...{ isDeleted: false, text: JSON.stringify(body), job: null, size: body.size_bytes },
  };
  holds('one-key-one-job', !sim.books.assets.has(asset.id), () => `${asset.id} is the id of two assets`);
  sim.books.assets.set(asset.id, asset);
  reached(sim.counts, 'upload of an asset');
  return asset;
}

/** Whether reads are answered. They are not if the key store cannot be read, or if their effects cannot be stored. */
export function canLook({ books, disk }: Sim): boolean {
  return !books.keyStoreUnreadable && disk === null;
}

/** Reads with a key that no operation changes; null if reads are not answered now. */
export async function watch(sim: Sim, owner: Owner, path: string): Promise<Answer | null> {
  if (!canLook(sim)) return null;
  const headers = { 'X-API-Key': watchKeyOf(owner) };
  const answer = await ask(sim, { method: 'GET', path, headers, body: null, id: null });
  return answer?.status === 503 ? null : answer;
}

/** Reads a job and records its state; null if it cannot be read now. */
export async function lookAt(sim: Sim, id: string): Promise<JobBook | null> {
  const job = sim.books.jobs.get(id);
  if (job === undefined) return null;
  const answer = await watch(sim, job.owner, `/v1/jobs/${id}`);
  if (answer === null) return null;
  if (answer.status === 200) {
    holds('tombstone', isReadable(sim.books, job), () => `${id} can be read, which is deleted or past its expiry`);
    return seeJob(sim, answer.body, answer.headers['etag'] ?? null);
  }
  same('status', answer.status, 404, `the answer to a read of ${id}`);
  holds('restart', !isReadable(sim.books, job) || sim.books.open.has(id), () => `${id} is gone`);
  sim.books.open.delete(id);
  return job;
}
