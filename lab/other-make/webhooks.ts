import { createHmac } from 'node:crypto';
import { deliveriesOf, noteFailure, noteSuccess, validSecrets } from './endpoints.ts';
import { membersBy } from './habits.ts';
import { isGone, jobView } from './job-view.ts';
import { type Delivery, type Endpoint, type Event, isOf, type Job, newId, now, stamp, type World } from './world.ts';

const MINUTE = 60_000;
const WAITS = [1, 5, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
const DAY = 86_400_000;
/** Milliseconds before the first attempt. */
const PAUSE = 5;
/** Milliseconds of real time, because the receiver has no other clock. */
const PATIENCE = 10_000;

/** Sends the final event of a job to the endpoints of its account and environment that subscribed to it. */
export function sendEvent(world: World, job: Job, end = job.status): void {
  const type = `job.${world.breaks('every end is a success') ? 'succeeded' : end}`;
  const isCancelled = type === 'job.cancelled' && world.breaks('an endpoint for failures gets cancellations');
  const isWanted = ({ events }: Endpoint) =>
    events === null || events.includes(type) || (isCancelled && events.includes('job.failed'));
  const subscribed = [...world.endpoints.values()].filter(
    (endpoint) => endpoint.enabled && isReached(world, endpoint, job) && isWanted(endpoint),
  );
  const receivers = world.breaks('the second endpoint gets nothing') ? subscribed.slice(0, 1) : subscribed;
  if (!job.account.hasWebhooks || receivers.length === 0) return;
  const event = { id: newId(world, 'evt'), type, created: now(world), job: job.id };
  for (const endpoint of receivers) attemptLater(world, addDelivery(world, endpoint, event), PAUSE);
}

function isReached({ breaks }: World, endpoint: Endpoint, job: Job): boolean {
  const isFromTest = endpoint.environment === 'live' && endpoint.account === job.account;
  return isOf(endpoint, job) || (isFromTest && breaks('a live endpoint gets the events of test jobs'));
}

/** Attempts cancelled deliveries after all, where that breaks the specification. */
export function revive(world: World, endpoint: Endpoint): void {
  const cancelled = deliveriesOf(world, endpoint).filter(({ state }) => state === 'cancelled');
  for (const delivery of world.breaks('enabling revives what was cancelled') ? cancelled : []) {
    delivery.state = 'pending';
    attemptLater(world, delivery, PAUSE);
  }
}

/** Spec 6.1: a test event is attempted once, regardless of subscriptions. */
export async function ping(world: World, endpoint: Endpoint): Promise<void> {
  const event = { id: newId(world, 'evt'), type: 'test.ping', created: now(world), job: null };
  await attempt(world, addDelivery(world, endpoint, event));
}

/** Spec 6.5: a delivery of any age is sent again, with its event. */
export async function resend(world: World, endpoint: Endpoint, { event }: Delivery): Promise<void> {
  const sent = world.breaks('a resend is a new event') ? { ...event, id: newId(world, 'evt') } : event;
  await attempt(world, addDelivery(world, endpoint, sent));
}

function addDelivery(world: World, { id: endpoint }: Endpoint, event: Event): Delivery {
  const id = newId(world, 'del');
  const delivery: Delivery = { id, endpoint, event, state: 'pending', attempts: [], next: null };
  world.deliveries.set(id, delivery);
  return delivery;
}

function attemptLater(world: World, delivery: Delivery, wait: number): void {
  delivery.next = now(world) + wait;
  world.clock.later(wait, () => attempt(world, delivery));
}

/** Spec 6.5: only a 2xx answer is a success. */
async function attempt(world: World, delivery: Delivery): Promise<void> {
  const endpoint = world.endpoints.get(delivery.endpoint);
  if (endpoint === undefined || delivery.state !== 'pending') return;
  const entry = { at: now(world), status: null as number | null };
  delivery.attempts.push(entry);
  delivery.next = null;
  entry.status = await statusOf(world, endpoint, delivery);
  const isRefused = entry.status === 202 && world.breaks('an answer of 202 is a failure');
  if (entry.status !== null && entry.status >= 200 && entry.status < 300 && !isRefused) {
    delivery.state = 'delivered';
    noteSuccess(world, endpoint);
    return;
  }
  noteFailure(world, endpoint);
  if (delivery.state === 'pending') tryAgain(world, delivery);
}

/** Spec 6.5: at most eight attempts, none later than a day after the event. */
function tryAgain(world: World, delivery: Delivery): void {
  const { attempts, event } = delivery;
  const longest = world.breaks('the waits do not grow') ? 5 * MINUTE : DAY;
  const wait = waitAfter(world, event, attempts.length);
  const pause = Math.min(wait ?? 0, longest) * (0.8 + Math.random() * 0.4);
  const isLate = now(world) + pause > event.created + DAY;
  const isOver = attempts.at(-1)?.status === 410 && world.breaks('a 410 ends the delivery');
  if (wait !== undefined && !isLate && !isOver) attemptLater(world, delivery, pause);
  else delivery.state = 'exhausted';
}

/** The wait before the next attempt; undefined after the last one. */
function waitAfter({ breaks }: World, { type }: Event, attempts: number): number | undefined {
  if (type === 'test.ping') return attempts === 1 && breaks('a ping is tried again') ? MINUTE : undefined;
  return WAITS[attempts === 3 && breaks('the third wait is that of the second') ? 1 : attempts - 1];
}

/** Null if there is no answer. */
async function statusOf(world: World, endpoint: Endpoint, delivery: Delivery): Promise<number | null> {
  const { id, event, attempts } = delivery;
  const body = JSON.stringify(envelope(world, endpoint, event));
  const isNamed = attempts.length > 1 && world.breaks('a retry names its delivery');
  const first = world.breaks('a retry is signed with the time of the first attempt') ? attempts[0]?.at : undefined;
  const patience = world.breaks('it waits for five seconds') ? PATIENCE / 2 : PATIENCE;
  try {
    const request: RequestInit = {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Service-Webhooks/1',
        'service-event-id': isNamed ? id : event.id,
        'service-event-type': event.type,
        'service-delivery-attempt': String(numberOf(world, delivery)),
        'service-signature': signature(world, endpoint, delivery, { body, time: first ?? now(world) }),
      },
    };
    const answer = await sent(world, endpoint.url, request);
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}

/** Spec 6.3: attempts are counted from 1. */
function numberOf({ deliveries, breaks }: World, { endpoint, event, attempts: { length } }: Delivery): number {
  if (breaks('attempts are counted up to five')) return Math.min(length, 5);
  if (!breaks('a second endpoint counts on from the first')) return length;
  const others = [...deliveries.values()].filter((one) => one.event.id === event.id && one.endpoint !== endpoint);
  return others.reduce((count, { attempts }) => count + attempts.length, length);
}

/** Spec 6.5: redirects are not followed. */
async function sent({ breaks }: World, url: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(url, request);
  const next = answer.headers.get('location');
  if (answer.status !== 308 || next === null || !breaks('a permanent redirect is followed')) return answer;
  await answer.body?.cancel();
  return fetch(new URL(next, url), request);
}

function envelope(world: World, endpoint: Endpoint, { id, type, created, job }: Event): Record<string, unknown> {
  const isPing = job === null;
  const isBare = type === 'job.cancelled' && world.breaks('a cancellation has no api_version');
  return {
    data: { object: isPing ? { object: 'test', endpoint_id: endpoint.id } : shownJob(world, job) },
    created: stamp(world, created),
    object: 'event',
    type,
    ...(world.choice('livemode') !== 'never' && { livemode: isLive(world, endpoint, type) }),
    ...(!isBare && { api_version: versionOf(world, isPing) }),
    id,
    ...membersBy(world, 'event_members'),
  };
}

function versionOf({ breaks }: World, isPing: boolean): string {
  return isPing && breaks('a ping has the version of the release') ? '1.0.0-rc.1' : 'v1';
}

function isLive({ breaks }: World, { environment }: Endpoint, type: string): boolean {
  return environment === 'live' || (type === 'job.failed' && breaks('the event of a failed test job is live'));
}

/** The job as a read shows it, or that it was deleted (spec 6.2). */
function shownJob(world: World, id: string): unknown {
  const job = world.jobs.get(id);
  const isNamed = world.breaks('a deleted job shows its operation in events');
  const isHidden = job?.isDeleted === true && !world.breaks('what was deleted is sent');
  if (job === undefined || isHidden || isGone(world, job))
    return { object: 'job', deleted: true, id, ...(isNamed && { operation: job?.operation }) };
  const view = jobView(world, job);
  if (world.breaks('hrefs in events have an origin'))
    return JSON.parse(JSON.stringify(view).replaceAll('"href":"/', '"href":"https://api.other-make.example/'));
  return world.breaks('events leave out the output') ? { ...view, output: null } : view;
}

type Signed = { body: string; time: number };
/** With which secrets the first attempt was signed. */
const SIGNED = new WeakMap<Delivery, string[]>();

function secretsFor(world: World, endpoint: Endpoint, delivery: Delivery): string[] {
  const valid = validSecrets(world, endpoint);
  const first = SIGNED.get(delivery) ?? valid;
  SIGNED.set(delivery, first);
  return world.breaks('a retry is signed with the secret of the first attempt') ? first : valid;
}

/** During a rotation both secrets sign. */
function signature(world: World, endpoint: Endpoint, delivery: Delivery, given: Signed): string {
  const { body } = given;
  const time = Math.floor(given.time / 1_000);
  const isNewAlone = delivery.event.type === 'test.ping' && world.breaks('a ping is signed with the new secret alone');
  const signatures = (isNewAlone ? [endpoint.secret] : secretsFor(world, endpoint, delivery)).map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
