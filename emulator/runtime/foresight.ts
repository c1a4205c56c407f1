import { STANDARD_RULES } from '../domain/rulebook.ts';
import type { Instant } from '../domain/values/time.ts';
import { retriesFrom } from '../domain/webhook.ts';
import type { Effect } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** What an attempt that is under way may come to, as far as it can be known before its outcome. */

const DECIDING = ['isDelivered', 'failingAfter', 'isToBeDisabled', 'nextAttemptAt'] as const;

/** Where deliveries go by other rules, or numbers run on from one to the next, nothing is known of them beforehand. */
export function isForeseeable({ rules, edges, settings }: World): boolean {
  const isStandard = DECIDING.every((name) => rules[name] === STANDARD_RULES[name]);
  return isStandard && edges.change === null && settings.readings.resend_attempts === 'from_one';
}

/** Before this instant nothing is due that comes of an effect. */
export function nothingDueBefore(world: World, effect: Effect): Instant {
  if (effect.kind === 'process') return Number.NEGATIVE_INFINITY;
  const made = world.state.deliveries.get(effect.delivery)?.attempts.length ?? 0;
  const retry = retriesFrom(made, effect.at);
  return world.settings.readings.duplicate_deliveries === 'never' ? retry : effect.at;
}
