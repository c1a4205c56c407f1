import type { CountVerdict } from '../control/count.ts';

export type Verdict = CountVerdict & {
  /** What the test expects. */
  of: object;
  found: readonly string[];
  /** The near matches, or why there are none; called if there are too few. */
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

export function differenceLine(name: string, expected: unknown, seen: unknown): string {
  return `    ${name}: expected ${JSON.stringify(expected)}, seen ${seen === undefined ? 'none' : JSON.stringify(seen)}`;
}
