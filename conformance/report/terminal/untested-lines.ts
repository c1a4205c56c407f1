import { counted } from '../../../shared/counted.ts';
import { cutList, indent, type Line, wrapped } from '../../../shared/report/lines.ts';
import { declaredTexts } from '../certificate.ts';
import { gradedRules } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { remediesFor, remedyOf } from '../remedies.ts';
import type { Report, RuleReport } from '../report.ts';

/** Why a rule has no verdict, as one text: `needs-clock: offer drivers.clock in the target file, or --drivers URL`. */
export function untestedText(rule: RuleReport): string {
  if (rule.declared_off !== undefined) return `declared off: ${rule.declared_off.map(declaredText).join(', ')}`;
  if (rule.verdict === 'not_applicable') return `not applicable: ${rule.group} is proved to be off`;
  return `${rule.reason ?? 'never checked'}: ${remedyOf(rule)}`;
}

function declaredText({ feature, because }: NonNullable<RuleReport['declared_off']>[number]): string {
  return `${feature} (${because ?? 'the target file does not say why'})`;
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

/** What to do about how many rules, most of them first, with the reason and the rules; and one line for what does not apply. */
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
