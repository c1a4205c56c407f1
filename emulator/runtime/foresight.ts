import { STANDARD_RULES } from '../domain/rulebook.ts';
import type { Instant } from '../domain/values/time.ts';
import { retriesFrom } from '../domain/webhook.ts';
import type { Effect } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** What can be known about the effects of a running attempt before its outcome. */

const DECIDING = ['isDelivered', 'failingAfter', 'isToBeDisabled', 'nextAttemptAt'] as const;

/** If deliveries follow other rules, or attempt numbers continue across deliveries, nothing is known in advance. */
export function isForeseeable({ rules, edges, settings }: World): boolean {
  const isStandard = DECIDING.every((name) => rules[name] === STANDARD_RULES[name]);
  return isStandard && edges.change === null && settings.readings.resend_attempts === 'from_one';
}

/** The instant before which no work that results from an effect can be due. */
export function nothingDueBefore(world: World, effect: Effect): Instant {
  if (effect.kind === 'process') return Number.NEGATIVE_INFINITY;
  const made = world.state.deliveries.get(effect.delivery)?.attempts.length ?? 0;
  const retry = retriesFrom(made, effect.at);
  return world.settings.readings.duplicate_deliveries === 'never' ? retry : effect.at;
}
