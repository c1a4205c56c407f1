import type { Deviation, Overrides } from './deviation.ts';
import { IN_CODE } from './in-code.ts';
import { compileRow } from './rows/compile-row.ts';
import { type Row, rowSchema } from './rows/row.ts';
import { WRITTEN_ROWS } from './rows/written-rows.ts';

/** The order of topics, as in the specification; a topic that is not listed comes last. */
const ORDER: readonly string[] = [
  'assets',
  'uploads',
  'asset-life',
  'results',
  'content',
  'jobs',
  'states',
  'submits',
  'skin',
  'tryons',
  'idempotency',
  'cancels',
  'late-cancels',
  'deletions',
  'credits',
  'charges',
  'counts',
  'auth',
  'isolation',
  'strangers',
  'lists',
  'list-parameters',
  'cursors',
  'errors',
  'events',
  'later-events',
  'deliveries',
  'signatures',
  'later-deliveries',
  'otherwise',
];

/** Every deviation, in the order of the spec: a row of `scenarios/mutants/`, and code if data is not sufficient. */
export const CATALOGUE: readonly Deviation[] = Object.entries(WRITTEN_ROWS)
  .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  .flatMap(([topic, rows]) => rows.map((row) => deviationOf(topic, row)));

function placeOf(topic: string): number {
  const place = ORDER.indexOf(topic);
  return place === -1 ? ORDER.length : place;
}

/** Compiled when it is first switched on, because compiling all rows would take longer than a start. */
function deviationOf(topic: string, written: unknown): Deviation {
  const { id, rule, also = [], about, blatant = false } = written as Row;
  let made: Overrides | null = null;
  const overrides = () => {
    made ??= overridesOf(topic, written);
    return made;
  };
  return { kind: 'deviation', id, rule, also, about, subtle: !blatant, overrides };
}

function overridesOf(topic: string, written: unknown): Overrides {
  const place = `scenarios/mutants/${topic}.yaml: ${idOf(written)}`;
  const { success, data: row, error } = rowSchema.safeParse(written);
  if (!success) throw new Error(`${place}: ${error.message}`);
  try {
    return { ...compileRow(row), ...IN_CODE[row.id] };
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`);
  }
}

function idOf(written: unknown): string {
  return String((written as { id?: unknown } | null)?.id);
}
