import { NoRoom } from './no-room.ts';

/** What an emulator holds in all its worlds together; users set a limit for each by these names. */
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

export type MemoryReport = {
  held: Amounts;
  bounds: Amounts;
  /** Pictures that were dropped: they are made again, or read from the data directory, when needed. */
  given_up: { pictures: number; bytes: number };
};

/** The only place that counts what an emulator holds: what keeps something adds it, and later subtracts it. */
export type Memory = {
  add(kind: MemoryKind, amount: number): void;
  /** Counts pictures that were dropped from memory; negative if they are loaded again or no longer exist. */
  addGivenUp(pictures: number, bytes: number): void;
  fits(kind: MemoryKind, more: number): boolean;
  isOver(kind: MemoryKind): boolean;
  /** Throws `NoRoom` if `more` does not fit. */
  require(kind: MemoryKind, more: number): void;
  report(): MemoryReport;
};

/** The default limits: more than tests need, and less than a machine has. */
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
