import { openBooks } from './books.ts';
import { Broken } from './broken.ts';
import { noCounts } from './counts.ts';
import { receive } from './judge/receivers.ts';
import { freshFiles, type MachineParts, startMachine } from './machine/machine.ts';
import { createSimulatedWall } from './machine/wall.ts';
import { START } from './machine/world-config.ts';
import { later, type Sim } from './sim.ts';
import { createTape } from './tape.ts';

/** The ports of a machine. Its deliveries and errors go to the session. */
export function machineParts(sim: Sim): MachineParts {
  return {
    wall: sim.wall,
    send: (request) => receive(sim, request),
    shown: (emulator) => sim.tape?.taped(emulator) ?? emulator,
    onUnexpected: (error) =>
      later(sim, new Broken('own', error instanceof Error ? (error.stack ?? '') : String(error))),
  };
}

export async function startSession(tell: (line: string) => void, isTaped: boolean): Promise<Sim> {
  const sim: Omit<Sim, 'machine'> = {
    books: openBooks(Date.parse(START)),
    wall: createSimulatedWall(Date.parse(START)),
    life: 1,
    disk: null,
    checkpoint: null,
    dying: null,
    unsure: [],
    saved: new Map(),
    exported: new Map(),
    isResending: false,
    trouble: null,
    counts: noCounts(),
    transcript: null,
    tape: null,
    tell,
  };
  if (isTaped) sim.tape = createTape(() => sim.wall.now());
  // The ports are not called before the machine exists.
  const begun = sim as Sim;
  begun.machine = await startMachine(freshFiles(), machineParts(begun));
  return begun;
}
