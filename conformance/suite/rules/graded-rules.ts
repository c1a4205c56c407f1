import { type Group, onlyWarns, type Registry, type Rule } from './rule.ts';

/** What of the registry a run is graded on: some groups alone, and as an older version of the suite had it. */
export type GradedOn = { groups?: readonly Group[]; as_of?: string };

/** When a run was: its day, and the version of its suite. */
export type GradedAt = { day: string; version?: string };

/**
 * The rules of the groups. What is newer than `as_of`, or was raised to a failure since, only warns, and so does what is
 * disputed or still provisional; what is provisional no longer is as stable as others.
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

/** Whether a provisional rule may fail by now. */
function isDue({ until }: Rule, at: GradedAt | undefined): boolean {
  if (until === null || at === undefined) return false;
  if (!isVersion(until)) return at.day >= until;
  return at.version !== undefined && compareVersions(at.version, until) >= 0;
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
