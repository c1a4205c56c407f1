import { isTerminal, type Job, statusOf } from '../domain/job.ts';
import { signatureHeader } from '../domain/signature.ts';
import { DAY, SECOND } from '../domain/values/time.ts';
import { drop, put } from '../domain/values/undo.ts';
import type { JobStatus } from '../domain/vocabulary.ts';
import { type Delivery, type Endpoint, envelopeJson, type JobEventType, type WebhookEvent } from '../domain/webhook.ts';
import type { DeliveryRequest } from './edges.ts';
import { reserveTimer, schedule, unschedule } from './timers.ts';
import { nextId, nextSerial, ownerAccount, type World } from './world.ts';

/** Spec 6.1: when a job ends, creates one event for all endpoints that receive it. */
export function announceEnd(world: World, job: Job): void {
  if (!isTerminal(job)) throw new Error(`${job.id} has not ended`);
  if (world.state.endpoints.size === 0 || !world.rules.webhooksAreOn(ownerAccount(world, job.owner))) return;
  const status = statusOf(job) as Extract<JobStatus, 'succeeded' | 'failed' | 'cancelled'>;
  for (const type of world.rules.eventsOfEnd(status)) announce(world, job, type);
}

function announce(world: World, job: Job, type: JobEventType): void {
  const { readings } = world.settings;
  const { receivers: settled } = job;
  const endpoints = [...world.state.endpoints.values()].filter(({ id }) => settled?.includes(id) ?? true);
  const receivers = endpoints.filter((endpoint) => world.rules.receives(endpoint, job.owner, type));
  const disabled = readings.events_while_disabled === 'lost' ? [] : endpoints.filter(({ enabled }) => !enabled);
  const missing = disabled.filter((endpoint) => world.rules.receives({ ...endpoint, enabled: true }, job.owner, type));
  if (receivers.length === 0 && missing.length === 0) return;
  const { now: createdAt } = world.state;
  const object = readings.retention_body === 'last_job' ? { object: job.view.json } : {};
  const event: WebhookEvent = { id: nextId(world, 'evt'), owner: job.owner, type, createdAt, job: job.id, ...object };
  put(world.state.events, event.id, event);
  for (const endpoint of receivers) startDelivery(world, endpoint, event, { delay: readings.first_attempt_delay });
  const state = readings.events_while_disabled === 'listed_as_cancelled' ? 'cancelled' : 'pending';
  for (const endpoint of missing) addDelivery(world, endpoint, event, { state });
}

/** Creates a delivery and starts its first attempt, at once or after a delay. */
export function startDelivery(
  world: World,
  endpoint: Endpoint,
  event: WebhookEvent,
  { isResend = false, delay = 0 }: { isResend?: boolean; delay?: number } = {},
): Delivery {
  const delivery = addDelivery(world, endpoint, event, { isResend });
  if (delay === 0) attemptDelivery(world, delivery);
  else putDelivery(world, { ...delivery, timer: schedule(world, world.state.now + delay, 'delivery', delivery.id) });
  return delivery;
}

/** Creates a delivery without an attempt. */
export function addDelivery(
  world: World,
  endpoint: Endpoint,
  event: WebhookEvent,
  { state = 'pending', isResend = false }: Partial<Pick<Delivery, 'state' | 'isResend'>>,
): Delivery {
  const delivery: Delivery = {
    id: nextId(world, 'del'),
    endpoint: endpoint.id,
    event: event.id,
    state,
    attempts: [],
    isResend,
    createdAt: world.state.now,
    timer: null,
  };
  putDelivery(world, delivery);
  return delivery;
}

/**
 * Reading 56: events of the time when an endpoint was disabled are sent once it is enabled, within a day of the event.
 */
export function sendHeldBack(world: World, endpoint: string): void {
  const { pendingDeliveries, deliveries, events, now } = world.state;
  for (const [id, receiver] of [...pendingDeliveries]) {
    const delivery = receiver === endpoint ? deliveries.get(id) : undefined;
    const event = delivery && events.get(delivery.event);
    if (delivery === undefined || event === undefined || delivery.isResend) continue;
    if (now <= event.createdAt + DAY) attemptDelivery(world, delivery);
    else putDelivery(world, { ...delivery, state: 'exhausted' });
  }
}

/** Reading 42: adds the endpoints that receive an event now but did not when it was created. */
export function addReceivers(world: World, { event: id }: Delivery): void {
  const event = world.state.events.get(id);
  if (event === undefined || event.type === 'test.ping' || !isForPresentReceivers(world)) return;
  const { endpoints, deliveries } = world.state;
  const known = new Set([...deliveries.values()].filter((one) => one.event === id).map(({ endpoint }) => endpoint));
  for (const endpoint of endpoints.values())
    if (!known.has(endpoint.id) && world.rules.receives(endpoint, event.owner, event.type))
      startDelivery(world, endpoint, event);
}

function isForPresentReceivers({ settings }: World): boolean {
  return settings.readings.event_receivers === 'at_delivery';
}

/** Whether a due attempt and all later ones are skipped. */
function isWithheld(world: World, { endpoint: receiver, event: id, isResend, attempts }: Delivery): boolean {
  const endpoint = world.state.endpoints.get(receiver);
  const event = world.state.events.get(id);
  if (endpoint === undefined || event === undefined || event.type === 'test.ping') return false;
  // Spec 6.5: each event is delivered at least once, however late the first attempt is.
  const isTried = isResend || attempts.length > 0;
  if (isTried && world.settings.readings.retention_body === 'nothing_sent' && isExpired(world, event)) return true;
  return isForPresentReceivers(world) && !isResend && !world.rules.receives(endpoint, event.owner, event.type);
}

/** Whether the job of an event was removed because its retention passed. */
function isExpired({ state }: World, { job }: WebhookEvent): boolean {
  return job !== null && state.tombstones.get(job)?.cause === 'expired';
}

export function attemptDelivery(world: World, delivery: Delivery): void {
  if (isWithheld(world, delivery)) {
    putDelivery(world, { ...delivery, state: 'cancelled', timer: null });
    return;
  }
  const serial = nextSerial(world, 'effect');
  putDelivery(world, { ...delivery, timer: null });
  const retry = reserveTimer(world);
  put(world.state.effects, serial, { serial, kind: 'deliver', delivery: delivery.id, at: world.state.now, retry });
}

/** Spec 6.5: cancels the pending deliveries of a disabled or removed endpoint. */
export function cancelDeliveries(world: World, endpoint: string): void {
  for (const [id, receiver] of world.state.pendingDeliveries) {
    const delivery = receiver === endpoint ? world.state.deliveries.get(id) : undefined;
    if (delivery === undefined) continue;
    unschedule(world, delivery.timer);
    putDelivery(world, { ...delivery, state: 'cancelled', timer: null });
  }
}

export function putDelivery(world: World, delivery: Delivery): void {
  put(world.state.deliveries, delivery.id, delivery);
  world.moved.add(delivery.id);
  if (delivery.state === 'pending') put(world.state.pendingDeliveries, delivery.id, delivery.endpoint);
  else drop(world.state.pendingDeliveries, delivery.id);
}

/**
 * Reading 54: the number of the next attempt. The attempts of a resend are numbered from 1, or after those of the other
 * deliveries of the event.
 */
export function attemptNumber(world: World, { id, endpoint, event, isResend, attempts }: Delivery): number {
  if (!isResend || world.settings.readings.resend_attempts === 'from_one') return attempts.length + 1;
  const others = [...world.state.deliveries.values()].filter(
    (one) => one.id !== id && one.event === event && one.endpoint === endpoint,
  );
  return others.reduce((sum, one) => sum + one.attempts.length, attempts.length) + 1;
}

/**
 * The request of an attempt (spec 6.3), created for each attempt with the current state of the job and a current
 * signature. Null if there is nothing to send any more.
 */
export function deliveryRequest(world: World, id: string, signedAt: number): DeliveryRequest | null {
  const delivery = world.state.deliveries.get(id);
  const endpoint = delivery && world.state.endpoints.get(delivery.endpoint);
  const event = delivery && world.state.events.get(delivery.event);
  if (delivery === undefined || endpoint === undefined || event === undefined || delivery.state !== 'pending')
    return null;
  const body = envelopeJson(event, objectOf(world, event, endpoint), ownerAccount(world, event.owner).hasTestKey);
  const secrets = world.rules.signingSecrets(endpoint, world.state.now);
  const unixSeconds = Math.floor(signedAt / SECOND);
  const request: DeliveryRequest = {
    url: endpoint.url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      'Service-Event-Id': event.id,
      'Service-Event-Type': event.type,
      'Service-Delivery-Attempt': String(attemptNumber(world, delivery)),
      'Service-Signature': signatureHeader(secrets, unixSeconds, body),
    },
  };
  const { webhookTimeout: timeout } = world.state.switches;
  const facts = { delivery, endpoint, event, secrets, unixSeconds };
  const sent = world.edges.delivery?.(world, facts, request) ?? request;
  return timeout === null ? sent : { ...sent, timeout };
}

/**
 * Spec 6.2 and reading 57: a job that is deleted before an attempt is sent as deleted; for an expired job, the reading
 * decides.
 */
function objectOf(world: World, event: WebhookEvent, endpoint: Endpoint): string {
  if (event.job === null) return JSON.stringify({ object: 'test', endpoint_id: endpoint.id });
  const job = world.state.jobs.get(event.job);
  const isLastShown = world.settings.readings.retention_body === 'last_job' && isExpired(world, event);
  return (
    job?.view.json ??
    (isLastShown ? event.object : undefined) ??
    JSON.stringify({ id: event.job, object: 'job', deleted: true })
  );
}
