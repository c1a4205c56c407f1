import { cutTape, weightOf } from './cut-tape.ts';
import type { TapeEntry } from './tape.ts';
import { StopInstance } from './untestable.ts';

/** How much of what came from outside a run holds at once, whatever a server imagines. */
export type Room = { enter(): OwnRoom };

/** The part of one instance. */
export type OwnRoom = {
  /** Counts what came. */
  take(entry: TapeEntry): void;
  /** Ends the instance where it and the others hold more than there is room for. */
  refuse(): void;
  /** The tape as it is kept from here on: `cut` where that is not the whole of it. Frees what the instance held. */
  leave(tape: TapeEntry[]): { tape: TapeEntry[]; cut: boolean };
};

/** All instances that are under way. */
const MOST_HELD = 24_000_000;
/** What one may hold of it, whatever the others do: three times what the heaviest of a lawful server does. */
const OWN = 3_000_000;
/** The tape of one instance, and the tapes of all together. */
const MOST_KEPT = 2_000_000;
const MOST_KEPT_IN_ALL = 40_000_000;

export function createRoom(): Room {
  let held = 0;
  let kept = 0;
  return {
    enter: () => {
      let own = 0;
      return {
        take: (entry) => {
          const weight = weightOf(entry);
          own += weight;
          held += weight;
        },
        refuse: () => {
          if (held <= MOST_HELD || own <= OWN) return;
          throw new StopInstance('budget', `what came so far is ${own} characters, which is more than a run can hold`);
        },
        leave: (tape) => {
          held -= own;
          const cut = own > MOST_KEPT || kept + own > MOST_KEPT_IN_ALL;
          if (cut) return { tape: cutTape(tape), cut };
          kept += own;
          return { tape, cut };
        },
      };
    },
  };
}
