import { visibleLine } from '../visible.ts';
import { type TestCase, type TestRun, type TestVerdict, withVerdict } from './test-run.ts';

/** The maximum number of cases of each verdict in a summary; GitHub shows at most a megabyte. */
const MOST_LISTED = 50;
/** GitHub shows ten errors and ten warnings per step. */
const MOST_ANNOTATIONS = 10;

const HEADINGS: readonly [TestVerdict, string][] = [
  ['failed', 'Failed'],
  ['error', 'Errors of the tool'],
  ['warned', 'Warnings'],
  ['known', 'Known failures'],
];

/** A run as Markdown: the conclusion, a row for each suite, and the problems. */
export function markdownSummary({ name, suites }: TestRun, conclusion: string): string {
  const all = suites.flatMap(({ cases }) => cases);
  const rows = suites.map((suite) => [
    markdownText(suite.name),
    ...COLUMNS.map((verdict) => withVerdict(suite.cases, verdict).length),
  ]);
  return [
    `## ${markdownText(name)}: ${markdownText(conclusion)}\n`,
    `| | ${COLUMNS.join(' | ')} |\n| --- |${' ---: |'.repeat(COLUMNS.length)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    ...HEADINGS.flatMap(([verdict, heading]) => listOf(heading, withVerdict(all, verdict))),
    '',
  ].join('\n');
}

const COLUMNS: readonly TestVerdict[] = ['passed', 'warned', 'failed', 'skipped'];

function listOf(heading: string, cases: readonly TestCase[]): string[] {
  if (cases.length === 0) return [];
  const left = cases.length - MOST_LISTED;
  return [
    `\n### ${heading}\n`,
    ...cases.slice(0, MOST_LISTED).map((one) => `- **${markdownText(one.name)}** ${markdownText(messageOf(one))}`),
    ...(left > 0 ? [`- and ${left} more`] : []),
  ];
}

/** A text on one line of Markdown. Texts from a server under test must not become markup. */
function markdownText(text: string): string {
  return visibleLine(text).replace(/[`*_{}[\]<>()#|~!&@]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function messageOf({ title, reason, problems: [first] = [] }: TestCase): string {
  return [title, first?.message ?? reason].filter((text) => text !== undefined && text !== '').join(': ');
}

/** A run as workflow commands: an error for each failed case, and a warning for each case with a warning. */
export function annotations({ suites }: TestRun): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    ...commands('error', withVerdict(all, 'failed', 'error')),
    ...commands('warning', withVerdict(all, 'warned')),
  ].join('');
}

function commands(level: 'error' | 'warning', cases: readonly TestCase[]): string[] {
  return cases
    .slice(0, MOST_ANNOTATIONS)
    .map((one) => `::${level} title=${property(one.name)}::${data(messageOf(one))}\n`);
}

function data(text: string): string {
  return visibleLine(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
