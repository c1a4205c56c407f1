import { counted } from '../../../shared/counted.ts';
import {
  cut,
  cutList,
  durationText,
  indent,
  type Line,
  line,
  paint,
  type Tone,
  wrapped,
} from '../../../shared/report/lines.ts';
import type { Conclusion } from '../../judge/verdicts.ts';
import { certificateText, contraryText } from '../certificate.ts';
import { countsText } from '../counts.ts';
import { unfinishedIn } from '../facts-of-run.ts';
import { againText, type FailedRule, failedRules, sparesText } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { INSECURE_TEXT, type ObservedTraffic, type Report } from '../report.ts';
import { byRoot } from '../roots.ts';
import { paceText, picturesText } from '../run-texts.ts';
import { failureLines, failureSummary, ruleSentence } from './failure-text.ts';
import { groupLines } from './group-lines.ts';
import { gapLines, observedLines, partlyLines, sessionLines, stoppedLines, untestedLines } from './section-lines.ts';

export type TerminalOptions = {
  color: boolean;
  width: number;
  verbose: boolean;
  /** The exit code if it differs from that of the report because the run was interrupted. */
  exitCode?: number;
  /**
   * Milliseconds since the command began. This is more than the duration of the run, since failures are compared after
   * it.
   */
  elapsed?: number;
};

/** The maximum width, since longer lines are hard to read. */
const WIDEST = 110;
/** Above this number of lines, only one more failure of each rule is shown, in the short form. */
const MOST_LINES = 20_000;
/** The maximum number of failed rules shown without --verbose. */
const MOST_CARDS = 12;

/** The report as text for a terminal. Failures come first, and the conclusion is the last line. */
export function formatReport(report: Report, options: TerminalOptions): string {
  const shape = { ...options, width: Math.min(Math.max(options.width, 40), WIDEST) };
  const lines = (tone: Tone, texts: readonly (string | null)[], indented = 0) =>
    texts.flatMap((text) => (text === null ? [] : wrapped(tone, text, shape.width - indented)));
  const sections = [
    faultLines(report, shape),
    titled('Declared off, and there all the same', lines('bad', (report.contrary ?? []).map(contraryText), 2)),
    failureSection(report, shape),
    warningSection(report, shape),
    failedRules(report).known.flatMap((one) => shortLines('KNOWN', one, shape)),
    staleSection(report, shape),
    titled('Sessions', sessionLines(report, { width: shape.width - 2 })),
    titled('Gaps: behavior that the spec leaves open', gapLines(report, shape)),
    titled('Observed', observedLines(report, shape)),
    titled('Not tested', untestedLines(report, shape)),
    titled('Tested in part', partlyLines(report, shape)),
    titled('Scenarios that stopped in their set-up', stoppedLines(report, shape)),
    lines(report.pictures?.taken === false ? 'warn' : 'dim', [picturesText(report)]),
    lines('warn', [report.target.connection?.insecure === true ? INSECURE_TEXT : null]),
    lines('dim', [paceText(report)]),
    titled('Groups', groupLines(report, shape)),
    leftoverLines(report, shape),
    titled('Not the whole of the run', lines('warn', unfinishedIn(report), 2)),
    conclusionLines(report, options),
  ];
  return paint(
    sections.filter((section) => section.length > 0).flatMap((section) => [[], ...section]),
    options.color,
  );
}

function titled(title: string, lines: readonly Line[]): Line[] {
  return lines.length === 0 ? [] : [line('strong', title), ...indent(lines, 2)];
}

/** Internal errors of the kit come first, since they make the rest unreliable. */
function faultLines({ errors }: Report, { width }: TerminalOptions): Line[] {
  return errors.flatMap(({ instance, message }) => [
    [
      ['bad', 'FAULT'],
      ['plain', '  the harness itself failed'],
      ['dim', instance === null ? '' : ` in ${instance}`],
    ] as Line,
    ...indent(wrapped('plain', message, width - 7), 7),
  ]);
}

function failureSection(report: Report, options: TerminalOptions): Line[] {
  const { failed, warned } = failedRules(report);
  const rooted = byRoot(failed, warned);
  const listed = options.verbose ? rooted : rooted.slice(0, MOST_CARDS);
  const cards: Line[] = [];
  for (const [index, { root, followers }] of listed.entries()) {
    if (index > 0) cards.push([]);
    const verbose = options.verbose && cards.length <= MOST_LINES;
    const card = [...cardLines(root, report, { ...options, verbose }), ...followerLines(followers, options)];
    for (const one of card) cards.push(one);
  }
  const left = rooted.slice(listed.length).map(({ root }) => root.rule.id);
  if (left.length === 0) return cards;
  const more = `${counted(left.length, 'more rule')} failed: ${left.join(', ')}`;
  return [...cards, [], ...wrapped('bad', more, options.width)];
}

/**
 * The rules that fail as a consequence, in one line. Each has its own verdict, and its card in the other forms of the
 * report.
 */
function followerLines(followers: readonly FailedRule[], { width }: TerminalOptions): Line[] {
  if (followers.length === 0) return [];
  const ids = followers.map(({ rule }) => `${rule.id}${rule.verdict === 'warn' ? ' (a warning)' : ''}`);
  const text = `${followers.length === 1 ? 'follows' : 'follow'} from it: ${ids.join(', ')}`;
  return indent(wrapped('bad', text, width - 6), 6);
}

function cardLines({ rule, failures }: FailedRule, report: Report, options: TerminalOptions): Line[] {
  const width = options.width - 6;
  const said = [ruleSentence({ rule }), ...sparesText({ rule, failures })];
  const sentence = said.flatMap((text) => wrapped('plain', text, width));
  const cards: Line[] = [];
  let listed = 0;
  for (const failure of options.verbose ? failures : failures.slice(0, 1)) {
    if (cards.length > MOST_LINES) break;
    if (listed > 0) cards.push([]);
    const card = failureLines(failure, { baseUrl: report.target.base_url, width, verbose: options.verbose });
    for (const one of card) cards.push(one);
    listed += 1;
  }
  return [
    [
      ['bad', 'FAIL'],
      ['plain', '  '],
      ['strong', rule.id],
      ['dim', rule.since === undefined ? '' : `, since ${rule.since}`],
    ],
    ...indent([...sentence, ...cards, ...wrapped('dim', howToSeeMore({ rule, failures }, report, listed), width)], 6),
  ];
}

function howToSeeMore({ failures }: FailedRule, report: Report, listed: number): string {
  const [first] = failures;
  if (first === undefined) return 'the report has no card of it';
  const left = failures.length - listed;
  const more = left > 0 ? `and ${counted(left, 'more occurrence', 'more occurrences')}; ` : '';
  return `${more}again: ${againText(first, report)}`;
}

function warningSection(report: Report, options: TerminalOptions): Line[] {
  const { failed, warned } = failedRules(report);
  const shown = new Set(byRoot(failed, warned).flatMap(({ followers }) => followers));
  return warned.filter((one) => !shown.has(one)).flatMap((one) => shortLines('WARN', one, options));
}

function staleSection({ stale }: Report, { width }: TerminalOptions): Line[] {
  const entries = stale.flatMap((entry) => wrapped('plain', entry, width - 2));
  return entries.length === 0 ? [] : [line('warn', 'Out of date in the baseline'), ...indent(entries, 2)];
}

/** The text of the rule, a lawful server that breaks it, and the actual answer. */
function shortLines(
  word: 'WARN' | 'KNOWN',
  { rule, failures }: FailedRule,
  { width, verbose }: TerminalOptions,
): Line[] {
  const [first] = failures;
  const times = failures.length > 1 ? `, ${failures.length} times` : '';
  const head: Line = [
    ['warn', word.padEnd(5)],
    ['plain', ' '],
    ['strong', rule.id],
  ];
  const said = [
    ruleSentence({ rule }),
    ...(rule.counter === undefined ? [] : [`lawful all the same: ${rule.counter}`]),
    ...sparesText({ rule, failures }),
  ];
  const sentence = said.flatMap((text) => wrapped('plain', text, width - 6));
  if (first === undefined) return [head, ...indent(sentence, 6)];
  const summary = `${failureSummary(first)}; ${first.card.scenario}, step ${first.card.step}${times}`;
  const summaryLines = wrapped('dim', verbose ? summary : cut(summary, (width - 6) * 2), width - 6);
  return [head, ...indent([...sentence, ...summaryLines], 6)];
}

function leftoverLines({ leftovers, left_behind = [] }: Report, { width, verbose }: TerminalOptions): Line[] {
  if (leftovers.length === 0) return [];
  const listed = (texts: readonly string[]) =>
    wrapped('dim', verbose ? texts.join(', ') : cutList(texts, (width - 4) * 2), width - 4);
  const reasons = grouped(left_behind, ({ why }) => why);
  const lines =
    reasons.size === 0
      ? listed(leftovers)
      : [...reasons].flatMap(([why, things]) => [
          ...wrapped('plain', `${things.length}: ${why}`, width - 2),
          ...indent(listed(things.map(({ id, instance }) => `${id} (${instance})`)), 2),
        ]);
  return [line('warn', `Left behind, because it could not be erased (${leftovers.length})`), ...indent(lines, 2)];
}

const TONES: Record<Conclusion, 'good' | 'bad' | 'warn'> = {
  conformant: 'good',
  'non-conformant': 'bad',
  incomplete: 'warn',
  error: 'bad',
};

/** `CONFORMANT in core, cancel; webhooks declared off (51)  acme-jobs 2.3.1: 61 rules passed`, `NON-CONFORMANT  acme-jobs 2.3.1: 2 rules failed, 61 passed · 412 requests in 41.2 s` */
function conclusionLines(report: Report, { exitCode = report.exit_code, elapsed }: TerminalOptions): Line[] {
  const { conclusion, target, options, requests, observed } = report;
  if (observed !== undefined) return observedConclusion(report, observed, exitCode);
  const took = elapsed ?? report.took;
  const name = [target.name, target.version].filter(Boolean).join(' ');
  const suite = report.suite.version === undefined ? '' : `suite ${report.suite.version}, `;
  const part = options.shard === null ? name : `${name}, shard ${options.shard} alone`;
  return [
    [
      [TONES[conclusion], [conclusion.toUpperCase(), certificateText(report)].filter((text) => text !== '').join(' ')],
      ['plain', `  ${part}: ${countsText(report)}`],
      ['dim', `; ${suite}${counted(requests, 'request')}, ${durationText(took)}, exit code ${exitCode}`],
    ],
  ];
}

/** `NOTHING VIOLATED  acme-jobs: 41 rules held, 0 violated; 312 of 340 exchanges judged` */
function observedConclusion({ rules, target }: Report, observed: ObservedTraffic, exitCode: number): Line[] {
  const of = (verdict: string) => rules.filter((rule) => rule.verdict === verdict).length;
  const [tone, word]: [Tone, string] = of('fail') > 0 ? ['bad', 'VIOLATED'] : ['good', 'NOTHING VIOLATED'];
  const counts = `${counted(of('pass'), 'rule')} held, ${of('fail')} violated, ${of('warn')} warned of`;
  return [
    [
      [observed.judged === 0 ? 'warn' : tone, observed.judged === 0 ? 'NOTHING JUDGED' : word],
      ['plain', `  ${target.name}: ${counts}`],
      ['dim', `; ${observed.judged} of ${counted(observed.exchanges, 'exchange')} judged, exit code ${exitCode}`],
    ],
  ];
}
