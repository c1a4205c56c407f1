import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { type Owner, ownerOf } from '../../plan/owner.ts';
import { type Demand, failing, mustNotBe } from '../demand.ts';
import { dayAt, dayOf, hasEnded, type Known, type KnownJob, keepIn, since, type When } from '../known.ts';
import { isAccepted, isUnclear, jobOf, type Sight } from '../sight.ts';
import { type CreateTopic, isOfAccounts } from '../topic.ts';

/** A daily quota that a driver has set, and its use. */
type Quota = {
  readonly most: number;
  /** Jobs that were accepted since, and are not refunded. */
  readonly jobs: Set<string>;
  readonly refunded: Set<string>;
  /** API keys and operations that were refused when all was used up: whether each has a quota of its own is open. */
  readonly full: Set<string>;
};

/** Submissions that followed each other after a long pause: whether a limit is one of a key or of its account is open. */
type Burst = { last: When | null; requests: number; admitted: { key: string; time: number }[] };

const FEW_REQUESTS = 12;
const LONG = 120_000;
const MINUTE = 60_000;

/** Spec 8: a quota counts only accepted jobs, and refunds jobs that are cancelled in the queue; admission is limited. */
export const createLimits: CreateTopic = (known, facts) => {
  let quota: Quota | null = null;
  let perMinute: number | null = null;
  let owner: Owner | null = null;
  const burst: Burst = { last: null, requests: 0, admitted: [] };
  const count = keepIn(known, { size: 0 });
  return {
    demands: (sight) => {
      if (sight.route !== 'submit' || sight.isConcurrent || sight.isForgotten || sight.owner !== owner) return [];
      const now = hasPaused(sight, burst) ? { ...burst, requests: 0, admitted: [] } : burst;
      return [
        ...(quota === null || perMinute !== null ? [] : ofQuota(quota, sight, known, now)),
        ...(perMinute === null ? [] : ofAdmission(perMinute, now, sight)),
      ];
    },
    keep: (sight) => {
      keepBurst(sight, burst);
      count.size = Math.max(count.size, burst.admitted.length);
      if (sight.owner !== owner || sight.owner === null) return;
      if (isUnclear(sight) || sight.isConcurrent) quota = null;
      if (quota !== null) keepQuota(sight, quota, known);
    },
    drive: (call, given) => {
      if (isOfAccounts(call)) quota = null;
      if (call !== 'faults.set') return;
      const { daily_quota: most, admission_per_minute: each } = given;
      if (most !== undefined)
        quota = typeof most === 'number' ? { most, jobs: new Set(), refunded: new Set(), full: new Set() } : null;
      if (each !== undefined) perMinute = typeof each === 'number' ? each : null;
      burst.admitted = [];
      owner = ownerOf('primary', facts);
    },
  };
};

function hasPaused(now: When, { last }: Burst): boolean {
  return last === null || since(last, now) > LONG;
}

function keepBurst(sight: Sight, burst: Burst): void {
  const { passed, least, at, isConcurrent, key } = sight;
  if (hasPaused(sight, burst)) Object.assign(burst, { requests: 0, admitted: [] });
  burst.requests += isConcurrent ? FEW_REQUESTS : 1;
  burst.last = { passed, least, at };
  const time = createdIn(sight);
  if (isAccepted(sight) && time !== null) burst.admitted.push({ key, time });
}

function keepQuota(sight: Sight, quota: Quota, known: Known): void {
  const { route, view, key } = sight;
  const id = isMap(view.body) ? String(view.body['id']) : '';
  if (route?.startsWith('submit')) {
    if (isAccepted(sight)) quota.jobs.add(id);
    const operation = sight.submission?.operation;
    if (view.status === 429 && operation !== undefined && jobsOf(operation, quota, known).length >= quota.most)
      quota.full.add(`${key} ${operation}`);
  }
  const job = jobOf(sight, known);
  if (route !== 'cancel' || job === undefined || view.status !== 200) return;
  // Only a cancel that is granted at once refunds its unit for certain.
  if (job.status === 'queued' && !job.mayBeCancelledLate && quota.jobs.delete(id)) {
    quota.refunded.add(id);
    quota.full.clear();
  }
}

function ofQuota(quota: Quota, sight: Sight, known: Known, { requests }: Burst): Demand[] {
  const { most, jobs, refunded, full } = quota;
  // A limit may count the jobs of both environments, earlier jobs, and jobs in progress.
  const own = [...known.jobs.values()].filter((job) => job.owner.startsWith('own '));
  const used = own.length + known.doubtful.size - refunded.size;
  const isAtRest = own.every((job) => job.isDeleted || hasEnded(job));
  if (used < most && requests < FEW_REQUESTS && isAtRest) {
    const rule = refunded.size > 0 ? 'QUOTA-REFUND' : 'QUOTA-ONCE';
    const why = `${used} of ${most} units of the day are used`;
    return [mustNotBe([429], { rule, because: [...jobs], why })];
  }
  const operation = sight.submission?.operation ?? '';
  const counted = jobsOf(operation, quota, known);
  if (!full.has(`${sight.key} ${operation}`) || sight.view.status !== 202 || !isSameDay(counted, sight, known))
    return [];
  // Whether a failed job, or one that is cancelled late, refunds its unit is open.
  if (counted.some(({ status }) => status !== 'succeeded')) return [];
  return [failing('QUOTA-KEEPS', '', 'a refusal, since all units of the day are used', `a job beyond ${most}`)];
}

function jobsOf(operation: string, { jobs }: Quota, known: Known): KnownJob[] {
  return [...jobs].flatMap((id) => known.jobs.get(id) ?? []).filter((job) => job.operation === operation);
}

function isSameDay(jobs: readonly KnownJob[], sight: Sight, known: Known): boolean {
  const today = dayAt(known, sight);
  if (today === null) return false;
  return jobs.every(({ id }) => {
    const created = parseInstant(known.shown.get(id)?.first['created_at']);
    return created !== null && dayOf(created) === today;
  });
}

function createdIn({ view: { body } }: Sight): number | null {
  return isMap(body) ? parseInstant(body['created_at']) : null;
}

/** More than a bucket that was full has let through by now, within one minute. */
function ofAdmission(perMinute: number, { admitted }: Burst, sight: Sight): Demand[] {
  const created = sight.view.status === 202 ? createdIn(sight) : null;
  const own = admitted.filter(({ key }) => key === sight.key);
  const [first] = own;
  if (created === null || first === undefined) return [];
  const isOfOneMinute = Math.floor(first.time / MINUTE) === Math.floor(created / MINUTE);
  const refilled = Math.ceil((perMinute * (created - first.time)) / MINUTE);
  if (!isOfOneMinute || own.length < perMinute + refilled) return [];
  return [failing('ADMISSION-429', '', `429, since ${own.length} were admitted just now`, sight.view.status)];
}
