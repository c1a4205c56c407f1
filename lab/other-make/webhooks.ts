import { createHmac } from 'node:crypto';
import { deliveriesOf, noteFailure, noteSuccess, validSecrets } from './endpoints.ts';
import { isGone, jobView } from './job-view.ts';
import { type Delivery, type Endpoint, type Event, type Job, newId, now, stamp, type World } from './world.ts';

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
  const isWanted = ({ events }: Endpoint) =>
    events === null || events.includes(type) || world.breaks('all is subscribed');
  const receivers = [...world.endpoints.values()].filter(
    (endpoint) => endpoint.enabled && isMeant(world, endpoint, job) && isWanted(endpoint),
  );
  const isOff = !job.account.hasWebhooks && !world.breaks('what is off is sent');
  if (isOff || receivers.length === 0) return;
  if (world.breaks('one endpoint of several is told')) receivers.length = 1;
  const event = { id: newId(world, 'evt'), type, created: now(world), job: job.id };
  for (const endpoint of receivers) attemptLater(world, addDelivery(world, endpoint, event), PAUSE);
}

function isMeant({ breaks }: World, { account, environment }: Endpoint, job: Job): boolean {
  const isOther = environment !== job.environment;
  const isOwn = account === job.account || breaks('everybody is told');
  const isForBoth = job.status === 'cancelled' && breaks('cancelled jobs are told in both environments');
  return isOwn && (!isOther || isForBoth || breaks('events of test jobs go to live endpoints'));
}

/** Spec 6.1: a test event is attempted once, whatever is subscribed. */
export async function ping(world: World, endpoint: Endpoint): Promise<void> {
  const event = { id: newId(world, 'evt'), type: 'test.ping', created: now(world), job: null };
  await attempt(world, addDelivery(world, endpoint, event));
}

/** Spec 6.5: any delivery can be sent again, with the same event. */
export async function resend(world: World, endpoint: Endpoint, { event }: Delivery): Promise<void> {
  const isSecond = deliveriesOf(world, endpoint).filter((one) => one.event.id === event.id).length > 1;
  const isOther =
    world.breaks('what is sent again is another event') ||
    (isSecond && world.breaks('what is sent again twice is another event'));
  await attempt(world, addDelivery(world, endpoint, isOther ? { ...event, id: newId(world, 'evt') } : event));
}

function isResent({ deliveries }: World, { id, endpoint, event }: Delivery): boolean {
  const [first] = [...deliveries.values()].filter((one) => one.endpoint === endpoint && one.event.id === event.id);
  return first?.id !== id;
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
  if (isTaken(world, entry.status)) {
    delivery.state = 'delivered';
    noteSuccess(world, endpoint);
    if (world.breaks('exhausted deliveries come back with a success')) bringBack(world, endpoint, 'exhausted');
    return;
  }
  noteFailure(world, endpoint);
  if (delivery.state === 'pending') tryAgain(world, delivery);
}

/** Spec 6.5: any 2xx is a success, and nothing else is one. */
function isTaken({ breaks }: World, status: number | null): boolean {
  if (status === null) return breaks('silence is taken for a yes');
  if (status === 206 && breaks('a 206 is not enough')) return false;
  if (status === 303 && breaks('a 303 is enough')) return true;
  if (status === 409 && breaks('a 409 is enough')) return true;
  if (status === 410 && breaks('who is gone is asked no more')) return true;
  return status >= 200 && status < (breaks('a redirect will do') ? 400 : 300);
}

/** Spec 6.5: what was given up or cancelled does not come back. */
export function bringBack(world: World, endpoint: Endpoint, state: Delivery['state']): void {
  for (const delivery of deliveriesOf(world, endpoint)) {
    if (delivery.state !== state) continue;
    delivery.state = 'pending';
    attemptLater(world, delivery, PAUSE);
  }
}

/** Spec 6.5: eight attempts in all, none later than a day after the event. */
function tryAgain(world: World, delivery: Delivery): void {
  const { attempts, event } = delivery;
  const isOnce = event.type === 'test.ping' && !isPingSentAgain(world, delivery);
  const wait = isOnce ? undefined : waitsOf(world, delivery)[attempts.length - 1];
  const pause = (wait ?? 0) * (0.8 + Math.random() * 0.4);
  const isLate = now(world) + pause > event.created + DAY && !world.breaks('a day is not the end');
  if (wait !== undefined && !isLate) attemptLater(world, delivery, pause);
  else delivery.state = 'exhausted';
}

function isPingSentAgain({ breaks }: World, { attempts }: Delivery): boolean {
  return (
    breaks('a ping is tried again') || (attempts.at(-1)?.status === 307 && breaks('redirected pings are sent again'))
  );
}

function waitsOf({ breaks }: World, { event, attempts }: Delivery): readonly number[] {
  const status = attempts.at(-1)?.status;
  const isBusy = status === 503 || status === 429;
  if (isBusy && breaks('busy receivers are left alone for an hour')) return WAITS.map(() => 60 * MINUTE);
  if (event.type === 'job.cancelled' && breaks('cancelled jobs are told every ten minutes'))
    return WAITS.map(() => 10 * MINUTE);
  if (event.type === 'job.failed' && breaks('failures are told three times at most')) return WAITS.slice(0, 2);
  if (breaks('the waits do not grow')) return WAITS.map((wait) => Math.min(wait, 5 * MINUTE));
  return breaks('it gives up after six') ? WAITS.slice(0, 5) : WAITS;
}

/** Null where no answer comes. */
async function statusOf(world: World, endpoint: Endpoint, delivery: Delivery): Promise<number | null> {
  const event = eventOf(world, delivery);
  const body = JSON.stringify(envelope(world, endpoint, event, delivery));
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      redirect: world.breaks('it goes where it is sent') ? 'follow' : 'manual',
      signal: AbortSignal.timeout(patienceOf(world)),
      body,
      headers: {
        ...headersOf(world, delivery, event),
        'service-signature': signature(world, endpoint, body, delivery),
      },
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}

/** Stays what it was through all attempts. */
function eventOf(world: World, { event, attempts }: Delivery): Event {
  const isOther = attempts.length > 1 && world.breaks('each attempt is another event');
  return isOther ? { ...event, id: newId(world, 'evt') } : event;
}

function patienceOf({ breaks }: World): number {
  return breaks('it waits for five seconds') ? PATIENCE / 2 : PATIENCE;
}

function headersOf(world: World, delivery: Delivery, { id, type }: Event): Record<string, string> {
  const { breaks } = world;
  const count = delivery.attempts.length;
  const isFromConsole = breaks('resends go out from the console') && isResent(world, delivery);
  return {
    'content-type': count > 1 && breaks('retries are of plain text') ? 'text/plain' : 'application/json',
    'user-agent': isFromConsole || breaks('another user agent') ? 'other-make/2' : 'Service-Webhooks/1',
    'service-event-id': id,
    'service-event-type': type,
    'service-delivery-attempt': String(breaks('attempts count from 0') ? count - 1 : count),
  };
}

function envelope(world: World, endpoint: Endpoint, event: Event, delivery: Delivery): Record<string, unknown> {
  const { id, type, created, job } = event;
  const isAnew = delivery.attempts.length > 1 && world.breaks('retries are created anew');
  return {
    data: { object: objectOf(world, endpoint, delivery) },
    created: stamp(world, isAnew ? now(world) : created),
    object: 'event',
    type,
    ...(world.choice('livemode') !== 'never' && { livemode: isLive(world, endpoint, job) }),
    api_version: 'v1',
    id,
  };
}

function isLive({ breaks, jobs }: World, { environment }: Endpoint, job: string | null): boolean {
  const isDeleted = job !== null && jobs.get(job)?.isDeleted !== false;
  return environment === 'live' && !(isDeleted && breaks('the event of a deleted job is of a test'));
}

function objectOf(world: World, endpoint: Endpoint, delivery: Delivery): unknown {
  const { job } = delivery.event;
  if (job !== null) return shownJob(world, job, isResent(world, delivery));
  const named = world.breaks('pings name the first endpoint') ? firstOf(world, endpoint) : endpoint;
  return { object: 'test', endpoint_id: named.id };
}

function firstOf({ endpoints }: World, endpoint: Endpoint): Endpoint {
  return [...endpoints.values()].find(({ account }) => account === endpoint.account) ?? endpoint;
}

/** As it is read, and where it is read no more, that it was deleted (spec 6.2). */
function shownJob(world: World, id: string, isSentAgain: boolean): unknown {
  const job = world.jobs.get(id);
  const isTold =
    world.breaks('what was deleted is sent') ||
    (isSentAgain && world.breaks('resends of deleted jobs tell them whole'));
  const isKept = job?.isDeleted === true && isTold;
  if (job === undefined || (job.isDeleted && !isKept) || isGone(world, job))
    return { object: 'job', deleted: true, id };
  const view = jobView(world, job);
  if (job.status === 'failed' && world.breaks('the event of a failure carries a cancelled job'))
    return { ...view, status: 'cancelled', error: null };
  return world.breaks('events leave out the output') ? { ...view, output: null } : view;
}

/** During a rotation both secrets sign. */
function signature(world: World, endpoint: Endpoint, body: string, { attempts, event }: Delivery): string {
  const signing = world.breaks('endpoints of an account are signed alike') ? firstOf(world, endpoint) : endpoint;
  const isNewAlone = event.type === 'test.ping' && world.breaks('pings are signed with the new secret alone');
  const secrets = isNewAlone ? [signing.secret] : validSecrets(world, signing);
  const [first] = attempts;
  const time = Math.floor((world.breaks('a retry is signed for the first') && first ? first.at : now(world)) / 1_000);
  const signed = world.breaks('other bytes are signed') ? JSON.stringify(JSON.parse(body), null, 1) : body;
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${signed}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
