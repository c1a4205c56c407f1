import { NoRoom } from './no-room.ts';

/** What an emulator holds, of all its worlds together; users set a bound for each under these names. */
export const MEMORY_KINDS = [
  'worlds',
  'snapshots',
  'records',
  'picture_bytes',
  'journal_entries',
  'journal_bytes',
] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];
export type Amounts = Record<MemoryKind, number>;

/** What is held, and how much of it may be. */
export type MemoryReport = {
  held: Amounts;
  bounds: Amounts;
  /** Pictures whose bytes are not in memory: they are made again, or read from the data directory, when they are read. */
  given_up: { pictures: number; bytes: number };
};

/** The one place that counts what an emulator holds. Who keeps something adds it here, and takes it away again. */
export type Memory = {
  add(kind: MemoryKind, amount: number): void;
  /** Counts pictures that were given up; negative where they are there again, or gone. */
  addGivenUp(pictures: number, bytes: number): void;
  /** Whether so much more may be held. */
  fits(kind: MemoryKind, more: number): boolean;
  /** Whether more is held than may be. */
  isOver(kind: MemoryKind): boolean;
  /** Throws `NoRoom` where it may not. */
  require(kind: MemoryKind, more: number): void;
  report(): MemoryReport;
};

/** By default: more than tests need, and less than a machine has. */
export const USUAL_BOUNDS: Amounts = {
  worlds: 10_000,
  snapshots: 1_000,
  records: 3_000_000,
  picture_bytes: 1024 ** 3,
  journal_entries: 1_000_000,
  journal_bytes: 256 * 1024 ** 2,
};

export function createMemory(bounds: Amounts = USUAL_BOUNDS): Memory {
  const held: Amounts = { worlds: 0, snapshots: 0, records: 0, picture_bytes: 0, journal_entries: 0, journal_bytes: 0 };
  const givenUp = { pictures: 0, bytes: 0 };
  const fits = (kind: MemoryKind, more: number) => more <= 0 || held[kind] + more <= bounds[kind];
  return {
    add: (kind, amount) => {
      held[kind] += amount;
    },
    addGivenUp: (pictures, bytes) => {
      givenUp.pictures += pictures;
      givenUp.bytes += bytes;
    },
    fits,
    isOver: (kind) => held[kind] > bounds[kind],
    require: (kind, more) => {
      if (!fits(kind, more)) throw new NoRoom({ kind, more, held: held[kind], bound: bounds[kind] });
    },
    report: () => ({ held: { ...held }, bounds: { ...bounds }, given_up: { ...givenUp } }),
  };
}
