import * as z from 'zod';
import { parseInput } from '../domain/values/bad-input.ts';
import type { Row } from './report/report.ts';

/** Findings that a team accepts for now, with a reason. */
export const baselineSchema = z.strictObject({
  known_findings: z
    .array(
      z.strictObject({
        variation: z.string().describe('its name, as the report has it; a * at its end stands for any text'),
        kind: z
          .string()
          .optional()
          .describe('what the exchanges prove, such as second-job; everything that is found if it is omitted'),
        because: z.string().regex(/\S/, 'must say why').describe('why it is accepted'),
        until: z
          .string()
          .regex(/^\d{4}-\d\d-\d\d$/, 'is not a day; write it as 2026-01-31')
          .optional()
          .describe('the last day on which it is accepted'),
      }),
    )
    .default([]),
});

export type Baseline = z.output<typeof baselineSchema>;

export function readBaseline(given: unknown): Baseline {
  return parseInput('The baseline', baselineSchema, given);
}

/** The rows with the accepted findings marked, and the entries that match nothing. `today` is a day such as 2026-01-31. */
export function withBaseline(
  rows: readonly Row[],
  { known_findings }: Baseline,
  today: string,
): { rows: Row[]; stale: string[] } {
  const valid = known_findings.filter(({ until }) => until === undefined || today <= until);
  const matched = rows.map((row) => {
    const entry = row.verdict === 'finding' ? valid.find((one) => isKnown(row, one)) : undefined;
    return { entry, row: entry === undefined ? row : { ...row, verdict: 'known' as const, because: entry.because } };
  });
  const used = matched.map(({ entry }) => entry);
  const ran = rows.map(({ variation }) => variation);
  const stale = valid.filter((entry) => !used.includes(entry) && ran.some((name) => isNamed(name, entry.variation)));
  return {
    rows: matched.map(({ row }) => row),
    stale: stale.map(({ variation, kind }) => [variation, kind].filter(Boolean).join(' ')),
  };
}

type Known = Baseline['known_findings'][number];

/** If it names a kind, a finding of another kind is not accepted. */
function isKnown({ variation, proofs, exit }: Row, known: Known): boolean {
  if (!isNamed(variation, known.variation)) return false;
  return (
    known.kind === undefined || (exit !== null && proofs.length > 0 && proofs.every(({ kind }) => kind === known.kind))
  );
}

function isNamed(name: string, wanted: string): boolean {
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}
