import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { type Demand, failing, mustNotBe, sparedAs } from '../demand.ts';
import { hasEnded, type Known, type KnownJob, keepIn, type Owner, since, timeAt, type When } from '../known.ts';
import { isUnclear, jobOf, ownerOf, type Sight } from '../sight.ts';
import type { CreateTopic } from '../topic.ts';

/** A quota for each day that a driver has set, and what has used it up. */
type Quota = {
  readonly most: number;
  /** Jobs that may have been accepted before, on the same day. */
  readonly before: number;
  /** Jobs that were accepted since, and are not refunded. */
  readonly jobs: Set<string>;
  readonly refunded: Set<string>;
  /** Operations that were refused when all was used up: whether each has a quota of its own is open. */
  readonly full: Set<string>;
};

/** Whether a limit is one of a key or of its account is open. */
type Admitted = { readonly key: string; readonly time: number };

/** Requests since the last long wait: with few of them it is not the rate of requests that is too high. */
type Pace = { since: When | null; requests: number };

const FEW_REQUESTS = 12;
const LONG = 120_000;
/** An admission limit is one of a minute, or of a part of it. */
const SOON = 15_000;

/** Spec 8: a quota counts accepted jobs alone and gives back those that are cancelled in the queue; admission is limited. */
export const createLimits: CreateTopic = (known, { keys }) => {
  let quota: Quota | null = null;
  let perMinute: number | null = null;
  let owner: Owner | null = null;
  const admitted = keepIn(known, { size: 0, times: [] as Admitted[] });
  const pace: Pace = { since: null, requests: 0 };
  return {
    demands: (sight) => {
      if (sight.route !== 'submit' || sight.isConcurrent || sight.isForgotten || sight.owner !== owner) return [];
      return [
        ...(quota === null || perMinute !== null ? [] : ofQuota(quota, sight, known, pace)),
        ...(perMinute === null ? [] : ofAdmission(perMinute, admitted.times, sight)),
      ];
    },
    keep: (sight) => {
      keepPace(sight, pace);
      if (sight.owner !== owner || sight.owner === null) return;
      if (isUnclear(sight) || sight.isConcurrent) quota = null;
      if (quota !== null) keepQuota(sight, quota, known);
      if (perMinute === null || sight.view.status !== 202) return;
      admitted.times.push({ key: sight.key, time: createdIn(sight) ?? 0 });
      admitted.size += 1;
    },
    drive: (call, given) => {
      if (/^(?:tenants|account)/.test(call)) quota = null;
      if (call !== 'faults.set') return;
      const { daily_quota: most, admission_per_minute: each } = given;
      owner = ownerOf('primary', keys);
      if (most !== undefined)
        quota = typeof most === 'number' ? { most, before: acceptedBy(owner, known), ...NOTHING_USED() } : null;
      if (each !== undefined) perMinute = typeof each === 'number' ? each : null;
      admitted.times.length = 0;
    },
  };
};

const NOTHING_USED = () => ({ jobs: new Set<string>(), refunded: new Set<string>(), full: new Set<string>() });

function acceptedBy(owner: Owner | null, { jobs, doubtful }: Known): number {
  return [...jobs.values()].filter((job) => job.owner === owner).length + doubtful.size;
}

function keepPace({ passed, least, at, isConcurrent }: Sight, pace: Pace): void {
  const now = { passed, least, at };
  if (pace.since === null || since(pace.since, now) > LONG) pace.requests = 0;
  pace.since = now;
  pace.requests += isConcurrent ? FEW_REQUESTS : 1;
}

function keepQuota(sight: Sight, quota: Quota, known: Known): void {
  const { route, view } = sight;
  const id = isMap(view.body) ? String(view.body['id']) : '';
  if (route?.startsWith('submit')) {
    if (view.status === 202) quota.jobs.add(id);
    const operation = sight.submission?.operation;
    if (view.status === 429 && operation !== undefined && jobsOf(operation, quota, known).length >= quota.most)
      quota.full.add(operation);
  }
  const job = jobOf(sight, known);
  if (route !== 'cancel' || job === undefined || view.status !== 200) return;
  // Only a cancel that is granted at once gives its unit back for certain.
  if (job.status === 'queued' && !job.mayBeCancelledLate && quota.jobs.delete(id)) {
    quota.refunded.add(id);
    quota.full.clear();
  }
}

function ofQuota(quota: Quota, sight: Sight, known: Known, pace: Pace): Demand[] {
  const { most, before, jobs, refunded, full } = quota;
  const isQuiet = pace.since !== null && (pace.requests < FEW_REQUESTS || since(pace.since, sight) > LONG);
  if (before + jobs.size < most && isQuiet) {
    const rule = refunded.size > 0 ? 'QUOTA-REFUND' : 'QUOTA-ONCE';
    const why = `${jobs.size} of ${most} units of the day are used`;
    return [mustNotBe([429], { rule, because: [...jobs], why })];
  }
  const operation = sight.submission?.operation ?? '';
  const own = jobsOf(operation, quota, known);
  if (!full.has(operation) || sight.view.status !== 202 || !isSameDay(own, sight, known)) return [];
  // Whether a late cancel gives its unit back is open.
  if (own.some(({ mayBeCancelledLate, status }) => mayBeCancelledLate || status === 'cancelled')) return [];
  const ended = own.filter((job) => hasEnded(job) || job.isDeleted);
  const seen = `a job beyond ${most}`;
  const expected = 'a refusal, since all units of the day are used';
  if (ended.length === 0) return refunded.size > 0 ? [failing('QUOTA-REFUND', '', expected, seen)] : [];
  const spared = ended.some(({ status }) => status !== 'succeeded') ? 'a failed job may cost no unit' : null;
  return [sparedAs(spared, failing('QUOTA-KEEPS', '', expected, seen))];
}

function jobsOf(operation: string, { jobs }: Quota, known: Known): KnownJob[] {
  return [...jobs].flatMap((id) => known.jobs.get(id) ?? []).filter((job) => job.operation === operation);
}

function isSameDay(jobs: readonly KnownJob[], sight: Sight, known: Known): boolean {
  const time = timeAt(known, sight);
  const dayOf = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 10));
  if (time === null || dayOf(time.from) !== dayOf(time.to)) return false;
  return jobs.every(({ id }) => dayOf(parseInstant(known.shown.get(id)?.first['created_at'])) === dayOf(time.to));
}

function createdIn({ view: { body } }: Sight): number | null {
  return isMap(body) ? parseInstant(body['created_at']) : null;
}

/** In the same minute as those before, and soon after them. */
function ofAdmission(perMinute: number, times: readonly Admitted[], sight: Sight): Demand[] {
  const created = sight.view.status === 202 ? createdIn(sight) : null;
  if (created === null) return [];
  const minuteOf = (time: number) => Math.floor(time / 60_000);
  const isLately = (time: number) => minuteOf(time) === minuteOf(created) && created - time < SOON;
  const lately = times.filter(({ key, time }) => key === sight.key && isLately(time));
  if (lately.length < perMinute) return [];
  return [failing('ADMISSION-429', '', `429, since ${lately.length} were admitted just now`, sight.view.status)];
}
