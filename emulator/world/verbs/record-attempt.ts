import type { Instant } from '../../domain/values/time.ts';
import { drop } from '../../domain/values/undo.ts';
import type { Attempt, AttemptFailure, Delivery, Endpoint, WebhookEvent } from '../../domain/webhook.ts';
import { attemptNumber, putDelivery } from '../deliveries.ts';
import { schedule } from '../timers.ts';
import { nextSerial, type World } from '../world.ts';
import { disableFailing, replaceEndpoint } from './endpoints.ts';

/** The outcome of an attempt as seen by the sender. */
export type AttemptOutcome = { status: number | null; failure: AttemptFailure | null; took: number; answer: string };

/**
 * The time of failures counts from `endedAt`, and so does the wait for the next attempt unless a reading says otherwise
 * (52).
 */
export type AttemptArguments = { effect: number; outcome: AttemptOutcome | null; endedAt: Instant };

/** Spec 6.5: records an attempt. Then the delivery ends, its next attempt is scheduled, or its endpoint is disabled. */
export function recordAttempt(world: World, args: AttemptArguments): void {
  const effect = world.state.effects.get(args.effect);
  if (effect?.kind !== 'deliver') return;
  drop(world.state.effects, effect.serial);
  const delivery = world.state.deliveries.get(effect.delivery);
  const event = delivery && world.state.events.get(delivery.event);
  const endpoint = delivery && world.state.endpoints.get(delivery.endpoint);
  if (delivery === undefined || event === undefined || endpoint === undefined || args.outcome === null) return;

  const attempt: Attempt = { number: attemptNumber(world, delivery), at: effect.at, ...args.outcome };
  const attempts = [...delivery.attempts, attempt];
  const isCounted = world.rules.countsForFailing(event.type, attempt);
  const failing = isCounted ? world.rules.failingAfter(endpoint, attempt) : endpoint.failing;
  const after = replaceEndpoint(world, { ...endpoint, failing });
  const tried = { ...delivery, attempts };
  if (world.rules.isDelivered(attempt)) {
    const again = comesAgain(world, delivery, event) ? args.endedAt : null;
    putDelivery(world, { ...tried, ...awaiting(world, delivery, again, 'delivered', effect.retry) });
    return;
  }
  const due = delivery.state === 'pending' ? nextAttemptAt(world, tried, event, args.endedAt) : null;
  const ending = wasDelivered(world, delivery) ? 'delivered' : 'exhausted';
  putDelivery(world, { ...tried, ...awaiting(world, delivery, due, ending, effect.retry) });
  if (!isCounted) return;
  disableFailing(world, after, args.endedAt);
  scheduleDisabling(world, after, args.endedAt);
}

/** The state of a delivery with the timer of its next attempt, or its final state if there is none. */
function awaiting(
  world: World,
  { id, state }: Delivery,
  due: Instant | null,
  ending: 'delivered' | 'exhausted',
  timer: number,
): Pick<Delivery, 'state' | 'timer'> {
  if (due !== null) {
    schedule(world, Math.max(due, world.state.now), 'delivery', id, timer);
    return { state: 'pending', timer };
  }
  return { state: state === 'pending' || ending === 'delivered' ? ending : state, timer: null };
}

function nextAttemptAt(world: World, delivery: Delivery, event: WebhookEvent, endedAt: Instant): Instant | null {
  if (wasDelivered(world, delivery)) return null;
  const { settings, rules } = world;
  return rules.nextAttemptAt(settings.seed, delivery, event, delivery.attempts.length, endedAt);
}

/** Spec 6.5: at least once. If the readings say so, every or every third delivery is sent again; a ping never is. */
function comesAgain(world: World, delivery: Delivery, event: WebhookEvent): boolean {
  const { duplicate_deliveries: again } = world.settings.readings;
  if (again === 'never' || event.type === 'test.ping') return false;
  if (delivery.state !== 'pending' || wasDelivered(world, delivery)) return false;
  return again === 'each' || nextSerial(world, 'acknowledged') % 3 === 2;
}

/** Whether an earlier attempt was acknowledged and the delivery was sent again. */
function wasDelivered({ settings, rules }: World, { attempts }: Delivery): boolean {
  return settings.readings.duplicate_deliveries !== 'never' && attempts.some((attempt) => rules.isDelivered(attempt));
}

/** Reading 44: an endpoint that has failed often enough is disabled when the day of failures is over. */
function scheduleDisabling(world: World, { id, failing }: Endpoint, now: Instant): void {
  const due = world.rules.disablesAt(failing);
  if (due !== null && due > now) schedule(world, due, 'disabling', id);
}
