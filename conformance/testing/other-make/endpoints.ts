import { randomBytes } from 'node:crypto';
import { newId, now, type Owner, type World } from './world.ts';

export type Event = { id: string; type: string; created: number; job: string | null };
export type Delivery = {
  id: string;
  endpoint: string;
  event: Event;
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled';
  attempts: { at: number; status: number | null }[];
  next: number | null;
};
/** `until`: when a secret that was replaced is no longer valid. */
export type Endpoint = Owner & {
  id: string;
  url: string;
  /** The types that it has subscribed to; null is all. */
  events: readonly string[] | null;
  secret: string;
  previous: { secret: string; until: number } | null;
  enabled: boolean;
  /** The failed attempts in a row, and when they began. */
  failures: { count: number; since: number };
};

const DAY = 86_400_000;
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
  endpoint.previous = { secret: endpoint.secret, until: now(world) + Math.min(keepFor, WEEK) };
  endpoint.secret = newSecret();
}

export function validSecrets(world: World, { secret, previous }: Endpoint): string[] {
  const late = world.breaks('previous secrets sign a day longer') ? DAY : 0;
  return previous !== null && previous.until + late > now(world) ? [secret, previous.secret] : [secret];
}

export function enable(endpoint: Endpoint): void {
  endpoint.enabled = true;
  endpoint.failures = { count: 0, since: 0 };
}

export function disable(world: World, endpoint: Endpoint): void {
  endpoint.enabled = false;
  for (const delivery of deliveriesOf(world, endpoint)) if (delivery.state === 'pending') cancel(delivery);
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
  const isEnough = endpoint.failures.count >= MOST_FAILURES && time - endpoint.failures.since >= DAY;
  if (isEnough) disable(world, endpoint);
  if (isEnough && world.breaks('failing endpoints take their neighbours along'))
    for (const one of world.endpoints.values()) if (one.account === endpoint.account) disable(world, one);
}

export function noteSuccess({ breaks }: World, endpoint: Endpoint): void {
  if (breaks('a success keeps the count of failures')) return;
  endpoint.failures = { count: 0, since: 0 };
}

export function deliveriesOf({ deliveries }: World, { id }: Endpoint): Delivery[] {
  return [...deliveries.values()].filter(({ endpoint }) => endpoint === id);
}
