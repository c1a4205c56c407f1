import { collectGarbage } from '../../shared/collect-garbage.ts';
import { cutTape, weightOf } from './cut-tape.ts';
import type { TapeEntry } from './tape.ts';
import { StopInstance } from './untestable.ts';

/** Limits how much received data a run holds at once, whatever a server sends. */
export type Room = { enter(): OwnRoom };

/** The share of one instance. */
export type OwnRoom = {
  /** Counts a received entry. */
  take(entry: TapeEntry): void;
  /** Ends the instance if all together exceed the limit and this one exceeds its share. */
  refuse(): void;
  /** Returns the tape to keep, and whether it was cut. Frees the data of the instance. */
  leave(tape: TapeEntry[]): { tape: TapeEntry[]; cut: boolean };
};

/** The limit of all running instances together. */
const MOST_HELD = 16_000_000;
/** The share that an instance can always hold: twice that of the heaviest instance on a lawful server. */
const OWN = 2_000_000;
/** The limits for the kept tape of one instance, and for all tapes together. */
const MOST_KEPT = 1_500_000;
const MOST_KEPT_IN_ALL = 20_000_000;

/** Each received entry leaves several times its size as garbage. A lawful server takes minutes to reach this amount. */
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
          collectGarbage();
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
