import type { Owner } from './account.ts';
import { environmentOf } from './account.ts';
import { uniform } from './values/random.ts';
import { DAY, HOUR, type Instant, MINUTE, toIso } from './values/time.ts';
import type { Environment, JobStatus } from './vocabulary.ts';

export const EVENT_TYPES = ['job.succeeded', 'job.failed', 'job.cancelled'] as const;
export type JobEventType = (typeof EVENT_TYPES)[number];
export type EventType = JobEventType | 'test.ping';

export type Endpoint = {
  id: string;
  owner: Owner;
  url: string;
  events: readonly EventType[];
  enabled: boolean;
  secret: string;
  /** The previous secret, valid until an instant. */
  previous: PreviousSecret | null;
  /** Reading 53: the secrets before the previous one, if more than one previous secret signs; latest first. */
  older: readonly PreviousSecret[];
  /** The current series of failed attempts; null after a success. */
  failing: { count: number; since: Instant } | null;
  createdAt: Instant;
};

export type PreviousSecret = { secret: string; until: Instant };

export type WebhookEvent = {
  id: string;
  owner: Owner;
  type: EventType;
  createdAt: Instant;
  /** The job in `data.object`; null for a ping, which has the endpoint there. */
  job: string | null;
  /** Reading 57: the Job as JSON, if it is still sent after its retention. */
  object?: string;
};

export const DELIVERY_STATES = ['pending', 'delivered', 'exhausted', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type AttemptFailure = 'timeout' | 'connection' | 'tls';

export type Attempt = {
  number: number;
  at: Instant;
  /** The status of the receiver's answer; null without an answer. */
  status: number | null;
  failure: AttemptFailure | null;
  /** In real milliseconds. */
  took: number;
  /** The beginning of the body of the answer. */
  answer: string;
};

export type Delivery = {
  id: string;
  endpoint: string;
  event: string;
  state: DeliveryState;
  attempts: readonly Attempt[];
  /** Reading 54: a manual resend. After the event's 24 hours it is attempted only once. */
  isResend: boolean;
  createdAt: Instant;
  timer: number | null;
};

/** Spec 6.5: the nominal waits before attempts 2 to 8. */
export const NOMINAL_WAITS: readonly number[] = [MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
export const JITTER = 0.2;

/** Reading 43: the range of the jitter, as shares of a wait. */
export type JitterSpan = readonly [lowest: number, highest: number];
export const MAX_ATTEMPTS = 8;
const GIVE_UP_AFTER = DAY;
const DISABLE_AFTER_FAILURES = 20;
const DISABLE_AFTER = DAY;

export function isDelivered(attempt: Pick<Attempt, 'status'>): boolean {
  return attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
}

/** When the next attempt is due, from the end of the failed one (reading 52); null after a day (reading 43). */
export function nextAttemptAt(
  seed: string,
  delivery: Pick<Delivery, 'id'> & Partial<Delivery>,
  event: Pick<WebhookEvent, 'type' | 'createdAt'>,
  made: number,
  now: Instant,
  [lowest, highest]: JitterSpan = [-JITTER, JITTER],
): Instant | null {
  const nominal = NOMINAL_WAITS[made - 1];
  if (event.type === 'test.ping' || made >= MAX_ATTEMPTS || nominal === undefined) return null;
  const share = (highest - lowest) * (uniform(seed, 'jitter', delivery.id, made) - 0.5) + (lowest + highest) / 2;
  const due = now + Math.round(nominal * (1 + share));
  return due > event.createdAt + GIVE_UP_AFTER ? null : due;
}

export function failingAfter(endpoint: Endpoint, attempt: Attempt): Endpoint['failing'] {
  if (isDelivered(attempt)) return null;
  const { count, since } = endpoint.failing ?? { count: 0, since: attempt.at };
  return { count: count + 1, since };
}

/** Reading 44: twenty failures in a row and a day of failures are both required. */
export function isToBeDisabled(failing: Endpoint['failing'], now: Instant): boolean {
  return failing !== null && failing.count >= DISABLE_AFTER_FAILURES && now - failing.since >= DISABLE_AFTER;
}

/** Reading 44: when the day of failures ends, for a series that has just reached the required count; otherwise null. */
export function disablesAt(failing: Endpoint['failing']): Instant | null {
  return failing?.count === DISABLE_AFTER_FAILURES ? failing.since + DISABLE_AFTER : null;
}

/** The series of failures if an attempt with a pending outcome fails. */
export function failingAtWorst(failing: Endpoint['failing'], at: Instant): NonNullable<Endpoint['failing']> {
  return { count: (failing?.count ?? 0) + 1, since: failing?.since ?? at };
}

/** The instant before which no retry of an attempt is due, if `made` attempts were made before it. */
export function retriesFrom(made: number, at: Instant): Instant {
  return at + (NOMINAL_WAITS[made] ?? DAY) * (1 - JITTER);
}

/** Readings 42 and 56: whether an endpoint receives an event, decided when the event is created. */
export function receives(endpoint: Endpoint, owner: Owner, type: EventType): boolean {
  return endpoint.enabled && endpoint.owner === owner && endpoint.events.some((wanted) => wanted === type);
}

/** Spec 6.1: exactly one event. */
export function eventsOfEnd(status: Extract<JobStatus, 'succeeded' | 'failed' | 'cancelled'>): JobEventType[] {
  return [`job.${status}`];
}

export function signingSecrets({ secret, previous, older }: Endpoint, now: Instant): string[] {
  const others = (previous === null ? older : [previous, ...older]).filter(({ until }) => now < until);
  return [secret, ...others.map((other) => other.secret)];
}

/** Section 6.2. `object` is already JSON: for a job, exactly the bytes of a read. */
export function envelopeJson(event: WebhookEvent, object: string, showLivemode: boolean): string {
  const livemode = showLivemode ? `,"livemode":${environmentOf(event.owner) === 'live'}` : '';
  return `${headOf(event)}${livemode},"data":{"object":${object}}}`;
}

/** An event never changes, and the body of every attempt begins with the same bytes. */
const heads = new WeakMap<WebhookEvent, string>();

function headOf(event: WebhookEvent): string {
  const before = heads.get(event);
  if (before !== undefined) return before;
  const { id, type, createdAt } = event;
  const head = JSON.stringify({ id, object: 'event', type, api_version: 'v1', created: toIso(createdAt) }).slice(0, -1);
  heads.set(event, head);
  return head;
}

/** Reading 41: what `strict` requires of a URL. */
export function urlProblem(url: string, rule: 'any' | 'strict'): string | null {
  if (!URL.canParse(url)) return 'must be an address, such as https://example.test/hooks';
  const { protocol, port, username, password } = new URL(url);
  if (!['http:', 'https:'].includes(protocol)) return 'must begin with https:// or http://';
  if (username !== '' || password !== '') return 'must not carry a user name or password';
  if (rule === 'strict' && (protocol !== 'https:' || port !== '')) return 'must be HTTPS on port 443';
  return null;
}

/** The default environment of an endpoint: no event can occur in an environment without a key. */
export function usualEnvironment(
  keys: Iterable<{ account: string; environment: Environment }>,
  account: string,
): Environment {
  const own = [...keys].filter((key) => key.account === account);
  return own.length > 0 && own.every(({ environment }) => environment === 'live') ? 'live' : 'test';
}
