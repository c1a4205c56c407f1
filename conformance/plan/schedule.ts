import type { Instance } from '../suite/scenario/scenario.ts';
import { seededDraws } from './seeded-draws.ts';

/** Every instance as often as it is to be played, in the order of the seed; what takes real time goes first. */
export function scheduleOf(
  instances: readonly Instance[],
  { repeat, seed }: { repeat: number; seed: string },
): Instance[] {
  const rounds = Array.from({ length: repeat }, (_, round) => instances.map((instance) => inRound(instance, round)));
  const order = shuffled(rounds.flat(), seededDraws(seed));
  return [...order.filter(({ slow }) => slow), ...order.filter(({ slow }) => !slow)];
}

function inRound(instance: Instance, round: number): Instance {
  return round === 0 ? instance : { ...instance, id: `${instance.id}#${round + 1}` };
}

/** The order of a run: the same seed gives the same order, and another seed another one. */
export function shuffled<Item>(items: readonly Item[], draw: () => number): Item[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    const [one, two] = [order[index], order[other]];
    if (one !== undefined && two !== undefined) [order[index], order[other]] = [two, one];
  }
  return order;
}
