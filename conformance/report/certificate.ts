import { counted } from '../../shared/counted.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { Conclusion } from '../judge/verdicts.ts';
import { isOn } from '../plan/features.ts';
import { isContrary } from '../plan/off-features.ts';
import { GROUPS, type Group, type Registry } from '../suite/rules/rule.ts';
import type { Feature } from '../suite/vocabulary.ts';
import { grouped } from './grouped.ts';
import type { Certificate, Report, RuleReport } from './report.ts';

const FEATURES_OF: Partial<Record<Group, readonly Feature[]>> = {
  lists: ['lists', 'job.list'],
  cancel: ['job.cancel'],
  delete: ['job.delete', 'asset.delete'],
  credits: ['credits.balance'],
  webhooks: ['webhooks'],
  'test-mode': ['test-mode'],
  'hair-draft': ['hair'],
};

type Graded = Pick<Report, 'features' | 'options' | 'target'> & {
  rules: readonly RuleReport[];
  conclusion: Conclusion;
};

/** The scope of a conclusion. */
export function certificateOf({ rules, features, options, target, conclusion }: Graded): Certificate {
  const graded = rules.filter(({ group }) => target.hair.mapped || group !== 'hair-draft');
  const of = (standing: RuleReport['standing']) => graded.filter((rule) => rule.standing === standing);
  const idsOf = (listed: readonly RuleReport[]) => listed.map(({ id }) => id);
  const isThere = (group: Group) => {
    const known = (FEATURES_OF[group] ?? []).flatMap((name) => features[name] ?? []);
    return known.length === 0 || known.some((feature) => isOn(feature) !== false);
  };
  const parts = {
    groups: GROUPS.filter((group) => isThere(group) && of('met').some((rule) => rule.group === group)),
    declared_off: declaredIn(of('declared_off')),
    proved_off: idsOf(of('proved_off')),
    without_occasion: idsOf(of('without_occasion')),
    known_untested: idsOf(of('untested').filter(({ known }) => known)),
  };
  return { text: textOf(parts, { options, conclusion }), ...parts };
}

/** The text beside the conclusion; empty for reports of older versions. */
export function certificateText({ certificate }: Pick<Report, 'certificate'>): string {
  return certificate?.text ?? '';
}

function declaredIn(rules: readonly RuleReport[]): Certificate['declared_off'] {
  const each = rules.flatMap(({ id, declared_off = [] }) => declared_off.map((one) => ({ ...one, id })));
  return [...grouped(each, ({ feature }) => feature)].map(([feature, own]) => ({
    feature,
    because: own[0]?.because ?? null,
    rules: own.map(({ id }) => id),
  }));
}

/** Groups are named unless they are all groups of the suite. A part of the scenarios certifies no group. */
function textOf(
  { groups, declared_off, without_occasion, known_untested }: Omit<Certificate, 'text'>,
  { options, conclusion }: Pick<Graded, 'options' | 'conclusion'>,
): string {
  const isWhole = GROUPS.every((group) => groups.includes(group) || group === 'hair-draft');
  const isPart = options.only.length > 0 || options.shard !== null;
  const named = conclusion !== 'conformant' || isPart || (options.groups === undefined && isWhole) ? [] : groups;
  const parts = [
    ...(named.length > 0 ? [`in ${named.join(', ')}`] : []),
    ...(named.length === 0 && options.groups !== undefined ? [`of ${options.groups.join(', ')} alone`] : []),
    ...declared_off.map(({ feature, rules }) => `${feature} declared off (${rules.length})`),
    ...(without_occasion.length > 0 ? [`${without_occasion.length} without occasion`] : []),
    ...(known_untested.length > 0 ? [`${known_untested.length} known to be untested`] : []),
    ...(options.as_of === undefined ? [] : [`as of ${options.as_of}`]),
  ];
  return parts.join('; ');
}

/** `webhooks is declared off (51 rules): we poll`, for each feature that is declared off. */
export function declaredTexts({ certificate }: Pick<Report, 'certificate'>): string[] {
  return (certificate?.declared_off ?? []).map(
    ({ feature, because, rules }) =>
      `${feature} is declared off (${counted(rules.length, 'rule')}): ${because ?? 'the target file gives no reason'}`,
  );
}

type Contrary = NonNullable<Report['contrary']>;

/** Features that are declared off but were observed: such a declaration is false, whichever groups are graded. */
export function contraryIn(
  { features, shards = [] }: Pick<Report, 'features' | 'shards'>,
  evidence: readonly Evidence[],
  registry: Registry,
): Contrary {
  const all = shards.length === 0 ? [features] : shards.map((shard) => shard.features);
  const found = new Map<string, Contrary[number]>();
  for (const [name, feature] of all.flatMap((one) => Object.entries(one))) {
    if (feature.declared !== 'off') continue;
    const seen = isContrary(name, feature) ? (feature.seen ?? 'it is there') : breachText(name, evidence, registry);
    if (seen !== null && !found.has(name)) found.set(name, { feature: name, because: feature.because ?? null, seen });
  }
  return [...found.values()];
}

/** The observed breach of a rule that proves that a feature exists; null if there is none. */
function breachText(feature: string, evidence: readonly Evidence[], registry: Registry): string | null {
  for (const { rule, outcome, instance, step } of evidence) {
    const seen = registry.get(rule)?.disprovesOff[feature as Feature];
    if (outcome === 'violated' && seen !== undefined) return `${seen} (${instance}, step ${step})`;
  }
  return null;
}

/** `webhooks is declared off (we poll), and a delivery came (…)`. */
export function contraryText({ feature, because, seen }: Contrary[number]): string {
  return `${feature} is declared off${because === null ? '' : ` (${because})`}, and ${seen}`;
}
