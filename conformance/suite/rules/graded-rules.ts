import type { Group, Registry, Rule } from './rule.ts';

/** What of the registry a run is graded on: some groups alone, and as an older version of the suite had it. */
export type GradedOn = { groups?: readonly Group[]; as_of?: string };

/** The rules of the groups; what is newer than `as_of`, or was raised to a failure since, only warns. */
export function gradedRules(registry: Registry, { groups = [], as_of }: GradedOn): Registry {
  const chosen = [...registry].filter(([, { group }]) => groups.length === 0 || groups.includes(group));
  return new Map(chosen.map(([id, rule]) => [id, isNewer(rule, as_of) ? asWarning(rule) : rule]));
}

function asWarning(rule: Rule): Rule {
  if (rule.level === 'derived') return { ...rule, spares: null };
  return rule.level === 'must' ? { ...rule, level: 'derived' } : rule;
}

/** Whether a rule came, or was raised to a failure, after a version. */
export function isNewer({ since }: Pick<Rule, 'since'>, version: string | undefined): boolean {
  return version !== undefined && since !== null && compareVersions(since, version) > 0;
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

export function compareVersions(one: string, other: string): number {
  const [own, others] = [one, other].map((text) => text.split('.').map(Number));
  const differing = own?.findIndex((part, index) => part !== others?.[index]) ?? -1;
  return differing === -1 ? 0 : (own?.[differing] ?? 0) - (others?.[differing] ?? 0);
}

/** The version of a suite: that of the package, or that of its newest rule where a release is yet to come. */
export function suiteVersion(registry: Registry, released: string): string {
  const all = [...registry.values()].flatMap(({ since }) => since ?? []);
  return all.reduce((newest, since) => (compareVersions(since, newest) > 0 ? since : newest), released);
}
