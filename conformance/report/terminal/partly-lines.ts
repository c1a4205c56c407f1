import { counted } from '../../../shared/counted.ts';
import { cut, indent, type Line, line, wrapped } from '../../../shared/report/lines.ts';
import type { Reason } from '../../suite/reasons.ts';
import { gradedRules } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { partlyText } from '../partly.ts';
import type { Report, RuleReport } from '../report.ts';

/** Rules with a verdict of which a part could not be tested: by what was lacking, or each by itself. */
export function partlyLines(report: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const rules = gradedRules(report).filter((rule) => partlyText(rule) !== null);
  if (verbose) return rules.flatMap((rule) => ruleLines(rule, width));
  const byReason = grouped(rules, reasonOf);
  const sorted = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  return sorted.flatMap(([reason, own]) => {
    const [first] = own;
    const [text, ...more] = own.length === 1 && first !== undefined ? exampleOf(first) : own.map(({ id }) => id);
    return [
      line('warn', `${counted(own.length, 'rule')}, ${reason}`),
      ...indent([line('dim', cut([text, ...more].join(', '), width - 4))], 2),
    ];
  });
}

function exampleOf(rule: RuleReport): string[] {
  return [`${rule.id}: ${partlyText(rule)}`];
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
