import type { CountVerdict } from '../control/count.ts';

/** What a matcher that counts has found. */
export type Verdict = CountVerdict & {
  /** What was asked for. */
  of: object;
  found: readonly string[];
  /** What came near, or why there is nothing; asked where there are too few. */
  near(): string[];
};

const SHOWN = 6;

export function verdictLines({ wanted, tooFew, of, found, near }: Verdict, isNot: boolean): string[] {
  const shown = found.slice(-SHOWN);
  const count = shown.length < found.length ? `${found.length}, the last of them:` : `${found.length}:`;
  const expected = isNot ? (wanted === 'at least 1' ? 'none' : `anything but ${wanted}`) : wanted;
  return [
    `expected  ${expected} of ${JSON.stringify(of)}`,
    `found     ${found.length === 0 ? '0' : count}`,
    ...shown.map((text) => `  ${text}`),
    ...(tooFew && !isNot ? near() : []),
  ];
}

/** A part of what was asked for, beside what was there instead. */
export function differenceLine(name: string, expected: unknown, seen: unknown): string {
  return `    ${name}: expected ${JSON.stringify(expected)}, seen ${seen === undefined ? 'none' : JSON.stringify(seen)}`;
}
