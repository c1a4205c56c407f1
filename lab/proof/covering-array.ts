import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import {
  at,
  closeRow,
  type Factor,
  isOpen,
  mayPick,
  NONE,
  noPicks,
  type PairGrid,
  type Picks,
  pairGrid,
  type Row,
} from './pair-grid.ts';

export type CoveringArray = {
  rows: Row[];
  /** How many pairs of values of two factors these rows contain that no previous row contained. */
  pairs: number;
  /**
   * How many pairs no row can contain, because they are not allowed together or leave another factor without a value.
   */
  excluded: number;
};

export type CoveringOptions = {
  seed: string;
  /** Whether the two values in a row are allowed together. Without it, all are. */
  isAllowed?(two: Row): boolean;
  /** Existing rows. The pairs in them need no other row. */
  before?: readonly Row[];
};

/** The number of candidates for each row. More take longer and save few rows. */
const MADE_FOR_ONE = 30;

/**
 * Few rows that contain each pair of values of two factors at least once. Each row starts with a missing pair, and then
 * takes, for one factor after the other, the value that adds most pairs. The best of several such rows is kept (the
 * AETG algorithm).
 */
export function coveringArray(factors: readonly Factor[], options: CoveringOptions): CoveringArray {
  const { seed, isAllowed = () => true, before = [] } = options;
  const grid = pairGrid(factors, isAllowed);
  for (const row of before) closeRow(grid, picksOf(grid, factors, row));
  const { missing: pairs, excluded } = grid;
  const draw = seededDraws(seed);
  const rows: Row[] = [];
  while (grid.missing > 0) {
    const picks = bestRow(grid, draw);
    closeRow(grid, picks);
    rows.push(rowOf(grid, factors, picks));
  }
  return { rows, pairs, excluded };
}

function bestRow(grid: PairGrid, draw: () => number): Picks {
  let best = greedyRow(grid, draw);
  for (let made = 1; made < MADE_FOR_ONE; made += 1) {
    const other = greedyRow(grid, draw);
    if (other.added > best.added) best = other;
  }
  return best.picks;
}

function greedyRow(grid: PairGrid, draw: () => number): { picks: Picks; added: number } {
  const count = grid.first.length - 1;
  const picks = noPicks(grid);
  /** The number of missing pairs that each value would add. */
  const gains = new Int32Array(grid.size);
  let added = 0;
  const pick = (id: number) => {
    picks[at(grid.factorOf, id)] = id;
    added += at(gains, id);
    addGains(grid, gains, id);
  };
  for (const id of missingPair(grid, draw)) pick(id);
  const factors = shuffled(
    Array.from({ length: count }, (_, factor) => factor),
    draw,
  );
  for (const factor of factors) {
    if (picks[factor] !== NONE) continue;
    const id = bestValue(grid, picks, gains, factor, draw());
    if (id !== NONE) pick(id);
  }
  return { picks, added };
}

/** The value with the most missing pairs, and the other value of one of them. */
function missingPair(grid: PairGrid, draw: () => number): [number, number] {
  const begin = Math.floor(draw() * grid.size);
  let one = begin;
  for (let step = 1; step < grid.size; step += 1) {
    const id = (begin + step) % grid.size;
    if (at(grid.openOf, id) > at(grid.openOf, one)) one = id;
  }
  const partners = Array.from({ length: grid.size }, (_, id) => id).filter((id) => isOpen(grid, one, id));
  return [one, partners[Math.floor(draw() * partners.length)] ?? one];
}

function bestValue(grid: PairGrid, picks: Picks, gains: Int32Array, factor: number, drawn: number): number {
  const from = at(grid.first, factor);
  const count = at(grid.first, factor + 1) - from;
  const begin = Math.floor(drawn * count);
  let best = NONE;
  for (let step = 0; step < count; step += 1) {
    const id = from + ((begin + step) % count);
    if ((best === NONE || isBetter(grid, gains, id, best)) && mayPick(grid, picks, id)) best = id;
  }
  return best;
}

function isBetter({ openOf }: PairGrid, gains: Int32Array, one: number, other: number): boolean {
  const difference = at(gains, one) - at(gains, other);
  return difference > 0 || (difference === 0 && at(openOf, one) > at(openOf, other));
}

function addGains({ open, size }: PairGrid, gains: Int32Array, id: number): void {
  const row = open.subarray(id * size, (id + 1) * size);
  for (let other = 0; other < size; other += 1) gains[other] = at(gains, other) + (row[other] ?? 0);
}

function picksOf({ first }: PairGrid, factors: readonly Factor[], row: Row): Picks {
  return Int32Array.from(factors, ({ name, values }, factor) => {
    const index = values.indexOf(row[name]);
    return index < 0 ? NONE : at(first, factor) + index;
  });
}

function rowOf({ first }: PairGrid, factors: readonly Factor[], picks: Picks): Row {
  return Object.fromEntries(
    factors.map(({ name, values }, factor) => [name, values[at(picks, factor) - at(first, factor)]]),
  );
}
