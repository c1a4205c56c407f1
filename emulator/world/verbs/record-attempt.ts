import type { Instant } from '../../domain/values/time.ts';
import { drop } from '../../domain/values/undo.ts';
import type { Attempt, AttemptFailure } from '../../domain/webhook.ts';
import { cancelDeliveries, putDelivery } from '../deliveries.ts';
import { schedule } from '../timers.ts';
import type { World } from '../world.ts';
import { replaceEndpoint } from './endpoints.ts';

/** The outcome of an attempt at its receiver. */
export type AttemptOutcome = { status: number | null; failure: AttemptFailure | null; took: number; answer: string };

/** The wait for the next attempt and the time of failing count from `endedAt` (reading 52). */
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

  const attempt: Attempt = { number: delivery.attempts.length + 1, at: effect.at, ...args.outcome };
  const attempts = [...delivery.attempts, attempt];
  const failing = world.rules.failingAfter(endpoint, attempt);
  replaceEndpoint(world, { ...endpoint, failing });
  const tried = { ...delivery, attempts };
  if (world.rules.isDelivered(attempt)) {
    putDelivery(world, { ...tried, state: 'delivered' });
    return;
  }
  const due =
    delivery.state === 'pending'
      ? world.rules.nextAttemptAt(world.settings.seed, delivery, event, attempts.length, args.endedAt)
      : null;
  const timer = due === null ? null : schedule(world, Math.max(due, world.state.now), 'delivery', delivery.id);
  const state = delivery.state === 'pending' && due === null ? 'exhausted' : delivery.state;
  putDelivery(world, { ...tried, state, timer });
  if (endpoint.enabled && world.rules.isToBeDisabled(failing, args.endedAt)) {
    replaceEndpoint(world, { ...endpoint, failing, enabled: false });
    cancelDeliveries(world, endpoint.id);
  }
}
