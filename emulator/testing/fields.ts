import { expect } from 'vitest';

/** One row of a field table of section 2. `among` are the only values, where the table has an enum. */
export type FieldRow = {
  field: string;
  holds: (value: unknown) => boolean;
  optional?: true;
  among?: readonly string[];
};

export const string = (value: unknown) => typeof value === 'string' && value !== '';
export const integer = Number.isInteger;
export const number = Number.isFinite;
export const boolean = (value: unknown) => typeof value === 'boolean';
export const list = Array.isArray;
export const isNull = (value: unknown) => value === null;
export const object = (value: unknown) => typeof value === 'object' && value !== null && !list(value);
export const nullable = (holds: FieldRow['holds']) => (value: unknown) => isNull(value) || holds(value);
export const oneOf = (words: readonly string[]) => (value: unknown) => words.includes(String(value)) && string(value);
export const matching = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
export const idOf = (kind: string) => matching(new RegExp(`^${kind}_[0-9A-Za-z]+$`));
export const datetime = (value: unknown) =>
  matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)(value) && !Number.isNaN(Date.parse(String(value)));

export type Specimen = Record<string, unknown>;

/** Every specimen has the field as its row says, and those of an enum show each of its values. */
export function expectField(specimens: readonly Specimen[], { field, holds, optional, among }: FieldRow): void {
  const present = specimens.filter((specimen) => Object.hasOwn(specimen, field));
  expect(present.length).toBeGreaterThan(0);
  if (optional === undefined) expect(specimens.filter((specimen) => !present.includes(specimen))).toEqual([]);
  expect(present.filter((specimen) => !holds(specimen[field]))).toEqual([]);
  if (among === undefined) return;
  const seen = present.map((specimen) => specimen[field]).filter((value) => value !== null);
  expect([...new Set(seen)].sort()).toEqual([...among].sort());
}

/** No specimen has a field that its table does not name. */
export function expectNoOther(specimens: readonly Specimen[], rows: readonly FieldRow[], more: string[] = []): void {
  const known = [...rows.map(({ field }) => field), ...more];
  const strange = specimens.flatMap((specimen) => Object.keys(specimen).filter((field) => !known.includes(field)));
  expect(strange).toEqual([]);
}
