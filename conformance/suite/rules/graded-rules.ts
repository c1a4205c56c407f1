import { type Group, onlyWarns, type Registry, type Rule } from './rule.ts';

/**
 * The part of the registry that a run is graded on: only some groups, or the rules as of an older version of the suite.
 */
export type GradedOn = { groups?: readonly Group[]; as_of?: string };

/** The day of a run, and the version of its suite. */
export type GradedAt = { day: string; version?: string };

/**
 * Selects the rules of the groups. Rules that are newer than `as_of`, or became failures since, only warn, and so do
 * disputed and provisional ones. A rule that is no longer provisional counts as stable.
 */
export function gradedRules(registry: Registry, { groups = [], as_of }: GradedOn, at?: GradedAt): Registry {
  const chosen = [...registry].filter(([, { group }]) => groups.length === 0 || groups.includes(group));
  return new Map(
    chosen.map(([id, written]) => {
      const rule = isDue(written, at) ? { ...written, status: null, until: null } : written;
      return [id, onlyWarns(rule) || isNewer(rule, as_of) ? asWarning(rule) : rule];
    }),
  );
}

/** Returns whether a provisional rule has become stable. */
function isDue({ until }: Rule, at: GradedAt | undefined): boolean {
  if (until === null || at === undefined) return false;
  if (!isVersion(until)) return at.day >= until;
  return at.version !== undefined && compareVersions(at.version, until) >= 0;
}

function asWarning(rule: Rule): Rule {
  if (rule.level === 'derived') return { ...rule, spares: null };
  return rule.level === 'must' ? { ...rule, level: 'derived' } : rule;
}

/** Returns whether a rule was added, or became a failure, after a version. */
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

/** Returns the version of a suite: that of the package, or that of its newest rule if this is still to be released. */
export function suiteVersion(registry: Registry, released: string): string {
  const all = [...registry.values()].flatMap(({ since }) => since ?? []);
  return all.reduce((newest, since) => (compareVersions(since, newest) > 0 ? since : newest), released);
}
