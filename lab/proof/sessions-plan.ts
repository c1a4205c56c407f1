import { median } from '../../shared/median.ts';
import { BREACHES } from '../other-make/breaches/breaches.ts';
import { FRESH_BREACHES } from '../other-make/breaches/fresh-breaches.ts';
import { alone, chosenOf, marksOf } from './choices.ts';
import type { Plan } from './plan-proof.ts';
import type { Found, Played } from './sessions.ts';

/** The servers of a plan, each once per seed. */
export function serversOf({ deviations, breaches, choices, rows, fresh }: Plan, seed: string, seeds: number): Played[] {
  const unlawful = { section: null, isLawful: false };
  const make = 'other-make' as const;
  const all: Omit<Played, 'seed'>[] = [
    ...deviations.map(({ id, rule }) => ({ ...unlawful, id, rule, setting: { deviate: [id] } })),
    ...breaches.map((broken) => ({ ...unlawful, id: broken, rule: BREACHES[broken], setting: { make, broken } })),
    ...fresh.map((broken) => ({
      ...{ id: broken, rule: null, section: FRESH_BREACHES[broken], isLawful: false },
      setting: { make, broken },
    })),
    ...choices.map((choice) => ({
      ...{ id: choice.name, rule: null, section: null, isLawful: true },
      setting: { make: choice.make, chosen: alone(choice) },
    })),
    // A marked choice may break the rules that it is marked with.
    ...rows
      .filter((row) => row.choices.every((choice) => marksOf(choice).length === 0))
      .map(({ name, make, choices }) => ({
        ...{ id: name, rule: null, section: null, isLawful: true },
        setting: { make, chosen: chosenOf(choices) },
      })),
  ];
  const own = (index: number) => (seeds === 1 ? seed : `${seed}-${index + 1}`);
  return all.flatMap((server) => Array.from({ length: seeds }, (_, index) => ({ ...server, seed: own(index) })));
}

/** What sessions found, by rule, and what they did not find. */
export function sessionsText(all: readonly Found[]): string {
  const broken = all.filter(({ isLawful }) => !isLawful);
  const lawful = all.filter(({ isLawful }) => isLawful);
  const found = broken.filter(({ rules }) => rules.length > 0);
  const own = found.filter(({ rule, rules }) => rules.includes(rule ?? ''));
  const named = broken.some(({ rule }) => rule !== null) ? `, ${own.length} under the id of their rule` : '';
  const fresh = found.filter(({ rule }) => rule === null);
  const missed = broken.filter(({ rules }) => rules.length === 0);
  const byRule = new Map<string, Found[]>();
  for (const one of broken) byRule.set(brokenBy(one), [...(byRule.get(brokenBy(one)) ?? []), one]);
  const blamed = lawful.filter(({ rules }) => rules.length > 0);
  return [
    ...[...byRule].sort().map(([rule, tried]) => ruleLine(rule, tried)),
    ...(missed.length > 0 ? ['not found:', ...missed.map((one) => `  ${brokenBy(one)} ${one.id}`)] : []),
    ...(fresh.length > 0 ? ['found:', ...fresh.map(({ id, rules }) => `  ${id}: ${rules.join(', ')}`)] : []),
    ...(broken.length > 0
      ? [
          `${found.length} of ${broken.length} found by sessions alone (${percent(found.length, broken.length)})${named}`,
          `median of ${median(found.map(({ steps }) => steps))} operations and ${median(found.map(({ seconds }) => seconds)).toFixed(1)} s of processor time until found`,
        ]
      : []),
    ...(lawful.length > 0 ? [`${blamed.length} of ${lawful.length} runs on lawful servers blamed`] : []),
    ...blamed.map(({ id, seed, rules, detail }) => `  ${id} (seed ${seed}): ${rules.join(', ')}: ${detail}`),
  ].join('\n');
}

function brokenBy({ rule, section }: Found): string {
  return rule ?? `section ${section}`;
}

function ruleLine(rule: string, tried: readonly Found[]): string {
  const found = tried.filter(({ rules }) => rules.length > 0);
  const steps = found.length === 0 ? '' : `, median of ${median(found.map((one) => one.steps))} operations`;
  return `${rule}: ${found.length} of ${tried.length}${steps}`;
}

function percent(part: number, all: number): string {
  return `${Math.round((100 * part) / all)} %`;
}
