import { randomBytes } from 'node:crypto';
import { type Delivery, type Endpoint, newId, now, type Owner, type World } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MOST_FAILURES = 20;

type Given = Owner & { url: string; events?: readonly string[] | null; secret?: string };

export function addEndpoint(world: World, given: Given): Endpoint {
  const { account, environment, url, events = null, secret = newSecret() } = given;
  const failures = { count: 0, since: 0 };
  const id = newId(world, 'we');
  const endpoint = { id, account, environment, url, events, secret, previous: null, enabled: true, failures };
  world.endpoints.set(id, endpoint);
  return endpoint;
}

function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64url')}`;
}

/** Spec 6.5: the previous secret stays valid for a chosen period of up to 7 days. */
export function rotate(world: World, endpoint: Endpoint, keepFor: number): void {
  const late = world.breaks('a previous secret is kept a day longer') ? DAY : 0;
  endpoint.previous = { secret: endpoint.secret, until: now(world) + Math.min(keepFor, WEEK) + late };
  endpoint.secret = newSecret();
}

export function validSecrets(world: World, { secret, previous }: Endpoint): string[] {
  if (previous === null || previous.until <= now(world)) return [secret];
  if (world.breaks('only the new secret signs')) return [secret];
  return [secret, previous.secret];
}

export function enable(world: World, endpoint: Endpoint): void {
  endpoint.enabled = true;
  if (!world.breaks('enabling keeps the count')) endpoint.failures = { count: 0, since: 0 };
}

export function disable(world: World, endpoint: Endpoint): void {
  endpoint.enabled = false;
  const pending = deliveriesOf(world, endpoint).filter(({ state }) => state === 'pending');
  if (!world.breaks('pending deliveries stay')) for (const delivery of pending) cancel(delivery);
}

function cancel(delivery: Delivery): void {
  delivery.state = 'cancelled';
  delivery.next = null;
}

/** Spec 6.5: disabled after 20 failures in a row which have lasted for a day. */
export function noteFailure(world: World, endpoint: Endpoint): void {
  const time = now(world);
  const { count, since } = endpoint.failures;
  endpoint.failures = { count: count + 1, since: count === 0 ? time : since };
  const isOften = endpoint.failures.count >= MOST_FAILURES || world.breaks('a day of failures is enough');
  const isLong = time - endpoint.failures.since >= DAY || world.breaks('twenty failures are enough');
  if (!isOften || !isLong || world.breaks('no endpoint is ever disabled')) return;
  disable(world, endpoint);
  if (world.breaks('failing endpoints take their neighbours along'))
    for (const one of world.endpoints.values()) if (one.account === endpoint.account) disable(world, one);
}

export function noteSuccess(world: World, endpoint: Endpoint): void {
  if (!world.breaks('a success ends nothing')) endpoint.failures = { count: 0, since: 0 };
}

export function deliveriesOf({ deliveries }: World, { id }: Endpoint): Delivery[] {
  return [...deliveries.values()].filter(({ endpoint }) => endpoint === id);
}
