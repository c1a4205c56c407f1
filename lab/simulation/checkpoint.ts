import type { Of } from './operation.ts';
import type { Sim } from './sim.ts';

/** Starts a complete write of the data, which continues during the following steps. */
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
  // It fails if the disk refuses writes, which is not an error of the step.
  sim.machine.checkpoint().then(over, over);
  return 'begun';
}
