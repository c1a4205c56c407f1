import type { Deviation } from './deviation.ts';
import { IN_CODE } from './in-code.ts';
import { compileRow } from './rows/compile-row.ts';
import { rowSchema } from './rows/row.ts';
import { WRITTEN_ROWS } from './rows/written-rows.ts';

/** Every deviation, in the order of the spec: a row of `scenarios/mutants/`, and code where data cannot say it. */
export const CATALOGUE: readonly Deviation[] = Object.entries(WRITTEN_ROWS).flatMap(([topic, rows]) =>
  (rows as unknown[]).map((row) => deviationOf(topic, row)),
);

function deviationOf(topic: string, written: unknown): Deviation {
  const { success, data: row, error } = rowSchema.safeParse(written);
  if (!success) throw new Error(`scenarios/mutants/${topic}.yaml: ${idOf(written)}: ${error.message}`);
  const { id, rule, also = [], about, blatant = false } = row;
  return { kind: 'deviation', id, rule, also, about, subtle: !blatant, ...overridesOf(topic, row) };
}

function overridesOf(topic: string, row: Parameters<typeof compileRow>[0]) {
  try {
    return { ...compileRow(row), ...IN_CODE[row.id] };
  } catch (error) {
    throw new Error(`scenarios/mutants/${topic}.yaml: ${row.id}: ${error instanceof Error ? error.message : error}`);
  }
}

function idOf(written: unknown): string {
  return String((written as { id?: unknown } | null)?.id);
}
