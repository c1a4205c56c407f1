import { isGraded, type Registry } from '../suite/rules/rule.ts';
import { didYouMean } from '../suite/yaml/nearest.ts';
import { childOf, type Node, type Place } from '../suite/yaml/node.ts';
import { BadSource, type Problem } from '../suite/yaml/problem.ts';
import { readYaml } from '../suite/yaml/read-yaml.ts';
import type { RuleReport } from './report.ts';

/** Failures that a team accepts for now. */
export type Baseline = readonly KnownFailure[];

type KnownFailure = {
  rule: string;
  because: string;
  /** The last day on which it is accepted, such as 2026-01-31; null without an end. */
  until: string | null;
  /** Why no rule of the suite can fail by this id; null where one can. */
  idle: string | null;
  place: Place;
};

/** Reads `{known_failures: [{rule, because, until}]}`. An unknown rule is no mistake: its entry is stale. */
export function readBaseline(file: string, text: string, registry: Registry): Baseline {
  const problems: Problem[] = [];
  const [node] = readYaml(file, text);
  const root = node ?? { kind: 'scalar', value: null, place: { file, line: 1, column: 1 } };
  refuseStrangers(root, ['known_failures'], problems);
  const list = childOf(root, 'known_failures');
  if (list?.kind !== 'list')
    problems.push({ place: root.place, message: 'write known_failures: [{rule: RULE-ID, because: "…"}]' });
  const entries = (list?.kind === 'list' ? list.items : []).map((item) => readEntry(item, registry, problems));
  refuseTwice(entries, problems);
  if (problems.length > 0) throw new BadSource(problems);
  return entries;
}

/** The failed rules that the baseline accepts, and the entries of it that are stale. */
export function applyBaseline(
  baseline: Baseline,
  rules: readonly Pick<RuleReport, 'id' | 'verdict'>[],
  now: number,
): { known: ReadonlySet<string>; stale: string[] } {
  const verdicts = new Map(rules.map(({ id, verdict }) => [id, verdict]));
  const known = new Set<string>();
  const stale: string[] = [];
  for (const entry of baseline) {
    const why = staleness(entry, verdicts.get(entry.rule), now);
    if (why !== null) stale.push(`${entry.rule} ${why}`);
    else if (verdicts.get(entry.rule) === 'fail') known.add(entry.rule);
  }
  return { known, stale };
}

/** Why an entry is stale; only a rule that passes makes it so, since an untested one may fail the next time. */
function staleness(
  { idle, until }: KnownFailure,
  verdict: RuleReport['verdict'] | undefined,
  now: number,
): string | null {
  if (idle !== null) return idle;
  if (verdict === 'pass') return 'passes now; take it out of the baseline';
  if (until !== null && new Date(now).toISOString().slice(0, 10) > until)
    return `was known until ${until} only; mend it, or give it a later day`;
  return null;
}

const FIELDS = ['rule', 'because', 'until'];

function readEntry(node: Node, registry: Registry, problems: Problem[]): KnownFailure {
  refuseStrangers(node, FIELDS, problems);
  const rule = textOf(node, 'rule', 'the id of the rule that fails', problems);
  const because = textOf(node, 'because', 'why it is let pass', problems);
  const until = childOf(node, 'until') === undefined ? null : dayOf(node, problems);
  return { rule, because, until, idle: idleness(rule, registry), place: node.place };
}

function idleness(rule: string, registry: Registry): string | null {
  const entry = registry.get(rule);
  if (entry === undefined) return `is no rule of this suite${didYouMean(rule, [...registry.keys()])}`;
  if (!isGraded(entry)) return `is of level ${entry.level} and is never graded; take it out of the baseline`;
  return entry.level === 'must' ? null : `is of level ${entry.level} and can only warn; take it out of the baseline`;
}

function textOf(node: Node, name: string, about: string, problems: Problem[]): string {
  const value = childOf(node, name);
  if (value?.kind === 'scalar' && typeof value.value === 'string' && value.value.trim() !== '') return value.value;
  problems.push({ place: value?.place ?? node.place, message: `a known failure needs ${name}: ${about}` });
  return '';
}

function dayOf(node: Node, problems: Problem[]): string {
  const day = textOf(node, 'until', 'a day such as 2026-01-31', problems);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  if (day !== '' && !isDay)
    problems.push({
      place: childOf(node, 'until')?.place ?? node.place,
      message: `${day} is no day; write it as 2026-01-31`,
    });
  return day;
}

function refuseStrangers(node: Node, known: readonly string[], problems: Problem[]): void {
  for (const { key, keyPlace } of node.kind === 'map' ? node.entries : [])
    if (!known.includes(key))
      problems.push({ place: keyPlace, message: `there is no field ${key} here${didYouMean(key, known)}` });
}

function refuseTwice(entries: Baseline, problems: Problem[]): void {
  const earlier = new Set<string>();
  for (const { rule, place } of entries) {
    if (rule !== '' && earlier.has(rule)) problems.push({ place, message: `${rule} is in the baseline already` });
    earlier.add(rule);
  }
}
