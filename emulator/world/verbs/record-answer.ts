import { putDelivery } from '../deliveries.ts';
import type { World } from '../world.ts';

export type AnswerArguments = { delivery: string; attempt: number; answer: string };

/** Notes what a receiver said behind the head of its answer, which has decided the attempt already (reading 58). */
export function recordAnswer(world: World, { delivery: id, attempt: index, answer }: AnswerArguments): void {
  const delivery = world.state.deliveries.get(id);
  const attempt = delivery?.attempts[index];
  if (delivery === undefined || attempt === undefined) return;
  putDelivery(world, { ...delivery, attempts: delivery.attempts.with(index, { ...attempt, answer }) });
}
