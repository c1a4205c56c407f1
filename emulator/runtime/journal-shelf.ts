import type { Memory } from '../domain/memory/memory.ts';

/** An entry on the shelf, with its neighbours. */
export type Shelved = {
  readonly bytes: number;
  /** Makes the owner remove the entry: each owner adds and removes its entries in its own order. */
  readonly giveUp: () => void;
  older: Shelved | null;
  newer: Shelved | null;
};

/**
 * The exchanges of all journals of an emulator, in order. Beyond the memory limit the oldest are dropped, whichever
 * journal they belong to.
 */
export type JournalShelf = { put(shelved: Shelved): void; takeOff(shelved: Shelved): void };

export function createJournalShelf(memory: Memory): JournalShelf {
  let oldest: Shelved | null = null;
  let newest: Shelved | null = null;
  const count = (times: 1 | -1, { bytes }: Shelved) => {
    memory.add('journal_entries', times);
    memory.add('journal_bytes', times * bytes);
  };
  return {
    put: (shelved) => {
      shelved.older = newest;
      if (newest === null) oldest = shelved;
      else newest.newer = shelved;
      newest = shelved;
      count(1, shelved);
      while (oldest !== null && (memory.isOver('journal_entries') || memory.isOver('journal_bytes'))) oldest.giveUp();
    },
    takeOff: (shelved) => {
      const { older, newer } = shelved;
      if (older === null) oldest = newer;
      else older.newer = newer;
      if (newer === null) newest = older;
      else newer.older = older;
      shelved.older = null;
      shelved.newer = null;
      count(-1, shelved);
    },
  };
}
