import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import type { Owner } from '../plan/owner.ts';
import { acceptedBy, openParts } from './accepted.ts';
import type { Ledger } from './credits/ledger.ts';
import { beginningOf, doubt, hasEnded, type JobStatus, type Known, type KnownJob, noteTexts, timeAt } from './known.ts';
import { namedIn, operationOf, resultsIn, type Submission } from './read-submission.ts';
import { isAccepted, isUnclear, type Sight } from './sight.ts';
import { textsOf } from './texts.ts';

const STATUSES: readonly unknown[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
/** There are twelve concerns; further results are not kept. */
const MOST_RESULTS = 100;
/** So many refused submissions in an account may cost something. */
const FREE_REFUSALS = 7;

type Context = { known: Known; ledger: Ledger | null; refusals: number };
/** An answer to a request with a key whose owner is known. */
type OwnSight = Sight & { owner: Owner };

/** Learns the certain facts from each answer. */
export function createLearner(known: Known, ledger: Ledger | null): (sight: Sight) => void {
  const context: Context = { known, ledger, refusals: 0 };
  return (sight) => {
    const { view, owner } = sight;
    noteMentioned(sight, known);
    if (owner === null) fromUnknown(sight, context);
    else if (sight.isForgotten || isUnclear(sight)) fromUnclear(sight, context);
    else if ((view.status ?? 500) < 300) fromSuccess({ ...sight, owner }, context);
    else fromRefusal(sight, context);
    const isRaced = sight.isConcurrent || (view.status ?? 599) >= 500;
    if (owner !== null && isRaced && view.request.method !== 'GET' && sight.id !== '') known.unsure.add(sight.id);
  };
}

function noteMentioned({ view, route }: Sight, known: Known): void {
  noteTexts([...textsOf(view), ...Object.values(view.header)], known);
  const idempotencyKey = view.request.header['idempotency-key'];
  const isSubmission = route?.startsWith('submit') ?? false;
  // An absent key may count as an empty one.
  if (idempotencyKey !== undefined || isSubmission) known.sentKeys.add(beginningOf(idempotencyKey ?? ''));
}

/** A request that cannot be followed: nothing is certain any more about its object. */
function fromUnknown({ id, view }: Sight, { known, ledger }: Context): void {
  const { status, request } = view;
  if (request.method === 'GET' || (status !== null && status >= 400 && status < 500)) return;
  ledger?.interrupt();
  if (id !== '') doubt(id, known);
}

/** The answer was lost, the server failed, or it may no longer keep the object: the request may or may not have been carried out. */
function fromUnclear(sight: Sight, { known, ledger }: Context): void {
  const { id, route, view, isForgotten } = sight;
  if (view.request.method !== 'GET') ledger?.interrupt();
  if (isForgotten || route === 'job-delete' || route === 'asset-delete') doubt(id, known);
  noteLateCancel(sight, known);
  const name = claimOf(sight);
  if (name !== null && (isForgotten || !known.claims.has(name))) known.claims.set(name, null);
}

function fromRefusal(sight: Sight, context: Context): void {
  const { known, ledger } = context;
  noteLateCancel(sight, known);
  if (!sight.route?.startsWith('submit')) return;
  context.refusals += 1;
  ledger?.note(context.refusals > FREE_REFUSALS ? 'refusal of many' : 'refusal');
  // Reading 60: a request that is refused may claim its key.
  noteUnclearClaim(sight, known);
}

function noteLateCancel({ id, route }: Sight, { jobs }: Known): void {
  const job = jobs.get(id);
  if (job !== undefined && route === 'cancel') job.mayBeCancelledLate = true;
}

function noteUnclearClaim(sight: Sight, { claims }: Known): void {
  const name = claimOf(sight);
  if (name !== null && !claims.has(name)) claims.set(name, null);
}

/**
 * The claim that a submission makes or names; null if it has no Idempotency-Key. Reading 17: whether the keys of an account
 * share their claims, and products theirs, is open.
 */
export function claimOf({ route, view, owner, key }: Sight): string | null {
  const idempotencyKey = view.request.header['idempotency-key'];
  return idempotencyKey === undefined || !route?.startsWith('submit') ? null : `${owner} ${key} ${idempotencyKey}`;
}

function fromSuccess(sight: OwnSight, context: Context): void {
  const { route, owner } = sight;
  if (route === null) return;
  const { known } = context;
  known.served.set(route, (known.served.get(route) ?? new Set()).add(owner));
  noteTime(sight, context);
  switch (route) {
    case 'upload':
      noteUpload(sight, known);
      return;
    case 'asset':
      noteAsset(sight, known);
      return;
    case 'submit':
    case 'submit-hair':
      noteSubmission(sight, context);
      return;
    case 'job':
    case 'cancel':
      noteJob(sight, context);
      return;
    case 'job-delete':
    case 'asset-delete':
      noteDeletion(sight, context);
      return;
    case 'balance':
      noteBalance(sight, context);
      return;
    default:
      return;
  }
}

/** Times in an answer, of events that have happened. Other accounts have other clocks. */
function noteTime({ view, route, owner, passed, least, at }: OwnSight, { known, ledger }: Context): void {
  if (!isMap(view.body) || !owner.startsWith('own ')) return;
  const { created_at: created, updated_at: updated, as_of: asOf } = view.body;
  const isSubmission = route?.startsWith('submit') ?? false;
  if (route === 'upload' || isSubmission) ledger?.pass(created);
  // An upload of the same bytes may be answered with the asset that is there.
  const made = isSubmission && isAccepted({ view, route }) ? parseInstant(created) : null;
  if (made !== null) known.clock = { time: made, passed, least, at };
  // A balance may come from a replica, which is older.
  const times = [created, updated, asOf].map((one) => parseInstant(one) ?? Number.NEGATIVE_INFINITY);
  const ahead = times.reduce((latest, time) => Math.max(latest, time)) - least;
  if (Number.isFinite(ahead)) known.ahead = Math.max(known.ahead ?? ahead, ahead);
}

function note(id: string, { position, passed, least, at }: Sight, body: unknown, known: Known): void {
  const before = known.shown.get(id);
  const last = isMap(body) ? body : (before?.last ?? {});
  known.shown.set(id, { position, passed, least, at, first: before?.first ?? last, last });
}

function idIn(body: unknown): string | null {
  return isMap(body) && typeof body['id'] === 'string' && body['id'] !== '' ? body['id'] : null;
}

function untilIn(body: unknown): number | null {
  return isMap(body) ? parseInstant(body['expires_at']) : null;
}

/** An id that two accounts or environments received proves nothing about either. */
function isDoubtful(id: string, owner: Owner, things: ReadonlyMap<string, { owner: Owner }>, known: Known): boolean {
  if ((things.get(id)?.owner ?? owner) !== owner) doubt(id, known);
  return known.doubtful.has(id);
}

function noteUpload(sight: OwnSight, known: Known): void {
  const { owner, key, view, isConcurrent } = sight;
  const id = idIn(view.body);
  if (id === null || isDoubtful(id, owner, known.assets, known)) return;
  // The same bytes may be the same asset again, deleted or not.
  const by = known.assets.get(id)?.by ?? key;
  const made = { kind: 'asset', id, owner, by, purpose: 'input', job: null, isDeleted: false } as const;
  known.assets.set(id, { ...made, seenAt: sight.position, until: untilIn(view.body) });
  note(id, sight, view.body, known);
  if (isConcurrent) known.unsure.add(id);
}

function noteAsset(sight: Sight, known: Known): void {
  const { id, view } = sight;
  const asset = known.assets.get(id);
  if (asset === undefined || asset.owner !== sight.owner || idIn(view.body) !== id) return;
  asset.until = untilIn(view.body);
  note(id, sight, view.body, known);
}

function noteSubmission(sight: OwnSight, { known, ledger }: Context): void {
  const { view, owner, key, submission, isConcurrent } = sight;
  const id = idIn(view.body);
  const isClear = id !== null && !isDoubtful(id, owner, known.jobs, known);
  // A body that is kept as bytes is not known, but its path is.
  const operation = operationOf(view.request.url);
  if (!isAccepted(sight) || operation === null || !isClear || known.jobs.has(id)) {
    if (view.status === 200 && id !== null && known.jobs.has(id)) ledger?.note('replay');
    else ledger?.interrupt();
    noteUnclearClaim(sight, known);
    return;
  }
  const begun = { status: 'queued', isDeleted: false, mayBeCancelledLate: false, end: null, deletedBy: null } as const;
  known.jobs.set(id, { kind: 'job', id, owner, by: key, operation, submission, accepted: sight.position, ...begun });
  note(id, sight, view.body, known);
  if (isConcurrent) known.unsure.add(id);
  const name = claimOf(sight);
  // If two requests race for a key, or it had another job before, its job is uncertain.
  const isSure = submission !== null && !isConcurrent;
  if (name !== null) known.claims.set(name, isSure && !known.claims.has(name) ? { submission, job: id } : null);
  known.scopes.add(`${key} ${operation}`);
  if (submission !== null) noteValues(sight, submission, known);
  noteCharge(sight, id, operation, ledger);
  noteStatus(sight, id, known, ledger);
}

function noteValues(sight: Sight, submission: Submission, { accepted }: Known): void {
  const { request, form, values } = acceptedBy(sight, submission);
  for (const one of [request, form, ...(values ?? []), ...openParts(sight, submission)]) accepted.add(one);
}

function noteCharge({ owner, view: { body } }: Sight, id: string, operation: string, ledger: Ledger | null): void {
  if (owner === 'own live') ledger?.accept(id, operation, isMap(body) ? body['created_at'] : null);
  else if (owner === 'own test') ledger?.note('free');
  else if (owner === 'own other') ledger?.interrupt();
}

function noteJob(sight: Sight, { known, ledger }: Context): void {
  const { id, route, view } = sight;
  const job = known.jobs.get(id);
  if (job === undefined || idIn(view.body) !== id || job.owner !== sight.owner) return;
  note(id, sight, view.body, known);
  const wasQueued = job.status === 'queued' && !sight.isConcurrent && !job.mayBeCancelledLate;
  noteStatus(sight, id, known, ledger);
  if (route !== 'cancel') return;
  const isCancelledNow = view.status === 200 && job.status === 'cancelled';
  if (isCancelledNow && wasQueued && isMap(view.body)) ledger?.release(id, view.body['updated_at']);
  job.mayBeCancelledLate = true;
}

function noteStatus(sight: Sight, id: string, known: Known, ledger: Ledger | null): void {
  const { view, owner } = sight;
  const job = known.jobs.get(id);
  const { status, output } = isMap(view.body) ? view.body : {};
  if (job === undefined || !STATUSES.includes(status) || hasEnded(job)) return;
  // Answers to requests that were sent at once may be looked at in another order than they came about.
  if (status !== 'queued') job.status = status as JobStatus;
  const isCounted = status !== 'cancelled' && (status !== 'failed' || !job.mayBeCancelledLate);
  if (owner === 'own live' && isCounted) ledger?.see(id, status as Exclude<JobStatus, 'cancelled'>);
  if (hasEnded(job) && isMap(view.body)) job.end = view.body;
  for (const result of resultsIn(output).slice(0, MOST_RESULTS)) noteResult(result, job, sight, known);
}

function noteResult(shown: unknown, { owner, id: job, by }: KnownJob, sight: Sight, known: Known): void {
  const id = idIn(shown);
  const before = id === null ? undefined : known.assets.get(id);
  // An id that another object already has proves nothing about either.
  if (id !== null && before !== undefined && before.job !== job) doubt(id, known);
  if (id === null || before !== undefined || known.doubtful.has(id)) return;
  const made = { kind: 'asset', id, owner, by, purpose: 'result', job, isDeleted: false } as const;
  known.assets.set(id, { ...made, seenAt: sight.position, until: untilIn(shown) });
  note(id, sight, shown, known);
  if (sight.isConcurrent) known.unsure.add(id);
}

function noteDeletion(sight: OwnSight, { known, ledger }: Context): void {
  const { id, owner, route, view } = sight;
  if (view.status !== 204) {
    ledger?.interrupt();
    doubt(id, known);
    return;
  }
  if (route === 'job-delete') ledger?.note('deletion');
  const job = known.jobs.get(id);
  const asset = known.assets.get(id);
  if (route === 'job-delete' && job?.owner === owner) {
    job.isDeleted = true;
    job.deletedBy ??= timeAt(known, sight)?.to ?? Number.POSITIVE_INFINITY;
    note(id, sight, null, known);
    // What it used may go with the last job that did.
    for (const one of namedIn(job.submission, known.assets.keys())) known.assets.delete(one);
  }
  if (route === 'asset-delete' && asset?.purpose === 'input' && asset.owner === owner) {
    asset.isDeleted = true;
    note(id, sight, null, known);
  }
}

function noteBalance({ owner, view, position, isConcurrent }: Sight, { ledger }: Context): void {
  if (owner !== 'own live') return;
  if (isConcurrent) ledger?.interrupt();
  else ledger?.read(view.body, position);
}
