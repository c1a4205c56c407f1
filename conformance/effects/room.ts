import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
const MOST_HELD = 16_000_000;
/** What one may hold of it, whatever the others do: twice what the heaviest of a lawful server does. */
const OWN = 2_000_000;
/** The tape of one instance, and the tapes of all together. */
const MOST_KEPT = 1_500_000;
const MOST_KEPT_IN_ALL = 20_000_000;

/** What comes leaves several times as much behind that no one needs. Of a lawful server it takes minutes to come to so much. */
const SWEPT_EVERY = 4_000_000;

export function createRoom(): Room {
  let held = 0;
  let kept = 0;
  let unswept = 0;
  return {
    enter: () => {
      let own = 0;
      return {
        take: (entry) => {
          const weight = weightOf(entry);
          own += weight;
          held += weight;
          unswept += weight;
          if (unswept < SWEPT_EVERY) return;
          unswept = 0;
          sweep();
        },
        refuse: () => {
          if (held <= MOST_HELD || own <= OWN) return;
          throw new StopInstance('budget', `what came so far is ${own} characters, more than a run can store`);
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

let collect: (() => void) | null = null;

/** Returns memory that is no longer used: by itself, a process may first take as much as the machine has. */
export function sweep(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
