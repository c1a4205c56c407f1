import type { TestCase, TestRun, TestVerdict } from '../../../shared/report/test-run.ts';
import type { Row, RowVerdict, VaryReport } from './report.ts';

const KINDS: readonly Row['kind'][] = ['plain', 'lawful', 'misfortune', 'hint'];
/** Only a finding fails: tests may fail under a misfortune. */
const VERDICTS: Partial<Record<RowVerdict, TestVerdict>> = { finding: 'failed', known: 'warned' };

/** The report as tests: a suite for each kind, and a case for each variation. */
export function varyCases({ rows, not_met, started, took }: VaryReport): TestRun {
  const suites = KINDS.map((kind) => ({
    name: `tryon.vary.${kind}`,
    cases: [
      ...rows.filter((row) => row.kind === kind).map(rowCase),
      ...not_met
        .filter((one) => one.kind === kind)
        .map(({ variation, because }): TestCase => ({ name: variation, verdict: 'skipped', took: 0, reason: because })),
    ],
  }));
  return { name: 'tryon vary', started, took, suites: suites.filter(({ cases }) => cases.length > 0) };
}

function rowCase({ variation, kind, verdict, finding, because, took, ...row }: Row): TestCase {
  const { failed, proofs, moment, tail } = row;
  const text = [
    ...failed.map((test) => `✗ ${test}`),
    ...proofs.flatMap(({ kind: proof, exchanges }) => exchanges.map((line) => `${proof}: ${line}`)),
    ...moment,
    tail,
  ].join('\n');
  const notes = verdict === 'known' ? [`let pass by the baseline: ${because}\n${finding}\n${text}`] : [];
  return {
    name: variation,
    verdict: VERDICTS[verdict] ?? 'passed',
    took,
    problems: verdict === 'finding' ? [{ type: kind, message: finding ?? '', detail: text }] : [],
    notes: verdict === 'finding' || verdict === 'known' || text === '' ? notes : [`${verdict}\n${text}`],
  };
}
