import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import type { Inbox } from '../../play/trace.ts';
import type { Mismatch } from '../../suite/expectation/finding.ts';
import { foreignIn, OF_ORGANISATION } from '../isolation.ts';
import type { JobStatus } from '../known.ts';
import { type Attempt, attemptsIn, type JobOfEvents } from './attempts.ts';
import { followed, outcomeOf, ruleOfReply } from './replies.ts';

export type Sending = {
  readonly jobs: ReadonlyMap<string, JobOfEvents>;
  /** An endpoint was switched off or on. */
  readonly isDisturbed: boolean;
  /** Something was sent again from the delivery log. */
  readonly isResent: boolean;
  /** The clock of the target is not known when something is received: a job may have expired by then. */
  readonly isExpiryOpen?: boolean;
};

export type DeliveryFinding = {
  rule: string;
  mismatch: Mismatch;
  because: readonly string[];
  position: number;
  spared?: string;
};

/** A job has one event, which is attempted eight times, and sent again now and then. */
const MOST_OF_JOB = 100;

type Findings = (rule: string, pointer: string, expected: unknown, seen: unknown) => DeliveryFinding;

/** Spec 6: what the events of known jobs break, each once, when all of them and the ends of the jobs are known. */
export function findingsOfDeliveries(inboxes: readonly Inbox[], sending: Sending): DeliveryFinding[] {
  // Where nothing comes at all, the receiver may not be reached.
  const isReached = inboxes.some(({ received }) => received.length > 0);
  return inboxes.flatMap((inbox) => {
    const attempts = attemptsIn(inbox, sending.jobs);
    const byJob = new Map<JobOfEvents, Attempt[]>();
    for (const one of attempts) byJob.set(one.job, [...(byJob.get(one.job) ?? []), one].slice(0, MOST_OF_JOB));
    return [
      ...followed(inbox),
      ...foreignIn(inbox, sending.jobs),
      ...[...byJob].flatMap(([job, own]) => ofJob(job, own, inbox, sending)),
      ...[...sending.jobs.values()].flatMap((job) =>
        byJob.has(job) || !isReached ? [] : missing(job, inbox, sending),
      ),
    ];
  });
}

function ofJob(job: JobOfEvents, attempts: readonly Attempt[], inbox: Inbox, sending: Sending): DeliveryFinding[] {
  const finding: Findings = (rule, pointer, expected, seen) => ({
    ...{ rule, because: [job.id], position: inbox.position },
    mismatch: { pointer, expected: String(expected), seen: seen ?? null },
  });
  const elsewhere = strayOf(job, attempts, inbox, finding);
  if (elsewhere.length > 0) return elsewhere;
  return [
    ...ofEvent(job, attempts, finding, sending),
    ...attempts.flatMap((attempt, index) => ofBody(attempt, attempts.slice(0, index), finding, sending)).slice(0, 1),
    ...(isScheduled(job, inbox, sending) ? ofAttempts(job, attempts, inbox, finding) : []),
  ];
}

/** An endpoint may join the schedule of an event in progress, and a redelivery has no schedule. */
function isScheduled({ accepted }: JobOfEvents, inbox: Inbox, sending: Sending): boolean {
  return accepted > inbox.opened && !mayBeOff(inbox, sending) && !sending.isResent;
}

/** An event that the endpoint is not for. */
function strayOf({ owner }: JobOfEvents, [first]: readonly Attempt[], inbox: Inbox, finding: Findings) {
  const [account, own] = owner.split(' ');
  if (first === undefined || own === 'other') return [];
  const pointer = `${at(first)}/type`;
  const { type } = first.event;
  if (account !== 'own') {
    return [{ ...finding('WH-OWN-ACCOUNT', pointer, 'no event of another account', type), spared: OF_ORGANISATION }];
  }
  const { environment, events } = inbox;
  if (environment !== null && own !== environment)
    return [finding('WH-OWN-ENVIRONMENT', pointer, `no event of a job of the environment ${own}`, type)];
  if (events === null || typeof type !== 'string' || events.includes(type)) return [];
  return [finding('WH-SUBSCRIBED', pointer, `only ${events.join(', ')}`, type)];
}

const RULE_OF_END: Partial<Record<JobStatus, string>> = {
  succeeded: 'EVENT-SUCCEEDED',
  failed: 'EVENT-FAILED',
  cancelled: 'EVENT-CANCELLED',
};

/** A job has one event, which says how it ended, and stays the same however often it is sent. */
function ofEvent(
  job: JobOfEvents,
  attempts: readonly Attempt[],
  finding: Findings,
  { isResent }: Sending,
): DeliveryFinding[] {
  const [first] = attempts;
  if (first === undefined) return [];
  const rule = RULE_OF_END[job.status];
  const expected = `job.${job.status}`;
  const wrong = rule === undefined ? undefined : attempts.find(({ event }) => event['type'] !== expected);
  const changed = attempts.find(
    ({ event }) => event['type'] !== first.event['type'] || !isSameTime(event, first.event),
  );
  const other = attempts.find(({ event }) => event['id'] !== first.event['id']);
  const isNew = other !== undefined && attempts.some((one) => one.event['id'] === other.event['id'] && one.isFirst);
  return [
    ...(wrong === undefined || rule === undefined
      ? []
      : [finding(rule, `${at(wrong)}/type`, expected, wrong.event['type'])]),
    ...(other === undefined
      ? []
      : [finding(ruleOfId(isNew, isResent), `${at(other)}/id`, first.event['id'], other.event['id'])]),
    ...(changed === undefined || changed === wrong
      ? []
      : [finding('WH-ID-STABLE', `${at(changed)}/created`, first.event['created'], changed.event['created'])]),
  ];
}

/** A second event begins with a first attempt of its own, as a delivery that is sent again may do too. */
function ruleOfId(isNew: boolean, isResent: boolean): string {
  if (!isNew) return 'WH-ID-STABLE';
  return isResent ? 'WH-RESEND-ID' : 'EVENT-ONE-TERMINAL';
}

function isSameTime(one: Attempt['event'], other: Attempt['event']): boolean {
  return parseInstant(one['created']) === parseInstant(other['created']);
}

function at({ index }: Attempt): string {
  return `/received/${index}/json`;
}

/** Spec 6.2: the Job as a read shows it, and of a deleted one nothing but that. */
function ofBody(
  attempt: Attempt,
  before: readonly Attempt[],
  finding: Findings,
  { isExpiryOpen = false }: Sending,
): DeliveryFinding[] {
  const { job, object } = attempt;
  const pointer = `${at(attempt)}/data/object`;
  if (wasDeleted(attempt) || before.some(wasDeleted)) {
    const expected = { id: job.id, object: 'job', deleted: true };
    return isDeepStrictEqual(object, expected)
      ? []
      : [finding('WH-DELETED-BODY', pointer, JSON.stringify(expected), JSON.stringify(object))];
  }
  if (object['operation'] !== job.operation)
    return [finding('WH-BODY-IS-JOB', `${pointer}/operation`, job.operation, object['operation'])];
  const { end } = job;
  if (isExpiryOpen || end === null || mayBeGone(attempt, end)) return [];
  const wrong = differing(object, end);
  if (wrong !== undefined)
    return [finding('WH-BODY-IS-JOB', `${pointer}/${wrong}`, JSON.stringify(end[wrong]), object[wrong])];
  const hrefs = hrefsIn(end);
  const stray = hrefsIn(object).find((href) => !hrefs.includes(href));
  return stray === undefined ? [] : [finding('WH-BODY-IS-JOB', `${pointer}/output`, hrefs.join(' or '), stray)];
}

/** Where an object shows results; an event may leave some of them out. */
function hrefsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hrefsIn);
  if (!isMap(value)) return [];
  const { href, ...others } = value;
  return [...(typeof href === 'string' ? [href] : []), ...Object.values(others).flatMap(hrefsIn)];
}

/** What was under way when the job was deleted may be sent as it was. */
const UNDER_WAY = 10_000;

function wasDeleted({ job: { deletedBy }, object, at: sent }: Attempt): boolean {
  return object['deleted'] === true || (deletedBy !== null && sent > deletedBy + UNDER_WAY);
}

/** What is sent of a job whose retention has passed is open. */
function mayBeGone({ at: sent }: Attempt, end: Readonly<Record<string, unknown>>): boolean {
  const until = parseInstant(end['expires_at']);
  return until === null || sent >= until;
}

/** What of a job that has ended may still change. */
const MAY_CHANGE = ['expires_at', 'inputs'];

/** A member that differs from a read, except results, which may be shown in part, and the message of the error. */
function differing(object: Readonly<Record<string, unknown>>, end: Readonly<Record<string, unknown>>) {
  const names = new Set([...Object.keys(object), ...Object.keys(end)]);
  return [...names].find(
    (name) => !MAY_CHANGE.includes(name) && !isDeepStrictEqual(lasting(object[name]), lasting(end[name])),
  );
}

function lasting(value: unknown): unknown {
  if (!isMap(value)) return value;
  const { image: _, visualizations: __, message: ___, ...rest } = value;
  return rest;
}

/** Waits before the second to the eighth attempt, in milliseconds; each may be a fifth longer or shorter. */
const WAITS = [1, 5, 30, 60, 180, 360, 720].map((minutes) => minutes * 60_000);
const JITTER = 1.2;
const SLACK = 60_000;
const DAY = 24 * 3_600_000;
/** An endpoint that fails more often than this may be disabled. */
const MOST_FAILURES = 15;

/** Whether the endpoint may be disabled, or may have been. */
function mayBeOff({ received }: Inbox, { isDisturbed }: Sending): boolean {
  return isDisturbed || received.filter((hook) => outcomeOf(hook) !== 'taken').length > MOST_FAILURES;
}

/** Spec 6.5: a failed delivery is attempted again, and an accepted one is not. */
function ofAttempts(
  job: JobOfEvents,
  attempts: readonly Attempt[],
  { until }: Inbox,
  finding: Findings,
): DeliveryFinding[] {
  const [first, second] = attempts;
  if (attempts.some(({ outcome }) => outcome === 'unclear')) return [];
  // At least once: what comes again may be the same attempt, unless it keeps to the schedule of further ones.
  if (first !== undefined && second !== undefined && first.outcome === 'taken')
    return attempts.length > 2 && isOnSchedule(attempts)
      ? [
          finding(
            'WH-2XX',
            `/received/${second.index}`,
            `no further attempt, since the first was answered ${first.reply}`,
            'one',
          ),
        ]
      : [];
  const last = attempts.at(-1);
  const wait = WAITS[attempts.length - 1];
  if (last === undefined || wait === undefined || attempts.some(({ outcome }) => outcome === 'taken')) return [];
  const due = last.at + wait * JITTER + SLACK;
  const created = parseInstant(last.event['created']) ?? last.at;
  const keptUntil = job.end === null ? null : parseInstant(job.end['expires_at']);
  if (due > until || due > Math.min(created, attempts[0]?.at ?? created) + DAY) return [];
  if (job.deletedBy !== null || keptUntil === null || due > keptUntil) return [];
  const expected = `attempt ${attempts.length + 1}, since this one was answered ${last.reply}`;
  return [finding(ruleOfReply(last.reply), `/received/${last.index}`, expected, 'no further one')];
}

function isOnSchedule(attempts: readonly Attempt[]): boolean {
  return attempts.slice(1).every((attempt, index) => {
    const gap = attempt.at - (attempts[index]?.at ?? attempt.at);
    const wait = WAITS[index] ?? DAY;
    return gap > wait / JITTER - SLACK / 4 && gap < wait * JITTER + SLACK / 4;
  });
}

/** How long an event may wait for its first attempt is open; a day is more than enough. */
const WITHIN = DAY + 3_600_000;
/** What is gone so soon may be gone before its event is sent. */
const KEPT = 3_600_000;

/** A job that is known to have ended, and whose event has not come within a day. */
function missing(job: JobOfEvents, inbox: Inbox, sending: Sending): DeliveryFinding[] {
  const { environment, events, opened, until, position } = inbox;
  const [completed, keptUntil] = [parseInstant(job.end?.['completed_at']), parseInstant(job.end?.['expires_at'])];
  const type = `job.${job.status}`;
  const rule = RULE_OF_END[job.status];
  if (
    rule === undefined ||
    completed === null ||
    keptUntil === null ||
    job.deletedBy !== null ||
    job.accepted <= opened
  )
    return [];
  if (job.owner !== `own ${environment}` || (events !== null && !events.includes(type))) return [];
  if (mayBeOff(inbox, sending) || completed + WITHIN > until || keptUntil < completed + KEPT) return [];
  const mismatch = { pointer: '/received', expected: `the event ${type} of ${job.id}`, seen: null };
  return [{ rule: 'WH-DELIVERED', because: [job.id], position, mismatch }];
}
