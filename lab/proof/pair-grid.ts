/** A factor with a few values. Each row has one of them. */
export type Factor = { name: string; values: readonly unknown[] };
/** A value for each factor, or for some of them. */
export type Row = Readonly<Record<string, unknown>>;
/** The number of each factor's value in a row; NONE if it has none yet. */
export type Picks = Int32Array;

export const NONE = -1;

/**
 * The pairs of values of two factors that no row contains yet. Values are numbered, first those of the first factor.
 */
export type PairGrid = {
  /** The number of values. */
  size: number;
  /** The number of pairs that no row contains yet. */
  missing: number;
  /** The number of pairs that no row can contain. */
  excluded: number;
  /** The number of the first value of each factor, followed by the number of values. */
  first: Int32Array;
  factorOf: Int32Array;
  /** A matrix of values by values: 1 if no row contains the pair yet. */
  open: Uint8Array;
  /** For each value, the number of values with which no row contains it yet. */
  openOf: Int32Array;
  /** 1 if two values are not allowed in one row. */
  barred: Uint8Array;
  /** For each factor, the factors that a choice for it may leave without a value (itself included), or none. */
  bound: number[][];
};

/** `isAllowed` gets rows of two values. */
export function pairGrid(factors: readonly Factor[], isAllowed: (two: Row) => boolean): PairGrid {
  const grid = emptyGrid(factors);
  const edges = factors.map((): number[] => []);
  eachPair(grid, (one, other) => {
    if (isAllowed({ ...namedValue(grid, factors, one), ...namedValue(grid, factors, other) })) return;
    grid.barred[one * grid.size + other] = 1;
    grid.barred[other * grid.size + one] = 1;
    const [first, second] = [at(grid.factorOf, one), at(grid.factorOf, other)];
    edges[first]?.push(second);
    edges[second]?.push(first);
  });
  grid.bound = factors.map((_, factor) => (edges[factor]?.length ? reached(edges, factor) : []));
  const isAnyRow = grid.bound.every((bound) => isCompletable(grid, noPicks(grid), bound));
  const stands = Array.from({ length: grid.size }, (_, id) => isAnyRow && canStand(grid, [id]));
  eachPair(grid, (one, other) => {
    const areBound = grid.bound[at(grid.factorOf, one)]?.includes(at(grid.factorOf, other)) === true;
    const isPossible = areBound
      ? isAnyRow && canStand(grid, [one, other])
      : stands[one] === true && stands[other] === true;
    if (isPossible) setOpen(grid, one, other, 1);
    else grid.excluded += 1;
  });
  return grid;
}

function emptyGrid(factors: readonly Factor[]): PairGrid {
  const first = new Int32Array(factors.length + 1);
  factors.forEach(({ values }, factor) => {
    first[factor + 1] = at(first, factor) + values.length;
  });
  const size = at(first, factors.length);
  const factorOf = new Int32Array(size);
  factors.forEach((_, factor) => {
    factorOf.fill(factor, at(first, factor), at(first, factor + 1));
  });
  const [open, barred] = [new Uint8Array(size * size), new Uint8Array(size * size)];
  return { size, missing: 0, excluded: 0, first, factorOf, open, openOf: new Int32Array(size), barred, bound: [] };
}

/** Marks the pairs of a new row as contained. */
export function closeRow(grid: PairGrid, picks: Picks): void {
  picks.forEach((one, factor) => {
    for (let next = factor + 1; one !== NONE && next < picks.length; next += 1) {
      const other = at(picks, next);
      if (other !== NONE && isOpen(grid, one, other)) setOpen(grid, one, other, 0);
    }
  });
}

export function isOpen({ open, size }: PairGrid, one: number, other: number): boolean {
  return open[one * size + other] === 1;
}

/** Whether a value is allowed with those of a row, and leaves a value for every factor that has none yet. */
export function mayPick(grid: PairGrid, picks: Picks, id: number): boolean {
  const factor = at(grid.factorOf, id);
  const bound = grid.bound[factor] ?? [];
  if (bound.length === 0) return true;
  if (!isFree(grid, picks, bound, id)) return false;
  picks[factor] = id;
  const isWhole = isCompletable(grid, picks, bound);
  picks[factor] = NONE;
  return isWhole;
}

/** A row without values. */
export function noPicks({ first }: PairGrid): Picks {
  return new Int32Array(first.length - 1).fill(NONE);
}

function canStand(grid: PairGrid, ids: readonly number[]): boolean {
  const picks = noPicks(grid);
  return ids.every((id) => {
    const isFitting = mayPick(grid, picks, id);
    picks[at(grid.factorOf, id)] = id;
    return isFitting;
  });
}

function isCompletable(grid: PairGrid, picks: Picks, bound: readonly number[]): boolean {
  const factor = bound.find((one) => picks[one] === NONE);
  if (factor === undefined) return true;
  for (let id = at(grid.first, factor); id < at(grid.first, factor + 1); id += 1) {
    if (!isFree(grid, picks, bound, id)) continue;
    picks[factor] = id;
    const isWhole = isCompletable(grid, picks, bound);
    picks[factor] = NONE;
    if (isWhole) return true;
  }
  return false;
}

function isFree({ barred, size }: PairGrid, picks: Picks, bound: readonly number[], id: number): boolean {
  return bound.every((factor) => picks[factor] === NONE || barred[id * size + at(picks, factor)] === 0);
}

/** The factors that are connected by disallowed pairs. */
function reached(edges: readonly number[][], from: number): number[] {
  const found = new Set([from]);
  for (const factor of found) for (const next of edges[factor] ?? []) found.add(next);
  return [...found];
}

function setOpen(grid: PairGrid, one: number, other: number, state: 0 | 1): void {
  grid.open[one * grid.size + other] = state;
  grid.open[other * grid.size + one] = state;
  const step = state === 1 ? 1 : -1;
  grid.openOf[one] = at(grid.openOf, one) + step;
  grid.openOf[other] = at(grid.openOf, other) + step;
  grid.missing += step;
}

function eachPair({ size, first, factorOf }: PairGrid, visit: (one: number, other: number) => void): void {
  for (let one = 0; one < size; one += 1)
    for (let other = at(first, at(factorOf, one) + 1); other < size; other += 1) visit(one, other);
}

function namedValue({ first, factorOf }: PairGrid, factors: readonly Factor[], id: number): Row {
  const factor = factors[at(factorOf, id)];
  return factor === undefined ? {} : { [factor.name]: factor.values[id - at(first, at(factorOf, id))] };
}

export function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? NONE;
}
