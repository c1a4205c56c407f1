import { counted } from '../../../shared/counted.ts';
import { cutList, indent, type Line, line, wrap } from '../../../shared/report/lines.ts';
import { REASONS, type Reason } from '../../suite/reasons.ts';
import { declaredTexts } from '../certificate.ts';
import { gradedRules } from '../failures.ts';
import { grouped } from '../grouped.ts';
import type { Report, RuleReport } from '../report.ts';

/** Rules that could not be tested for the same reason, with what would help. */
export type Untested = { reason: Reason | null; hint: string; rules: RuleReport[] };

/** The untested rules by reason; the reason of the most rules comes first. */
export function untestedByReason(report: Report): Untested[] {
  const groups = new Map<string, Untested>();
  for (const rule of gradedRules(report).filter(({ verdict }) => verdict === 'inconclusive')) {
    const hint = hintOf(rule);
    const key = `${rule.reason} ${hint}`;
    const group = groups.get(key) ?? { reason: rule.reason, hint, rules: [] };
    group.rules.push(rule);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.rules.length - a.rules.length);
}

function hintOf({ hint, reason }: RuleReport): string {
  return hint ?? (reason === null ? 'no check of it ran' : REASONS[reason]);
}

/** Why a rule has no verdict, as one text: `needs-clock: offer drivers.clock, so that time can be moved`. */
export function untestedText(rule: RuleReport): string {
  if (rule.declared_off !== undefined) return `declared off: ${rule.declared_off.map(declaredText).join(', ')}`;
  if (rule.verdict === 'not_applicable') return `not applicable: ${rule.group} is proved to be off`;
  return `${rule.reason ?? 'never checked'}: ${hintOf(rule)}`;
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

/** Each reason with its remedy and its rules, and one line for what does not apply. */
export function untestedLines(report: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const reasons = untestedByReason(report).flatMap(({ reason, hint, rules }) => {
    const ids = rules.map(({ id }) => id);
    const listed = wrap(verbose ? ids.join(', ') : cutList(ids, width - 4), width - 4);
    const head = line('warn', `${counted(rules.length, 'rule')}, ${reason ?? 'never checked'}`);
    const hints = wrap(hint, width - 4).map((text) => line('plain', text));
    return [head, ...indent([...hints, ...listed.map((text) => line('dim', text))], 2)];
  });
  const off = notApplicable(report).map(({ group, rules }) => `${group} (${counted(rules.length, 'rule')})`);
  const proved = off.length === 0 ? [] : [`Does not apply, because it is proved to be off: ${off.join(', ')}`];
  const texts = [...declaredTexts(report), ...proved].flatMap((text) => wrap(text, width - 2));
  return [...reasons, ...texts.map((part) => line('dim', part))];
}
