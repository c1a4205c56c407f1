import { counted } from '../../../shared/counted.ts';
import { cut, cutList, indent, type Line, line, wrapped } from '../../../shared/report/lines.ts';
import type { Reason } from '../../suite/reasons.ts';
import { declaredTexts } from '../certificate.ts';
import { gradedRules } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { partlyText } from '../partly.ts';
import { remediesFor, remedyOf } from '../remedies.ts';
import type { Report, RuleReport } from '../report.ts';
import { valueLine } from './wire-text.ts';

/** Why a rule has no verdict, as one text: `needs-clock: offer drivers.clock in the target file, or --drivers URL`. */
export function untestedText(rule: RuleReport): string {
  if (rule.declared_off !== undefined) return `declared off: ${rule.declared_off.map(declaredText).join(', ')}`;
  if (rule.verdict === 'not_applicable') return `not applicable: ${rule.group} is proved to be off`;
  return `${rule.reason ?? 'never checked'}: ${remedyOf(rule)}`;
}

function declaredText({ feature, because }: NonNullable<RuleReport['declared_off']>[number]): string {
  return `${feature} (${because ?? 'the target file gives no reason'})`;
}

/** Groups of rules that do not apply, because their feature is proved to be off. */
export function notApplicable(report: Report): { group: string; rules: RuleReport[] }[] {
  const groups = grouped(
    gradedRules(report).filter(
      ({ verdict, declared_off }) => verdict === 'not_applicable' && declared_off === undefined,
    ),
    ({ group }) => group,
  );
  return [...groups].map(([group, rules]) => ({ group, rules }));
}

/**
 * The remedies, those for the most rules first, with the reason and the rules, and one line for what does not apply.
 */
export function untestedLines(report: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const remedies = remediesFor(report).flatMap(({ reason, todo, rules }) => {
    const ids = rules.map(({ id }) => id);
    const [label, room] = [`${reason ?? 'never checked'}: `, width - 4];
    const listed = verbose ? ids.join(', ') : cutList(ids, room - label.length);
    const head = wrapped('warn', `${todo}: ${counted(rules.length, 'rule')}`, room);
    return [...head, ...indent(wrapped('dim', `${label}${listed}`, room), 2)];
  });
  const off = notApplicable(report).map(({ group, rules }) => `${group} (${counted(rules.length, 'rule')})`);
  const proved = off.length === 0 ? [] : [`Does not apply, because it is proved to be off: ${off.join(', ')}`];
  return [...remedies, ...[...declaredTexts(report), ...proved].flatMap((text) => wrapped('dim', text, width - 2))];
}

/** The results of the sessions of a run, with the steps of those that broke a rule. */
export function sessionLines({ sessions, rules: graded }: Report, { width }: { width: number }): Line[] {
  if (sessions === undefined) return [];
  const { played, broken, unsure } = sessions;
  const what = graded.some(({ verdict }) => verdict === 'fail') ? 'another rule than the scenarios' : 'a rule';
  const text = (content: string, room = width) => wrapped('plain', content, room);
  const steps = (all: readonly string[]) =>
    all.flatMap((step, index) => indent(text(index === 0 ? step : `${index}. ${step}`, width - 4), 2));
  return [
    ...text(
      `${counted(played, 'session')} played, ${broken.length === 0 ? 'none broke' : `${broken.length} broke`} ${what}`,
    ),
    ...broken.flatMap(({ id, rules, steps: all }) => [...text(`${id} breaks ${rules.join(', ')}`), ...steps(all)]),
    ...unsure.flatMap(({ id, rules, steps: all }) => [
      ...text(`${id} broke ${rules.join(', ')} once, and not when it was played again; this fails nothing`),
      ...steps(all),
    ]),
  ];
}

/** Rules with a verdict that were tested only in part: grouped by what they lacked, or one by one. */
export function partlyLines(report: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const rules = gradedRules(report).filter((rule) => partlyText(rule) !== null);
  if (verbose) return rules.flatMap((rule) => ruleLines(rule, width));
  const byReason = grouped(rules, reasonOf);
  const sorted = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  return sorted.flatMap(([reason, own]) => {
    const [first] = own;
    const [text, ...more] =
      own.length === 1 && first !== undefined ? [`${first.id}: ${partlyText(first)}`] : own.map(({ id }) => id);
    return [
      line('warn', `${counted(own.length, 'rule')}, ${reason}`),
      ...indent([line('dim', cut([text, ...more].join(', '), width - 4))], 2),
    ];
  });
}

function ruleLines(rule: RuleReport, width: number): Line[] {
  const texts = wrapped('dim', `${rule.verdict}, ${partlyText(rule)}`, width - 4);
  return [line('plain', rule.id), ...indent(texts, 2)];
}

function reasonOf({ partly }: RuleReport): Reason | 'nothing' {
  const [most] = [...grouped(partly?.lacking ?? [], ({ reason }) => reason)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  return most?.[0] ?? 'nothing';
}

/** The maximum number of instances listed without --verbose. */
const MOST_STOPPED = 6;

/** Instances of scenarios that stopped in their set-up. Other scenarios may still test their rules. */
export function stoppedLines({ instances }: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const stopped = instances.filter(({ outcome }) => outcome === 'setup_failed');
  const listed = verbose ? stopped : stopped.slice(0, MOST_STOPPED);
  const left = stopped.length - listed.length;
  return [
    ...listed.flatMap(({ id, detail }) => [
      line('warn', cut(id, width - 2)),
      ...indent(wrapped('dim', detail ?? 'no detail', width - 4), 2),
    ]),
    ...(left === 0 ? [] : [line('dim', `${counted(left, 'more scenario')}; all with --verbose`)]),
  ];
}

type Gap = Report['gaps'][number];

/** The maximum number of gaps listed without --verbose. */
const MOST_GAPS = 6;

/** The target's behavior where the spec leaves it open. It is not graded. */
export function gapLines({ gaps }: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const observed = gaps.filter(({ answers }) => answers.length > 0);
  const listed = verbose ? gaps : observed.slice(0, MOST_GAPS);
  const left = gaps.length - listed.length;
  const lines = listed.flatMap((gap) => (verbose ? wholeGap(gap, width - 2) : [shortGap(gap, width - 2)]));
  if (left === 0) return lines;
  const more = listed.length === 0 ? `${counted(left, 'gap')} not observed` : `${counted(left, 'more gap')}`;
  return [...lines, line('dim', `${more}; all with --verbose`)];
}

function shortGap({ id, answers }: Gap, width: number): Line {
  const name = id.padEnd(28);
  return [
    ['info', name],
    ['plain', cut(`  ${answers.map(answerText).join('; ')}`, width - name.length)],
  ];
}

function wholeGap({ id, ask, questions = [], answers }: Gap, width: number): Line[] {
  const readings = questions.length === 0 ? [] : [`readings of the emulator: ${questions.join(', ')}`];
  const texts = answers.length === 0 ? ['not observed'] : answers.map(answerText);
  return [
    line('info', id),
    ...indent([...[ask, ...readings].flatMap((text) => wrapped('dim', text, width - 2))], 2),
    ...indent([...texts.flatMap((text) => wrapped('plain', text, width - 4))], 4),
  ];
}

/** `status 409, body.error.code "JOB_DELETED" (3 times)` */
export function answerText({ seen, times }: Gap['answers'][number]): string {
  const facts = Object.entries(seen).map(([name, value]) => `${name} ${valueLine(value)}`);
  return `${facts.join(', ') || 'nothing'}${times === 1 ? '' : ` (${times} times)`}`;
}

/** How much of the observed traffic could be judged, why the rest could not, and what it shows about open questions. */
export function observedLines({ observed }: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  if (observed === undefined) return [];
  const text = (content: string) => wrapped('plain', content, width - 2);
  const numbersIn = (numbers: readonly number[]) => {
    const all = numbers.join(', ');
    return verbose ? all : cutList(numbers.map(String), width - 4);
  };
  return [
    ...text(`${observed.judged} of ${counted(observed.exchanges, 'exchange')} judged`),
    ...observed.left.flatMap(({ why, numbers }) => [
      ...text(`${numbers.length}: ${why}`),
      ...indent(wrapped('dim', numbersIn(numbers), width - 4), 2),
    ]),
    ...observed.answers.flatMap(({ question, choice, number, times }) =>
      wrapped(
        'dim',
        `${question}: ${JSON.stringify(choice)} (exchange ${number}${times > 1 ? ` and ${times - 1} more` : ''})`,
        width - 2,
      ),
    ),
  ];
}
