import { hash53 } from '../../domain/values/random.ts';
import { drop, put } from '../../domain/values/undo.ts';
import type { Delivery, Endpoint, JobEventType, WebhookEvent } from '../../domain/webhook.ts';
import { cancelDeliveries, startDelivery } from '../deliveries.ts';
import { nextId, nextSerial, type World } from '../world.ts';

export type NewEndpoint = { owner: string; url: string; events: readonly JobEventType[]; secret: string | null };

export function registerEndpoint(world: World, { owner, url, events, secret }: NewEndpoint): Endpoint {
  const endpoint: Endpoint = {
    id: nextId(world, 'we'),
    owner,
    url,
    events,
    enabled: true,
    secret: secret ?? mintSecret(world),
    previous: null,
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

/** Spec 6.5: enabling begins the count of failures anew; what was cancelled stays cancelled. */
export function setEndpointEnabled(world: World, { id, enabled }: { id: string; enabled: boolean }): Endpoint {
  if (!enabled) cancelDeliveries(world, id);
  return replaceEndpoint(world, { ...endpointById(world, id), enabled, failing: null });
}

/** Reading 53: the secret before the previous one is dropped at once. */
export function rotateSecret(
  world: World,
  { id, keepFor, secret }: { id: string; keepFor: number; secret: string | null },
): Endpoint {
  const endpoint = endpointById(world, id);
  const previous = keepFor > 0 ? { secret: endpoint.secret, until: world.state.now + keepFor } : null;
  return replaceEndpoint(world, { ...endpoint, secret: secret ?? mintSecret(world), previous });
}

/** Reading 55: a ping is sent whatever is subscribed, and once. */
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
  return startDelivery(world, endpoint, event, false);
}

/** Reading 54: a new delivery with the same event id. */
export function resendDelivery(world: World, { id }: { id: string }): Delivery {
  const delivery = world.state.deliveries.get(id);
  const event = delivery && world.state.events.get(delivery.event);
  if (delivery === undefined || event === undefined) throw new Error(`there is no delivery ${id}`);
  return startDelivery(world, endpointById(world, delivery.endpoint), event, true);
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
  const parts = [0, 1, 2].map((part) => hash53(`${world.settings.seed}\u0000secret\u0000${serial}\u0000${part}`));
  return `whsec_${parts.map((part) => part.toString(36).padStart(11, '0')).join('')}`;
}
