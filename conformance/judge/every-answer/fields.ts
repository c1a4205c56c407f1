import { finding, type Look, type PassiveCheck, type PassiveFinding, type Seen, type Sighting } from './sighting.ts';

/** What one field must be, wherever its resource shows up. */
export type FieldRule<Part extends Seen = Seen> = {
  rule: string;
  field: string;
  expected: string;
  holds(value: unknown, part: Part): boolean;
  /** Of which parts it is said; of all, unless told otherwise. */
  when?(part: Part): boolean;
};

/** A check of every part of a kind against a table of fields. */
export function fieldCheck<Part extends Seen>(
  partsOf: (sighting: Sighting) => readonly Part[],
  rules: readonly FieldRule<Part>[],
): PassiveCheck {
  const look: Look = (sighting) => {
    const parts = partsOf(sighting);
    return parts.length === 0 ? [] : rules.flatMap((rule) => judge(rule, parts));
  };
  return { rules: rules.map(({ rule }) => rule), start: () => look };
}

function judge<Part extends Seen>(
  { rule, field, expected, holds, when }: FieldRule<Part>,
  parts: readonly Part[],
): PassiveFinding[] {
  const concerned = when === undefined ? parts : parts.filter(when);
  if (concerned.length === 0) return [];
  const wrong = concerned.filter((part) => !holds(part.value[field], part));
  return [
    finding(
      rule,
      wrong.map(({ value, pointer }) => ({ pointer: `${pointer}/${field}`, expected, seen: value[field] })),
    ),
  ];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isWhole(value: unknown): boolean {
  return Number.isInteger(value);
}

export function oneOf(...known: readonly unknown[]): { expected: string; holds(value: unknown): boolean } {
  return { expected: `one of ${known.join(', ')}`, holds: (value) => known.includes(value) };
}
