import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Account, Owner } from './account.ts';
import { admissionOpensAt } from './admission.ts';
import { type Asset, assetBody, goneAt, isForgotten, isReadable, type Tombstone } from './asset.ts';
import { canAfford, isLow, settlementOf, spendable, unitsFor, withHold, withSettlement } from './credits.ts';
import type { ApiError, FieldProblem } from './errors.ts';
import { isTerminal, type Job, type Stage, statusOf, type WorkingStage } from './job.ts';
import { jobBody, jobTag } from './job-view.ts';
import { isNetworkAllowed, isUsableKey, type Key } from './key.ts';
import { buildOutput, measureConcern, resultAssetBody } from './output.ts';
import type { QuotaUse } from './quota.ts';
import type { RouteFacts } from './routes.ts';
import { fingerprintOf } from './submission.ts';
import type { CursorBinding } from './values/cursor.ts';
import { matchesEtag } from './values/etag.ts';
import type { SortKey } from './values/sorted-list.ts';
import { type Instant, utcDay } from './values/time.ts';
import type { Environment, Feature, MediaType, Operation, Scope } from './vocabulary.ts';
import {
  type Attempt,
  type Endpoint,
  type EventType,
  eventsOfEnd,
  failingAfter,
  isDelivered,
  isToBeDisabled,
  nextAttemptAt,
  receives,
  signingSecrets,
} from './webhook.ts';

/** Every decision of the spec as a pure function with its rules. The World decides only through these. */
export const RULEBOOK = {
  keyIsUsable: rule('5.5', ['AUTH-401'], isUsableKey),
  networkIsAllowed: rule('5.5', ['AUTH-NETWORK-403'], isNetworkAllowed),
  scopeIsGranted: rule('5.4', ['AUTH-SCOPE-403'], scopeIsGranted),
  pathOf: rule('4', ['FEATURE-OFF-404'], (path: string): string => path),
  isServed: rule('4', ['FEATURE-OFF-404'], (_route: RouteFacts): boolean => true),
  featureOf: rule('1', ['FEATURE-OFF-404'], ({ feature }: RouteFacts): Feature | null => feature),
  featureIsOn: rule('1', ['FEATURE-OFF-404'], featureIsOn),
  isOwn: rule('5.6', ['ISOLATION-ACCOUNT', 'ISOLATION-ENVIRONMENT'], isOwn),

  assetIsReadable: rule('4.1', ['ASSET-EXPIRES'], isReadable),
  declaredType: rule('4.1', ['UPLOAD-MEDIA-TYPE'], mediaTypeIn),
  typeIsTaken: rule(
    '4.1',
    ['UPLOAD-MEDIA-TYPE'],
    (declared: string, actual: MediaType): boolean => declared === actual,
  ),
  typeIsJson: rule('4.2', ['BODY-JSON'], (sent: string): boolean => mediaTypeIn(sent) === 'application/json'),
  bodyRefusal: rule('4.2', ['BODY-413'], (_headers: Readonly<Record<string, string>>): ApiError | null => null),
  bodyIsIgnored: rule('4.3', ['CANCEL-BODY'], (): boolean => true),
  fieldProblems: rule('4.2', ['BODY-JSON'], (_operation: Operation, _body: unknown): readonly FieldProblem[] => []),
  contentIsServed: rule('4.1', ['RESULT-CONTENT-200'], ({ purpose }: Asset): boolean => purpose === 'result'),
  inputState: rule('4.2', ['SUBMIT-INPUT-404', 'SUBMIT-INPUT-410'], inputState),
  assetDeletion: rule('4.1', ['ASSET-DELETE-204', 'ASSET-OWNED-409'], assetDeletion),

  fingerprint: rule('4.2', ['IDEM-SPELLING', 'IDEM-SET-ORDER', 'IDEM-LIST-ORDER'], fingerprintOf),
  isClaimedElsewhere: rule('4.2', ['ISOLATION-IDEM'], (_owner: Owner, _claim: string): boolean => false),
  claimName: rule('4.2', ['IDEM-SAME-JOB', 'ISOLATION-IDEM'], claimName),
  replay: rule('4.2', ['IDEM-REPLAY-200', 'IDEM-REUSED-409', 'IDEM-DELETED-410'], replay),
  checksOfReplay: rule('4.2', ['IDEM-REPLAY-200'], (): readonly ('limits' | 'inputs')[] => []),
  price: rule('7', ['CREDIT-402'], unitsFor),
  capturesAt: rule('3', ['CREDIT-CAPTURE'], (_moment: 'acceptance' | 'pick_up' | 'processing'): boolean => false),
  unitsToHold: rule('3', ['CREDIT-HOLD', 'CREDIT-TEST-FREE'], unitsFor),
  isAffordable: rule('7', ['CREDIT-402'], canAfford),
  ledgerAfterAcceptance: rule('3', ['CREDIT-HOLD'], withHold),
  ledgerAfterEnd: rule('3', ['CREDIT-CAPTURE', 'CREDIT-RELEASE'], withSettlement),
  quotaIsOf: rule(
    '8',
    ['QUOTA-429'],
    (use: QuotaUse, caller: { owner: Owner; key: string }): boolean => use.owner === caller.owner,
  ),
  usageForgets: rule('4.4', ['USAGE-DAY'], (): boolean => false),
  usageIsOf: rule('4.4', ['USAGE-DAY'], (counted: Owner, asking: Owner): boolean => counted === asking),
  usageDay: rule('4.4', ['USAGE-DAY'], utcDay),
  spendableUnits: rule('2.5', ['CREDIT-SPENDABLE'], spendable),
  balanceIsLow: rule('2.5', ['CREDIT-LOW'], isLow),
  quotaOpensAt: rule('8', ['QUOTA-429'], quotaOpensAt),
  admissionOpensAt: rule('8', ['ADMISSION-429'], admissionOpensAt),

  cancellation: rule(
    '3',
    ['CANCEL-QUEUED-200', 'CANCEL-PICKED-202', 'CANCEL-REPEAT-200', 'CANCEL-DONE-409'],
    cancellation,
  ),
  atBoundary: rule('3', ['CANCEL-BOUNDARY', 'CANCEL-RUNS-ON'], atBoundary),
  settlement: rule('3', ['CREDIT-CAPTURE', 'CREDIT-RELEASE'], settlementOf),
  refundsQuota: rule('3', ['QUOTA-REFUND'], refundsQuota),
  refundsQuotaOfFailed: rule('3', ['QUOTA-REFUND'], (): boolean => false),
  deletionGivesUnitsBack: rule('3', ['CREDIT-CAPTURE'], (_job: Job): boolean => false),
  inputsGoWithJob: rule('3', ['JOB-DELETE-204'], (): boolean => false),
  inputIsKept: rule('2.2', ['JOB-SNAPSHOT-EXPIRY', 'JOB-SNAPSHOT-DELETE'], inputIsKept),
  jobDeletion: rule('3', ['JOB-DELETE-204', 'JOB-IN-PROGRESS-409'], jobDeletion),

  jobBody: rule('2.2', ['JOB-COMPLETED-AT', 'JOB-OUTPUT-NULL', 'JOB-ERROR-SET'], jobBody),
  jobTag: rule('4.3', ['ETAG-CHANGES', 'ETAG-STABLE'], jobTag),
  tagMatches: rule('4.3', ['ETAG-304'], matchesEtag),
  assetBody: rule('2.1', ['ASSET-READ-200'], assetBody),
  output: rule('2.3', ['JOB-OUTPUT-SET'], buildOutput),
  resultBody: rule('2.3', ['RESULT-ID', 'RESULT-HREF', 'RESULT-MEDIA-TYPE'], resultAssetBody),
  concern: rule('2.3', ['SKIN-SCORE', 'SKIN-STATUS', 'SKIN-REASON'], measureConcern),
  parameterIsTaken: rule(
    '4.1',
    ['LIST-UNKNOWN-400'],
    (_of: 'assets' | 'jobs' | 'usage', _name: string): boolean => true,
  ),
  valueIsIgnored: rule('4.1', ['LIST-MALFORMED-400'], (_name: string, _value: string): boolean => false),
  rangeProblem: rule('4.1', ['LIST-400'], (_from: Instant | null, _to: Instant | null): FieldProblem | null => null),
  emptyCursor: rule('4.1', ['LIST-400'], (): 'invalid_cursor' | 'invalid_request' | 'first_page' => 'invalid_cursor'),
  refusalOfJobFilter: rule('4.1', ['LIST-JOB-ID'], (_job: string, _caller: Owner): ApiError | null => null),
  pageEnd: rule('4.1', ['LIST-HAS-MORE-RIGHT', 'LIST-CURSOR-END'], pageEnd),
  nextCursor: rule('4.1', ['LIST-CURSOR-END'], (next: SortKey | null, _last: SortKey | null) => next),
  cursorBinding: rule('4.1', ['CURSOR-FILTERS-400', 'CURSOR-CALLER-400'], cursorBinding),

  webhooksAreOn: rule('6', ['WH-OFF-QUIET'], webhooksAreOn),
  eventsOfEnd: rule('6.1', ['EVENT-ONE-TERMINAL'], eventsOfEnd),
  isDelivered: rule('6.5', ['WH-2XX'], isDelivered),
  receives: rule('6', ['WH-SUBSCRIBED', 'WH-OWN-ENVIRONMENT'], receives),
  nextAttemptAt: rule('6.5', ['WH-WAITS', 'WH-COUNT', 'WH-24H'], nextAttemptAt),
  failingAfter: rule('6.5', ['WH-AUTO-DISABLE'], failingAfter),
  countsForFailing: rule('6.5', ['WH-AUTO-DISABLE'], (_type: EventType, _attempt: Attempt): boolean => true),
  mayBeSentByHand: rule('6.5', ['WH-AUTO-DISABLE'], ({ enabled }: Endpoint): boolean => enabled),
  pingIsSent: rule('6.1', ['WH-PING-ONCE'], (_endpoint: Endpoint): boolean => true),
  disablesAt: rule('6.5', ['WH-AUTO-DISABLE'], (_failing: Endpoint['failing']): Instant | null => null),
  isToBeDisabled: rule('6.5', ['WH-AUTO-DISABLE'], isToBeDisabled),
  signingSecrets: rule('6.4', ['WH-ROTATION'], signingSecrets),

  stamp: rule('2', ['TIME-UTC'], (instant: Instant): Instant => instant),
  assetGoneAt: rule('8', ['ASSET-EXPIRES'], goneAt),
  inputExpiry: rule('8', ['ASSET-EXPIRES'], inputExpiry),
  retentionBegins: rule('8', ['JOB-EXPIRES'], (_createdAt: Instant, endedAt: Instant): Instant => endedAt),
  jobExpiry: rule('8', ['JOB-EXPIRES', 'RESULT-EXPIRES-WITH-JOB'], jobExpiry),
};

type Entries = typeof RULEBOOK;

/** The functions only, as the World uses them. */
export type Rules = { [Name in keyof Entries]: Entries[Name]['decide'] };

export const STANDARD_RULES = Object.fromEntries(
  Object.entries(RULEBOOK).map(([name, entry]) => [name, entry.decide]),
) as Rules;

function rule<Decide>(section: string, rules: readonly string[], decide: Decide) {
  return { section, rules, decide };
}

/** The media type in a header, without its parameters. */
function mediaTypeIn(sent: string): string {
  const end = sent.indexOf(';');
  return (end === -1 ? sent : sent.slice(0, end)).trim().toLowerCase();
}

function scopeIsGranted(key: Key, scope: Scope): boolean {
  return key.scopes.includes(scope);
}

function featureIsOn(account: Account, environment: Environment, feature: Feature): boolean {
  return account.features[environment][feature];
}

/** Spec 5.6: for the caller, resources of another account or environment do not exist. */
function isOwn(resource: { owner: Owner }, caller: Owner): boolean {
  return resource.owner === caller;
}

export type InputState = 'usable' | 'expired' | 'missing' | 'not_an_input';

function inputState(asset: Asset | Tombstone | undefined, now: Instant, readings: Readings): InputState {
  if (asset === undefined || isForgotten(asset, now, readings.expired_input_remembered)) return 'missing';
  if ('cause' in asset) return asset.cause === 'expired' ? 'expired' : 'missing';
  if (!isReadable(asset, now)) return 'expired';
  // Reading 49: the result of a job cannot be used as an input.
  return asset.purpose === 'input' ? 'usable' : 'not_an_input';
}

type AssetDeletion = 'erase' | 'already_gone' | 'owned_by_job' | 'missing';

function assetDeletion(asset: Asset | Tombstone, now: Instant, readings: Readings): AssetDeletion {
  if (isForgotten(asset, now, readings.tombstone_retention)) return 'missing';
  if ('cause' in asset) return 'already_gone';
  return asset.purpose === 'result' ? 'owned_by_job' : 'erase';
}

export type Claim = {
  fingerprint: string;
  /** Empty if the request was refused but claims its key anyway (reading 60). */
  job: string;
  at: Instant;
};

/** Reading 17: a key is claimed for the whole environment of an account, across API keys and routes. */
function claimName(owner: Owner, _key: string, idempotencyKey: string, _operation: Operation): string {
  return `${owner}/${idempotencyKey}`;
}

/** The answer to another submission with the key of a claim. */
export type Replay = 'same_job' | 'conflict' | 'deleted';

/** Reading 59: the key of a deleted job is answered with 410, whatever the request is. */
function replay(claim: Claim, fingerprint: string, jobIsThere: boolean): Replay {
  if (!jobIsThere) return 'deleted';
  return claim.fingerprint === fingerprint ? 'same_job' : 'conflict';
}

/** When the quota of the day allows another job; null means now. */
function quotaOpensAt(quota: number, used: number, opensAt: Instant): Instant | null {
  return used >= quota ? opensAt : null;
}

export type Cancellation = 'at_once' | 'deferred' | 'already' | 'too_late';

const CANCELLATION_IN: Record<Stage, Cancellation> = {
  queued: 'at_once',
  picked_up: 'deferred',
  preparing: 'deferred',
  processing: 'deferred',
  cancelled: 'already',
  succeeded: 'too_late',
  failed: 'too_late',
};

/** Reading 34. For a job in processing the answer is also 202, but the job continues. */
function cancellation(job: Job): Cancellation {
  return CANCELLATION_IN[job.stage];
}

/** At the end of a stage before processing: a waiting cancel takes effect here. */
function atBoundary(job: Job, from: Exclude<WorkingStage, 'processing'>): 'move_on' | 'cancel' {
  return job.cancelRequested && from !== 'queued' ? 'cancel' : 'move_on';
}

/** Spec 3 and 8: a job that is cancelled while queued returns its unit of the quota. */
function refundsQuota(job: Job): boolean {
  return statusOf(job) === 'queued';
}

function jobDeletion(job: Job): 'delete' | 'in_progress' {
  return isTerminal(job) ? 'delete' : 'in_progress';
}

/** Spec 2.2: a job keeps its own copy of its inputs, even if the assets are deleted. */
function inputIsKept(job: Job, _inputs: readonly (Asset | null)[]): boolean {
  return job.snapshot !== null;
}

/** The position after which the next page begins; null if this is the last page. */
function pageEnd(last: SortKey | null, hasMore: boolean, _rows: number, _limit: number): SortKey | null {
  return hasMore ? last : null;
}

/** Spec 4.1: a cursor is bound to the caller and to the filters, but not to `limit`. */
function cursorBinding(binding: CursorBinding): CursorBinding {
  return binding;
}

function webhooksAreOn(account: Account): boolean {
  return account.webhooks;
}

function inputExpiry(readings: Readings, now: Instant): Instant {
  return now + readings.input_retention;
}

/** Readings 29 and 31: the retention of a job begins at its end; its results expire with it. */
function jobExpiry(readings: Readings, now: Instant): Instant {
  return now + readings.job_retention;
}
