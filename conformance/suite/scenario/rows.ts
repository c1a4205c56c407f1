import type { MapNode, Node } from '../../../shared/yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';

/** One row of a matrix, by column. */
export type Row = ReadonlyMap<string, Node>;

export const NO_ROW: Row = new Map();

/** Reads a list of rows, or columns with their values, of which every combination is a row. */
export function rowsOf(matrix: Node | undefined, problems: Problem[]): Row[] {
  if (matrix === undefined) return [NO_ROW];
  if (matrix.kind === 'list') return matrix.items.flatMap((item) => rowOf(item, problems));
  if (matrix.kind === 'map') return matrix.entries.reduce(combine(problems), [NO_ROW]);
  problems.push({
    place: matrix.place,
    message: 'matrix must be a list of rows, or a map of columns with their values',
  });
  return [];
}

function rowOf(item: Node, problems: Problem[]): Row[] {
  if (item.kind === 'map') return [new Map(item.entries.map(({ key, value }) => [key, value]))];
  problems.push({ place: item.place, message: 'a row of a matrix must be a map' });
  return [];
}

function combine(problems: Problem[]) {
  return (rows: Row[], { key, value }: MapNode['entries'][number]): Row[] => {
    if (value.kind === 'list') return rows.flatMap((row) => value.items.map((item) => new Map([...row, [key, item]])));
    problems.push({ place: value.place, message: `the column ${key} must be a list of values` });
    return rows;
  };
}

/** Names the rows by what distinguishes them. The names are short enough for an id, and unique within a scenario. */
export function namesOfRows(rows: readonly Row[]): (string | null)[] {
  const names = rows.map(nameOfRow);
  return names.map((name, index) => (names.filter((one) => one === name).length > 1 ? `${name}.${index + 1}` : name));
}

/** Returns the column `name`, or the plain values. */
function nameOfRow(row: Row, index: number): string | null {
  if (row.size === 0) return null;
  const name = row.get('name');
  if (name?.kind === 'scalar') return String(name.value);
  const text = plainValuesOf(row)
    .filter((value) => /^[\w.:-]{1,24}$/.test(value))
    .join(',');
  return text === '' ? String(index + 1) : text;
}

export function plainValuesOf(row: Row): string[] {
  return [...row.values()].flatMap((node) => (node.kind === 'scalar' ? [String(node.value)] : []));
}

const WHOLE = /^\$\{\s*(row|arm)\.([\w-]+)((?:\.[\w-]+)*)\s*\}$/;

/**
 * Replaces references to a row by its values and their places. A matrix may contain expectations, and a mistake in one
 * is reported at the place in the matrix.
 */
export function substitute(node: Node, tables: { row: Row; arm: Row }): Node {
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => substitute(item, tables)) };
  if (node.kind === 'map') {
    const entries = node.entries.map(({ key, keyPlace, value }) => ({
      key: keyOf(key, tables),
      keyPlace,
      value: substitute(value, tables),
    }));
    return { ...node, entries };
  }
  return typeof node.value === 'string' ? (lookUp(node.value, tables) ?? node) : node;
}

function lookUp(text: string, tables: { row: Row; arm: Row }): Node | null {
  const [, table, column, rest = ''] = WHOLE.exec(text) ?? [];
  if (column === undefined) return null;
  let found = tables[table === 'arm' ? 'arm' : 'row'].get(column);
  for (const name of rest.split('.').slice(1))
    found = found?.kind === 'map' ? found.entries.find(({ key }) => key === name)?.value : undefined;
  return found === undefined ? null : substitute(found, tables);
}

function keyOf(key: string, tables: { row: Row; arm: Row }): string {
  const found = lookUp(key, tables);
  return found?.kind === 'scalar' ? String(found.value) : key;
}

/** Merges two maps. Entries of the second override those of the first, and maps in `deep` are merged. */
export function overlay(base: MapNode | null, over: MapNode, deep: readonly string[]): MapNode {
  if (base === null) return over;
  const own = new Map(over.entries.map((entry) => [entry.key, entry]));
  const kept = base.entries.filter(({ key }) => !own.has(key));
  const joined = over.entries.map((entry) => {
    const below = deep.includes(entry.key) ? base.entries.find(({ key }) => key === entry.key)?.value : undefined;
    return below?.kind === 'map' && entry.value.kind === 'map'
      ? { ...entry, value: overlay(below, entry.value, []) }
      : entry;
  });
  return { ...over, entries: [...kept, ...joined] };
}
