import { hash53 } from '../../domain/values/random.ts';
import type { Instant } from '../../domain/values/time.ts';
import { drop, put } from '../../domain/values/undo.ts';
import type { Delivery, Endpoint, EventType, WebhookEvent } from '../../domain/webhook.ts';
import { addDelivery, cancelDeliveries, sendHeldBack, startDelivery } from '../deliveries.ts';
import { nextId, nextSerial, type World } from '../world.ts';

export type NewEndpoint = { owner: string; url: string; events: readonly EventType[]; secret: string | null };

export function registerEndpoint(world: World, { owner, url, events, secret }: NewEndpoint): Endpoint {
  const endpoint: Endpoint = {
    id: nextId(world, 'we'),
    owner,
    url,
    events,
    enabled: true,
    secret: secret ?? mintSecret(world),
    previous: null,
    older: [],
    failing: null,
    createdAt: world.state.now,
  };
  put(world.state.endpoints, endpoint.id, endpoint);
  return endpoint;
}

export type EndpointChange = { id: string; change: Partial<Pick<Endpoint, 'url' | 'events'>> };

export function updateEndpoint(world: World, { id, change }: EndpointChange): Endpoint {
  return replaceEndpoint(world, { ...endpointById(world, id), ...change });
}

export function removeEndpoint(world: World, { id }: { id: string }): void {
  cancelDeliveries(world, id);
  drop(world.state.endpoints, id);
  for (const delivery of world.state.deliveries.values()) {
    if (delivery.endpoint === id) drop(world.state.deliveries, delivery.id);
  }
}

/** Spec 6.5: enabling an endpoint resets the count of failures; cancelled deliveries stay cancelled. */
export function setEndpointEnabled(world: World, { id, enabled }: { id: string; enabled: boolean }): Endpoint {
  if (!enabled) cancelDeliveries(world, id);
  const before = endpointById(world, id);
  const endpoint = replaceEndpoint(world, { ...before, enabled, failing: null });
  if (enabled && !before.enabled) sendHeldBack(world, id);
  return endpoint;
}

/** Spec 6.5: disables an endpoint that has failed often enough for long enough. */
export function disableFailing(world: World, endpoint: Endpoint, now: Instant): void {
  if (!endpoint.enabled || !world.rules.isToBeDisabled(endpoint.failing, now)) return;
  replaceEndpoint(world, { ...endpoint, enabled: false });
  cancelDeliveries(world, endpoint.id);
}

/** Reading 53: the number of previous secrets that continue to sign; older ones are dropped at once. */
export function rotateSecret(
  world: World,
  { id, keepFor, secret }: { id: string; keepFor: number; secret: string | null },
): Endpoint {
  const endpoint = endpointById(world, id);
  const previous = keepFor > 0 ? { secret: endpoint.secret, until: world.state.now + keepFor } : null;
  const before = endpoint.previous === null ? endpoint.older : [endpoint.previous, ...endpoint.older];
  const older = before.slice(0, world.settings.readings.previous_secrets - 1);
  return replaceEndpoint(world, { ...endpoint, secret: secret ?? mintSecret(world), previous, older });
}

/** Reading 55: a ping is sent once, and whatever the endpoint subscribes to unless the reading says otherwise. */
export function pingEndpoint(world: World, { id }: { id: string }): Delivery {
  const endpoint = endpointById(world, id);
  const { now: createdAt } = world.state;
  const event: WebhookEvent = {
    id: nextId(world, 'evt'),
    owner: endpoint.owner,
    type: 'test.ping',
    createdAt,
    job: null,
  };
  put(world.state.events, event.id, event);
  return world.rules.pingIsSent(endpoint)
    ? startDelivery(world, endpoint, event)
    : addDelivery(world, endpoint, event, { state: 'cancelled' });
}

/** Reading 54: creates a new delivery with the same event id. */
export function resendDelivery(world: World, { id }: { id: string }): Delivery {
  const delivery = world.state.deliveries.get(id);
  const event = delivery && world.state.events.get(delivery.event);
  if (delivery === undefined || event === undefined) throw new Error(`there is no delivery ${id}`);
  return startDelivery(world, endpointById(world, delivery.endpoint), event, { isResend: true });
}

function endpointById(world: World, id: string): Endpoint {
  const endpoint = world.state.endpoints.get(id);
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`);
  return endpoint;
}

export function replaceEndpoint(world: World, endpoint: Endpoint): Endpoint {
  put(world.state.endpoints, endpoint.id, endpoint);
  return endpoint;
}

function mintSecret(world: World): string {
  const serial = nextSerial(world, 'secret');
  const parts = Array.from({ length: 3 }, (_, part) =>
    hash53(`${world.settings.seed}\u0000secret\u0000${serial}\u0000${part}`),
  );
  const digits = parts.map((part) => part.toString(36).padStart(DIGITS, '0')).join('');
  return `whsec_${digits}`;
}

/** The number of digits of a hash in base 36. */
const DIGITS = 11;
