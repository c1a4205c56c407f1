import type { Effects } from '../effects/effects.ts';
import { type Findings, judgeTrace } from '../judge/judge-trace.ts';
import type { Facts } from '../plan/facts.ts';
import { type PlayOptions, playInstance } from '../play/play-instance.ts';
import type { Leftover } from '../play/trace.ts';
import type { Instance } from '../suite/scenario/scenario.ts';

/** All that came of one instance. */
export type InstanceResult = Findings & { leftovers: readonly Leftover[] };

/** Plays an instance and judges it: on a server, or on the tape of one. */
export async function runInstance(
  instance: Instance,
  facts: Facts,
  effects: Effects,
  options: PlayOptions,
): Promise<InstanceResult> {
  const trace = await playInstance(instance, facts, effects, options);
  return { ...judgeTrace(trace), leftovers: trace.leftovers };
}
