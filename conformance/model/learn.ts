import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import type { Asked } from './asked.ts';
import { hasEnded, type JobStatus, type Known, type KnownJob } from './known.ts';
import type { Ledger } from './ledger.ts';
import { listIn, readSubmission, type Submission } from './read-submission.ts';
import { claimName, formOf, valuesOf } from './submissions.ts';

type When = { position: number; passed: number; exchange: { at: number }; isConcurrent: boolean; isForgotten: boolean };
/** Takes from each answer what it makes certain. */
export type Learner = {
  from(asked: Asked, when: When): void;
  /** Nothing is certain of what came of a request: there was no answer, or it is not known whose key it was sent with. */
  unclear(exchange: Pick<Exchange, 'request'>): void;
};

const STATUSES: readonly unknown[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
/** So many refused submissions in an account may cost something. */
const FREE_REFUSALS = 7;

export function createLearner(known: Known, ledger: Ledger | null): Learner {
  const context: Context = { known, ledger, refusals: 0 };
  return {
    from: (asked, when) => {
      noteKey(asked.view.request.header['idempotency-key'], known);
      noteTime(asked.view.body, when, known);
      if (when.isForgotten) forget(asked, known);
      else if ((asked.view.status ?? 500) < 300) fromSuccess(asked, when, context);
      else fromRefusal(asked, context);
    },
    unclear: ({ request }) => {
      const header = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'idempotency-key');
      noteKey(header?.[1], known);
      if (request.method !== 'GET') ledger?.interrupt();
    },
  };
}

function noteKey(idempotencyKey: string | undefined, { sentKeys }: Known): void {
  if (idempotencyKey !== undefined) sentKeys.add(idempotencyKey);
}

type Context = { known: Known; ledger: Ledger | null; refusals: number };

/** What the target may not keep any more is not certain any more. */
function forget({ id, owner, key, view }: Asked, known: Known): void {
  known.jobs.delete(id);
  known.assets.delete(id);
  const idempotencyKey = view.request.header['idempotency-key'];
  if (idempotencyKey !== undefined) known.claims.set(claimName({ owner, key } as Asked, idempotencyKey), null);
}

function fromRefusal(asked: Asked, context: Context): void {
  const { view, route } = asked;
  if (!route.name.startsWith('submit')) return;
  context.refusals += 1;
  // What became of a submission that the server failed at is not known.
  if (context.refusals > FREE_REFUSALS || (view.status ?? 500) >= 500) context.ledger?.interrupt();
  // Reading 60: a request that is refused may claim its key.
  const idempotencyKey = view.request.header['idempotency-key'];
  const name = idempotencyKey === undefined ? null : claimName(asked, idempotencyKey);
  if (name !== null && !context.known.claims.has(name)) context.known.claims.set(name, null);
}

function fromSuccess(asked: Asked, when: When, context: Context): void {
  const { route } = asked;
  switch (route.name) {
    case 'upload':
      noteUpload(asked, when, context.known);
      return;
    case 'asset':
      noteAsset(asked, when, context.known);
      return;
    case 'submit':
    case 'submit-hair':
      noteSubmission(asked, when, context);
      return;
    case 'job':
    case 'cancel':
      noteJob(asked, when, context);
      return;
    case 'job-delete':
    case 'asset-delete':
      noteDeletion(asked, when, context);
      return;
    case 'balance':
      noteBalance(asked, when, context);
      return;
    default:
      return;
  }
}

/** Times that an answer shows of what has happened by then. */
function noteTime(body: unknown, { passed, exchange }: When, known: Known): void {
  const { created_at: created, updated_at: updated, as_of: asOf } = isMap(body) ? body : {};
  const time = Math.max(...[created, updated, asOf].map((one) => parseInstant(one) ?? 0));
  if (time > (known.clock?.time ?? 0)) known.clock = { time, passed, at: exchange.at };
}

function note(id: string, { position, passed, exchange }: When, known: Known): void {
  known.shown.set(id, { position, passed, at: exchange.at });
}

function idIn(body: unknown): string | null {
  return isMap(body) && typeof body['id'] === 'string' && body['id'] !== '' ? body['id'] : null;
}

function noteUpload({ view, owner, key }: Asked, when: When, known: Known): void {
  const id = idIn(view.body);
  if (id === null) return;
  // The same bytes may be the same asset again, deleted or not.
  const by = known.assets.get(id)?.by ?? key;
  known.assets.set(id, {
    kind: 'asset',
    id,
    owner,
    by,
    purpose: 'input',
    job: null,
    isDeleted: false,
    until: untilIn(view.body),
  });
  note(id, when, known);
}

function noteAsset({ id, view }: Asked, when: When, known: Known): void {
  const asset = known.assets.get(id);
  if (asset === undefined || idIn(view.body) !== id) return;
  asset.until = untilIn(view.body);
  note(id, when, known);
}

function untilIn(body: unknown): number | null {
  return isMap(body) ? parseInstant(body['expires_at']) : null;
}

function noteSubmission(asked: Asked, when: When, { known, ledger }: Context): void {
  const { view, owner, key } = asked;
  const id = idIn(view.body);
  const submission = readSubmission(view.request.url, view.request.body);
  const idempotencyKey = view.request.header['idempotency-key'];
  const name = idempotencyKey === undefined ? null : claimName(asked, idempotencyKey);
  if (view.status === 200) ledger?.note('replay');
  if (view.status !== 202 || id === null || submission === null || known.jobs.has(id)) {
    if (name !== null && !known.claims.has(name)) known.claims.set(name, null);
    return;
  }
  const { operation } = submission;
  known.jobs.set(id, { kind: 'job', id, owner, by: key, operation, submission, status: 'queued', isDeleted: false });
  note(id, when, known);
  if (name !== null) known.claims.set(name, claimAfter(known, name, submission, id, when));
  known.scopes.set(key, new Set([...(known.scopes.get(key) ?? []), operation]));
  for (const value of valuesOf(submission) ?? []) known.accepted.add(value);
  if (idempotencyKey !== undefined) known.accepted.add(formOf(idempotencyKey));
  if (owner === 'own live' && isMap(view.body)) ledger?.accept(id, operation, view.body['created_at']);
  if (owner === 'own test') ledger?.note('free');
  noteStatus(asked, id, known, ledger);
}

/** Where two requests race for a key, or it stood for another job before, it is not certain what it stands for. */
function claimAfter(known: Known, name: string, submission: Submission, job: string, { isConcurrent, exchange }: When) {
  if (isConcurrent || known.claims.has(name)) return null;
  return { key: name, submission, job, at: exchange.at };
}

function noteJob(asked: Asked, when: When, { known, ledger }: Context): void {
  const id = idIn(asked.view.body);
  const job = id === null || id !== asked.id ? undefined : known.jobs.get(id);
  if (id === null || job === undefined || job.owner !== asked.owner) return;
  note(id, when, known);
  const wasQueued = job.status === 'queued' && !when.isConcurrent;
  noteStatus(asked, id, known, ledger);
  const isCancelledNow = asked.route.name === 'cancel' && asked.view.status === 200 && job.status === 'cancelled';
  if (isCancelledNow && wasQueued && isMap(asked.view.body)) ledger?.release(id, asked.view.body['updated_at']);
}

function noteStatus({ view, owner, key }: Asked, id: string, known: Known, ledger: Ledger | null): void {
  const job = known.jobs.get(id);
  const { status, output } = isMap(view.body) ? view.body : {};
  if (job === undefined || !STATUSES.includes(status) || hasEnded(job)) return;
  job.status = status as JobStatus;
  if (owner === 'own live' && status === 'succeeded') ledger?.see(id, 'succeeded');
  if (owner === 'own live' && !hasEnded(job)) ledger?.see(id, 'at work');
  for (const result of resultsIn(output)) noteResult(result, job, key, known);
}

function noteResult(id: string, { owner, id: job }: KnownJob, by: string, known: Known): void {
  if (!known.assets.has(id))
    known.assets.set(id, { kind: 'asset', id, owner, by, purpose: 'result', job, isDeleted: false, until: null });
  const shown = known.shown.get(job);
  if (shown !== undefined) known.shown.set(id, shown);
}

/** Spec 2.3: an output of an unknown type may have whatever it likes. */
function resultsIn(output: unknown): string[] {
  if (!isMap(output)) return [];
  const { type } = output;
  if (type === 'skin.analysis') return listIn(output, 'visualizations').flatMap((one) => idIn(one) ?? []);
  return type === 'makeup.try_on' || type === 'hair.try_on' ? [idIn(output['image'])].flatMap((id) => id ?? []) : [];
}

function noteDeletion({ id, owner, view, route }: Asked, when: When, { known, ledger }: Context): void {
  if (view.status !== 204) return;
  // Whether a deletion gives units back is a matter of derivation.
  if (route.name === 'job-delete') ledger?.interrupt();
  const job = known.jobs.get(id);
  const asset = known.assets.get(id);
  if (route.name === 'job-delete' && job !== undefined && job.owner === owner) {
    job.isDeleted = true;
    note(id, when, known);
    // It may go with the last job that used it.
    known.assets.delete(job.submission?.input ?? '');
  }
  if (route.name === 'asset-delete' && asset?.purpose === 'input' && asset.owner === owner) {
    asset.isDeleted = true;
    note(id, when, known);
  }
}

function noteBalance({ owner, view }: Asked, { position, isConcurrent }: When, { ledger }: Context): void {
  if (owner !== 'own live') return;
  if (isConcurrent) ledger?.interrupt();
  else ledger?.read(view.body, position);
}
