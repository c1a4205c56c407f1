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

/** Spec 6.5: the previous secret stays valid for a given time of up to 7 days. */
export function rotate(world: World, endpoint: Endpoint, keepFor: number): void {
  const isWeek = keepFor > 0 && world.breaks('a replaced secret signs for a week');
  const length = isWeek ? WEEK : Math.min(keepFor, WEEK);
  endpoint.previous = { secret: endpoint.secret, until: now(world) + length };
  endpoint.secret = newSecret();
}

export function validSecrets(world: World, { secret, previous }: Endpoint): string[] {
  return previous === null || previous.until <= now(world) ? [secret] : [secret, previous.secret];
}

export function enable({ breaks }: World, endpoint: Endpoint): void {
  endpoint.enabled = true;
  if (!breaks('enabling keeps the row of failures')) endpoint.failures = { count: 0, since: 0 };
}

export function disable(world: World, endpoint: Endpoint): void {
  endpoint.enabled = false;
  for (const delivery of deliveriesOf(world, endpoint))
    if (delivery.state === 'pending') Object.assign(delivery, { state: 'cancelled', next: null });
}

/** A success resets the failures in a row. */
export function noteSuccess({ breaks }: World, endpoint: Endpoint): void {
  if (!breaks('a success does not end a row of failures')) endpoint.failures = { count: 0, since: 0 };
}

/** Spec 6.5: an endpoint is disabled after 20 failures in a row that span a day. */
export function noteFailure(world: World, endpoint: Endpoint): void {
  const time = now(world);
  const { count, since } = endpoint.failures;
  endpoint.failures = { count: count + 1, since: count === 0 ? time : since };
  if (endpoint.failures.count >= MOST_FAILURES && time - endpoint.failures.since >= DAY) disable(world, endpoint);
}

export function deliveriesOf({ deliveries }: World, { id }: Endpoint): Delivery[] {
  return [...deliveries.values()].filter(({ endpoint }) => endpoint === id);
}
