import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import { routeOf } from '../target/routes.ts';
import { type Asked, isUnclear } from './asked.ts';
import { beginningOf, doubt, hasEnded, type JobStatus, type Known, type KnownJob, type Owner } from './known.ts';
import type { Ledger } from './ledger.ts';
import { readSubmission, type Submission } from './read-submission.ts';
import { resultsIn } from './results.ts';
import { acceptedBy, claimName } from './submissions.ts';

type When = { position: number; passed: number; exchange: { at: number }; isConcurrent: boolean; isForgotten: boolean };
/** Takes from each answer what it makes certain. */
export type Learner = {
  from(asked: Asked, when: When): void;
  /** A request that the model cannot follow: nothing is certain any more of what it is about. */
  unclear(exchange: Exchange): void;
};

const STATUSES: readonly unknown[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
/** There are twelve concerns; further results are not kept in mind. */
const MOST_RESULTS = 100;
/** So many refused submissions in an account may cost something. */
const FREE_REFUSALS = 7;

export function createLearner(known: Known, ledger: Ledger | null): Learner {
  const context: Context = { known, ledger, refusals: 0 };
  return {
    from: (asked, when) => {
      noteKey(asked.view, known);
      noteTime(asked, when, context);
      if (when.isForgotten || isUnclear(asked)) fromUnclear(asked, when, context);
      else if ((asked.view.status ?? 500) < 300) fromSuccess(asked, when, context);
      else fromRefusal(asked, context);
    },
    unclear: (exchange) => {
      const { method, url } = exchange.request;
      const view = viewOf(exchange);
      noteKey(view, known);
      if (method === 'GET' || (view.status !== null && view.status >= 400 && view.status < 500)) return;
      ledger?.interrupt();
      const id = routeOf(method, url)?.id ?? null;
      if (id !== null) doubt(id, known);
    },
  };
}

function noteKey({ request }: ExchangeView, { sentKeys }: Known): void {
  const idempotencyKey = request.header['idempotency-key'];
  if (idempotencyKey !== undefined) sentKeys.add(beginningOf(idempotencyKey));
}

type Context = { known: Known; ledger: Ledger | null; refusals: number };

/** The answer was lost, the server failed, or it may not keep any more what it was asked for: it may or may not have been done. */
function fromUnclear(asked: Asked, { isForgotten }: When, { known, ledger }: Context): void {
  const { id, route, view } = asked;
  const isRead = view.request.method === 'GET';
  if (!isRead) ledger?.interrupt();
  if (isForgotten || route.name === 'job-delete' || route.name === 'asset-delete') doubt(id, known);
  const job = known.jobs.get(id);
  if (job !== undefined && route.name === 'cancel') job.mayBeCancelledLate = true;
  const name = claimOf(asked);
  if (name !== null && (isForgotten || !known.claims.has(name))) known.claims.set(name, null);
}

function fromRefusal(asked: Asked, context: Context): void {
  const { known, ledger } = context;
  const job = known.jobs.get(asked.id);
  if (job !== undefined && asked.route.name === 'cancel') job.mayBeCancelledLate = true;
  if (!asked.route.name.startsWith('submit')) return;
  context.refusals += 1;
  if (context.refusals > FREE_REFUSALS) ledger?.interrupt();
  // Reading 60: a request that is refused may claim its key.
  const name = claimOf(asked);
  if (name !== null && !known.claims.has(name)) known.claims.set(name, null);
}

/** The claim that a submission makes or names; null where it has no Idempotency-Key. */
function claimOf(asked: Asked): string | null {
  const idempotencyKey = asked.view.request.header['idempotency-key'];
  return idempotencyKey === undefined || !asked.route.name.startsWith('submit')
    ? null
    : claimName(asked, idempotencyKey);
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
function noteTime({ view, route, owner }: Asked, { passed, exchange }: When, { known, ledger }: Context): void {
  const { created_at: created, updated_at: updated, as_of: asOf } = isMap(view.body) ? view.body : {};
  const isMade = (view.status ?? 500) < 300 && (route.name === 'upload' || route.name.startsWith('submit'));
  if (isMade && owner.startsWith('own')) ledger?.pass(created);
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
  if (id === null || isDoubtful(id, owner, known.assets, known)) return;
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

/** An id that two accounts or environments were given says nothing of either. */
function isDoubtful(id: string, owner: Owner, things: ReadonlyMap<string, { owner: Owner }>, known: Known): boolean {
  if ((things.get(id)?.owner ?? owner) !== owner) doubt(id, known);
  return known.doubtful.has(id);
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
  const name = claimOf(asked);
  const isClear = id !== null && !isDoubtful(id, owner, known.jobs, known);
  if (view.status !== 202 || submission === null || !isClear || known.jobs.has(id)) {
    if (view.status === 200 && id !== null && known.jobs.has(id)) ledger?.note('replay');
    else ledger?.interrupt();
    if (name !== null && !known.claims.has(name)) known.claims.set(name, null);
    return;
  }
  const { operation } = submission;
  const begun = { status: 'queued', isDeleted: false, mayBeCancelledLate: false } as const;
  known.jobs.set(id, { kind: 'job', id, owner, by: key, operation, submission, ...begun });
  note(id, when, known);
  if (name !== null) known.claims.set(name, claimAfter(known, name, submission, id, when));
  known.scopes.set(key, new Set([...(known.scopes.get(key) ?? []), operation]));
  for (const one of acceptedBy(asked, submission)) known.accepted.add(one);
  noteCharge(asked, { id, operation }, ledger);
  noteStatus(asked, id, known, ledger);
}

function noteCharge(
  { owner, view: { body } }: Asked,
  { id, operation }: Pick<KnownJob, 'id' | 'operation'>,
  ledger: Ledger | null,
): void {
  if (owner === 'own live') ledger?.accept(id, operation, isMap(body) ? body['created_at'] : null);
  else if (owner === 'own test') ledger?.note('free');
  else if (owner === 'own other') ledger?.interrupt();
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
  const wasQueued = job.status === 'queued' && !when.isConcurrent && !job.mayBeCancelledLate;
  noteStatus(asked, id, known, ledger);
  if (asked.route.name !== 'cancel') return;
  const isCancelledNow = asked.view.status === 200 && job.status === 'cancelled';
  if (isCancelledNow && wasQueued && isMap(asked.view.body)) ledger?.release(id, asked.view.body['updated_at']);
  job.mayBeCancelledLate = true;
}

function noteStatus({ view, owner, key }: Asked, id: string, known: Known, ledger: Ledger | null): void {
  const job = known.jobs.get(id);
  const { status, output } = isMap(view.body) ? view.body : {};
  if (job === undefined || !STATUSES.includes(status) || hasEnded(job)) return;
  // Answers to requests that were sent at once may be looked at in another order than they came about.
  if (status !== 'queued') job.status = status as JobStatus;
  if (owner === 'own live' && status === 'succeeded') ledger?.see(id, 'succeeded');
  if (owner === 'own live' && !hasEnded(job)) ledger?.see(id, 'at work');
  for (const result of resultsIn(output).slice(0, MOST_RESULTS)) noteResult(result, job, key, known);
}

function noteResult(result: unknown, { owner, id: job }: KnownJob, by: string, known: Known): void {
  const id = idIn(result);
  // An id that is that of something else already is not one of this job's alone.
  if (id === null || known.assets.has(id) || known.doubtful.has(id)) return;
  const until = untilIn(result);
  known.assets.set(id, { kind: 'asset', id, owner, by, purpose: 'result', job, isDeleted: false, until });
  const shown = known.shown.get(job);
  if (shown !== undefined) known.shown.set(id, shown);
}

function noteDeletion({ id, owner, view, route }: Asked, when: When, { known, ledger }: Context): void {
  // Whether a deletion gives units back is a matter of derivation.
  if (route.name === 'job-delete') ledger?.interrupt();
  if (view.status !== 204) {
    doubt(id, known);
    return;
  }
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
