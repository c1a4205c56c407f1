import type { Of } from './operation.ts';
import type { Sim } from './sim.ts';

/** Begins to write all whole, which goes on beside the steps that follow. */
export function checkpoint(sim: Sim, { pace }: Of<'checkpoint'>): string {
  const { files } = sim.machine;
  if (files === null || sim.checkpoint !== null) return 'not now';
  const begun = { pace };
  sim.checkpoint = begun;
  files.hold();
  const over = () => {
    if (sim.checkpoint !== begun) return;
    sim.checkpoint = null;
    files.hurry();
  };
  // Where the disk takes nothing it fails, which is not an error of a step.
  sim.machine.checkpoint().then(over, over);
  return 'begun';
}
