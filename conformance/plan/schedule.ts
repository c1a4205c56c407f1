import type { Instance } from '../suite/scenario/scenario.ts';
import { seededDraws } from './seeded-draws.ts';

/** Repeats every instance as requested, in the order of the seed. Those that take real time come first. */
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

/** Shuffles a run: the same draws give the same order. */
export function shuffled<Item>(items: readonly Item[], draw: () => number): Item[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    const [one, two] = [order[index], order[other]];
    if (one !== undefined && two !== undefined) [order[index], order[other]] = [two, one];
  }
  return order;
}
