import { formatDuration } from '../../../shared/duration.ts';
import type { TestCase, TestRun, TestVerdict } from '../../../shared/report/test-run.ts';
import { count } from '../verdict.ts';
import { adviceFor } from './advice.ts';
import { countOf, type Row, type RowVerdict, type VaryReport } from './report.ts';

const MOST_TESTS = 8;
const TAIL_LINES = 12;

/** The report for a terminal: first the findings, then the rows that only show something, then the rest. */
export function textReport(report: VaryReport): string {
  const { rows, not_met, flaky, unjudged } = report;
  const rowsOf = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict);
  const shown = (kind: Row['kind']) => rowsOf('shown').filter((row) => row.kind === kind);
  return [
    ...rowsOf('finding').map((row) => findingText(row, report)),
    ...openText(report),
    ...section('Misfortunes under which tests fail, as they may', shown('misfortune').map(shownText)),
    ...section('Hints', shown('hint').map(hintText)),
    ...section(
      'Only tests failed that fail at random',
      rowsOf('flaky').map((row) => `${row.variation}: ${row.flaky.join(', ')}`),
    ),
    ...section('These tests fail at random without any variation, and count for nothing', flaky),
    ...section(`Not met (${not_met.length}), so that nothing was tried`, notMetLines(report)),
    ...(unjudged === null ? [] : [unjudged, '']),
    `${report.conclusion}: ${sumText(report)}`,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ''];
}

function commandOf({ variation, kind }: Pick<Row, 'variation' | 'kind'>, { command }: VaryReport): string {
  const form = kind === 'plain' ? 'exec --audit' : `vary --only '${variation}' --bail`;
  return `tryon-emulator ${form} -- ${command}`;
}

function findingText(row: Row, report: VaryReport): string {
  const lines = [
    `FINDING ${row.variation} (${row.kind === 'misfortune' ? 'misfortune' : row.kind === 'plain' ? 'plain run' : 'lawful choice'}${row.section === '' ? '' : `, section ${row.section}`})`,
    `  ${row.finding}`,
    ...row.read_in.map(({ what, section: place }) => `  the client was reading ${what} (section ${place})`),
    ...testLines(row),
    ...row.proofs.flatMap(({ kind, exchanges }) => exchanges.map((line) => `    ${kind}: ${line}`)),
    ...(row.proofs.length === 0 && row.moment.length > 0
      ? ['  what the client did then:', ...row.moment.map((line) => `    ${line}`)]
      : []),
    ...adviceFor(row.proofs.map(({ kind }) => kind)).map((says) => `  a careful client: ${says}`),
    `  see it again: ${commandOf(row, report)}`,
    ...(row.tail === '' ? [] : ['  what was printed at the end:', ...lastLines(row.tail).map((line) => `    ${line}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

function testLines({ failed }: Row): string[] {
  const more = failed.length - MOST_TESTS;
  return [...failed.slice(0, MOST_TESTS).map((test) => `  ✗ ${test}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function shownText({ variation, says, failed, exit }: Row): string {
  const what = failed.length > 0 ? count(failed.length, 'test fails', 'tests fail') : `it ended with ${exit}`;
  return `${variation} (${says}): ${what}`;
}

/** What the tests leave open: a paragraph for each duty, with the variations under which it applied. */
function openText({ rows }: VaryReport): string[] {
  const open = rows.filter(({ verdict }) => verdict === 'cannot_tell');
  const kinds = [...new Set(open.flatMap((row) => row.open.map(({ kind }) => kind)))];
  return kinds.flatMap((kind) => {
    const of = open.filter((row) => row.open.some((duty) => duty.kind === kind));
    const duty = of[0]?.open.find((one) => one.kind === kind);
    return [
      `YOUR TESTS DO NOT SHOW ${duty?.open} (section ${duty?.section})`,
      `  under ${of.map(({ variation }) => variation).join(', ')}`,
      ...(duty?.exchanges ?? []).map((line) => `    ${kind}: ${line}`),
      `  to find out, ${duty?.add}`,
      '',
    ];
  });
}

function hintText({ variation, finding }: Row): string {
  return `${variation}: ${finding}`;
}

function lastLines(text: string): string[] {
  return text.trimEnd().split('\n').slice(-TAIL_LINES);
}

/** Grouped by reason. */
function notMetLines({ not_met }: VaryReport): string[] {
  const reasons = [...new Set(not_met.map(({ because }) => because))];
  return reasons.map((reason) => {
    const names = not_met.filter(({ because }) => because === reason).map(({ variation }) => variation);
    return `${reason}: ${names.join(', ')}`;
  });
}

function sumText(report: VaryReport): string {
  const { rows, not_met, took } = report;
  const varied = rows.filter(({ kind }) => kind !== 'plain').length;
  const parts = [
    count(varied, 'variation', 'variations'),
    count(countOf(report, 'finding'), 'finding', 'findings'),
    ...(countOf(report, 'cannot_tell') > 0
      ? [`${countOf(report, 'cannot_tell')} under which your tests leave a duty open`]
      : []),
    `${count(rows.filter(isShownMisfortune).length, 'misfortune', 'misfortunes')} under which tests fail`,
    `${not_met.length} not met`,
    formatDuration(Math.round(took / 1000) * 1000),
  ];
  return parts.join(', ');
}

function isShownMisfortune({ verdict, kind }: Row): boolean {
  return verdict === 'shown' && kind === 'misfortune';
}

const KINDS: readonly Row['kind'][] = ['plain', 'lawful', 'misfortune', 'hint'];
/** Only a finding fails, because tests may fail under a misfortune. */
const VERDICTS: Partial<Record<RowVerdict, TestVerdict>> = { finding: 'failed', cannot_tell: 'warned' };

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

function rowCase({ variation, kind, verdict, finding, took, ...row }: Row): TestCase {
  const { failed, proofs, open, moment, tail } = row;
  const text = [
    ...open.map((duty) => `the tests do not show ${duty.open} (section ${duty.section}); to find out, ${duty.add}`),
    ...failed.map((test) => `✗ ${test}`),
    ...proofs.flatMap(({ kind: proof, exchanges }) => exchanges.map((line) => `${proof}: ${line}`)),
    ...moment,
    tail,
  ].join('\n');
  return {
    name: variation,
    verdict: VERDICTS[verdict] ?? 'passed',
    took,
    problems: verdict === 'finding' ? [{ type: kind, message: finding ?? '', detail: text }] : [],
    notes: verdict === 'finding' || text === '' ? [] : [`${verdict}\n${text}`],
  };
}
