import { createHmac } from 'node:crypto';
import { type Delivery, type Endpoint, type Event, noteFailure, noteSuccess, validSecrets } from './endpoints.ts';
import { isGone, jobView } from './job-view.ts';
import { type Job, newId, now, stamp, type World } from './world.ts';

const MINUTE = 60_000;
const WAITS = [1, 5, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
const DAY = 86_400_000;
/** Before the first attempt. */
const PAUSE = 5;
/** Real time: a receiver is somewhere else, and its network has no other. */
const PATIENCE = 10_000;

/** Sends the terminal event of a job to the endpoints of its account and environment that want it. */
export function sendEvent(world: World, job: Job): void {
  const type = `job.${world.breaks('every end is a success') ? 'succeeded' : job.status}`;
  const receivers = [...world.endpoints.values()].filter(
    (endpoint) => endpoint.enabled && isMeant(world, endpoint, job) && (endpoint.events?.includes(type) ?? true),
  );
  if (!job.account.hasWebhooks || receivers.length === 0) return;
  const event = { id: newId(world, 'evt'), type, created: now(world), job: job.id };
  for (const endpoint of receivers) attemptLater(world, addDelivery(world, endpoint, event), PAUSE);
}

function isMeant({ breaks }: World, { account, environment }: Endpoint, job: Job): boolean {
  const isOther = environment !== job.environment;
  return account === job.account && (!isOther || breaks('events of test jobs go to live endpoints'));
}

/** Spec 6.1: a test event is attempted once, whatever is subscribed. */
export async function ping(world: World, endpoint: Endpoint): Promise<void> {
  const event = { id: newId(world, 'evt'), type: 'test.ping', created: now(world), job: null };
  await attempt(world, addDelivery(world, endpoint, event));
}

/** Spec 6.5: any delivery can be sent again, with the same event. */
export async function resend(world: World, endpoint: Endpoint, { event }: Delivery): Promise<void> {
  await attempt(world, addDelivery(world, endpoint, event));
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

async function attempt(world: World, delivery: Delivery): Promise<void> {
  const endpoint = world.endpoints.get(delivery.endpoint);
  if (endpoint === undefined || delivery.state !== 'pending') return;
  const entry = { at: now(world), status: null as number | null };
  delivery.attempts.push(entry);
  delivery.next = null;
  entry.status = await statusOf(world, endpoint, delivery);
  const isTaken = entry.status !== null && entry.status >= 200 && entry.status < 300;
  if (isTaken) {
    delivery.state = 'delivered';
    noteSuccess(endpoint);
    return;
  }
  noteFailure(world, endpoint);
  if (delivery.state === 'pending') tryAgain(world, delivery);
}

/** Spec 6.5: eight attempts in all, none later than a day after the event. */
function tryAgain(world: World, delivery: Delivery): void {
  const { attempts, event } = delivery;
  const wait = event.type === 'test.ping' ? undefined : WAITS[attempts.length - 1];
  const pause = (wait ?? 0) * (0.8 + Math.random() * 0.4);
  if (wait !== undefined && now(world) + pause <= event.created + DAY) attemptLater(world, delivery, pause);
  else delivery.state = 'exhausted';
}

/** Null where no answer comes. */
async function statusOf(world: World, endpoint: Endpoint, delivery: Delivery): Promise<number | null> {
  const body = JSON.stringify(envelope(world, endpoint, delivery.event));
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
      body,
      headers: { ...headersOf(world, delivery), 'service-signature': signature(world, endpoint, body) },
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}

function headersOf({ breaks }: World, { event: { id, type }, attempts }: Delivery): Record<string, string> {
  const count = attempts.length;
  return {
    'content-type': 'application/json',
    'user-agent': breaks('another user agent') ? 'other-make/2' : 'Service-Webhooks/1',
    'service-event-id': id,
    'service-event-type': type,
    'service-delivery-attempt': String(breaks('attempts count from 0') ? count - 1 : count),
  };
}

function envelope(world: World, endpoint: Endpoint, { id, type, created, job }: Event): Record<string, unknown> {
  return {
    data: { object: job === null ? { object: 'test', endpoint_id: endpoint.id } : shownJob(world, job) },
    created: stamp(world, created),
    object: 'event',
    type,
    ...(world.choice('livemode') !== 'never' && { livemode: endpoint.environment === 'live' }),
    api_version: 'v1',
    id,
  };
}

/** As it is read, and where it is read no more, that it was deleted (spec 6.2). */
function shownJob(world: World, id: string): unknown {
  const job = world.jobs.get(id);
  if (job === undefined || job.isDeleted || isGone(world, job)) return { object: 'job', deleted: true, id };
  const view = jobView(world, job);
  return world.breaks('events leave out the output') ? { ...view, output: null } : view;
}

/** During a rotation both secrets sign. */
function signature(world: World, endpoint: Endpoint, body: string): string {
  const time = Math.floor(now(world) / 1_000);
  const signed = world.breaks('other bytes are signed') ? JSON.stringify(JSON.parse(body), null, 1) : body;
  const signatures = validSecrets(world, endpoint).map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${signed}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
