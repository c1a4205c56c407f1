import type { Readings } from '../../shared/questions/generated/readings.ts';
import { isTerminal, type Job, statusOf } from '../domain/job.ts';
import { signatureHeader, signedAnew } from '../domain/signature.ts';
import { spelledJson } from '../domain/spelling.ts';
import { SECOND } from '../domain/values/time.ts';
import { drop, put } from '../domain/values/undo.ts';
import type { JobStatus } from '../domain/vocabulary.ts';
import { type Delivery, type Endpoint, envelopeJson, type JobEventType, type WebhookEvent } from '../domain/webhook.ts';
import type { DeliveryRequest } from './edges.ts';
import { unschedule } from './timers.ts';
import { nextId, nextSerial, ownerAccount, type World } from './world.ts';

/** Spec 6.1: a job that has ended makes one event, which goes to every endpoint that receives it. */
export function announceEnd(world: World, job: Job): void {
  if (!isTerminal(job)) throw new Error(`${job.id} has not ended`);
  if (world.state.endpoints.size === 0 || !world.rules.webhooksAreOn(ownerAccount(world, job.owner))) return;
  const status = statusOf(job) as Extract<JobStatus, 'succeeded' | 'failed' | 'cancelled'>;
  for (const type of world.rules.eventsOfEnd(status)) announce(world, job, type);
}

function announce(world: World, job: Job, type: JobEventType): void {
  const receivers = [...world.state.endpoints.values()].filter((endpoint) =>
    world.rules.receives(endpoint, job.owner, type),
  );
  if (receivers.length === 0) return;
  const { now: createdAt } = world.state;
  const event: WebhookEvent = { id: nextId(world, 'evt'), owner: job.owner, type, createdAt, job: job.id };
  put(world.state.events, event.id, event);
  for (const endpoint of receivers) startDelivery(world, endpoint, event, false);
}

/** The first attempt goes out at once. */
export function startDelivery(world: World, endpoint: Endpoint, event: WebhookEvent, isResend: boolean): Delivery {
  const delivery: Delivery = {
    id: nextId(world, 'del'),
    endpoint: endpoint.id,
    event: event.id,
    state: 'pending',
    attempts: [],
    isResend,
    createdAt: world.state.now,
    timer: null,
  };
  attemptDelivery(world, delivery);
  return delivery;
}

export function attemptDelivery(world: World, delivery: Delivery): void {
  const serial = nextSerial(world, 'effect');
  putDelivery(world, { ...delivery, timer: null });
  put(world.state.effects, serial, { serial, kind: 'deliver', delivery: delivery.id, at: world.state.now });
}

/** Spec 6.5: the pending deliveries of a disabled or removed endpoint are cancelled. */
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
  if (delivery.state === 'pending') put(world.state.pendingDeliveries, delivery.id, delivery.endpoint);
  else drop(world.state.pendingDeliveries, delivery.id);
}

/**
 * The request of an attempt (spec 6.3), made anew for each: the job as it is now, and a signature of now. Null where
 * nothing is to be sent any more.
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
      'Service-Delivery-Attempt': String(delivery.attempts.length + 1),
      'Service-Signature': signatureHeader(secrets, unixSeconds, body),
    },
  };
  const facts = { delivery, endpoint, event, secrets, unixSeconds };
  const edited = world.edges.delivery?.(world, facts, request) ?? request;
  return spelledRequest(edited, secrets, world.settings.readings);
}

/** Spec 6.4: the signature is over the bytes as they are spelled. */
function spelledRequest(request: DeliveryRequest, secrets: readonly string[], readings: Readings): DeliveryRequest {
  const { headers, body: was } = request;
  const body = spelledJson(was, readings);
  if (body === was) return request;
  const signature = signedAnew(headers['Service-Signature'] ?? '', secrets, was, body);
  return { ...request, body, headers: { ...headers, 'Service-Signature': signature } };
}

/** Spec 6.2 and reading 57: a job that is deleted by the time of an attempt is sent as deleted. */
function objectOf(world: World, event: WebhookEvent, endpoint: Endpoint): string {
  if (event.job === null) return JSON.stringify({ object: 'test', endpoint_id: endpoint.id });
  const job = world.state.jobs.get(event.job);
  return job?.view.json ?? JSON.stringify({ id: event.job, object: 'job', deleted: true });
}
