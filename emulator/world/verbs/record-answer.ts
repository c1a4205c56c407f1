import { putDelivery } from '../deliveries.ts';
import type { World } from '../world.ts';

export type AnswerArguments = { delivery: string; attempt: number; answer: string };

/** Records the body of an answer whose head has already decided the attempt (reading 58). */
export function recordAnswer(world: World, { delivery: id, attempt: index, answer }: AnswerArguments): void {
  const delivery = world.state.deliveries.get(id);
  const attempt = delivery?.attempts[index];
  if (delivery === undefined || attempt === undefined) return;
  putDelivery(world, { ...delivery, attempts: delivery.attempts.with(index, { ...attempt, answer }) });
}
