import * as z from 'zod/mini';
import { parseDay } from '../../shared/expression/quantities.ts';
import { didYouMean } from '../../shared/nearest.ts';
import { childOf, type Node, type Place } from '../../shared/yaml/node.ts';
import { GROUPS, isGraded, type Registry } from '../suite/rules/rule.ts';
import { BadSource, type Problem } from '../suite/yaml/problem.ts';
import { readAs } from '../suite/yaml/read-as.ts';
import { must, textThat, Wrong } from '../suite/yaml/schema-parts.ts';
import { documentsOf } from '../suite/yaml/source-file.ts';
import type { RuleReport } from './report.ts';

/** Failures that a team accepts for now, and rules that it knows to be untested. */
export type Baseline = readonly KnownFailure[];

type KnownFailure = {
  rule: string;
  because: string;
  /** The last day on which the entry applies, such as 2026-01-31; null if it has no end. */
  until: string | null;
  /** Why no rule of the suite can fail under this id; null if one can. */
  idle: string | null;
  place: Place;
  /** Whether the entry accepts an untested rule, or a group of untested rules. */
  untested?: 'rule' | 'group';
};

const knownFailure = z.strictObject({
  rule: textAbout('the id of the rule that fails'),
  because: textAbout('why it is let pass'),
  until: z.optional(textThat((day) => (parseDay(day) === null ? new Wrong(`${day} ${NO_DAY}`) : day))),
});

const knownUntested = z.strictObject({
  rule: z.optional(textAbout('the id of the rule that is untested')),
  group: z.optional(z.literal(GROUPS)),
  because: textAbout('why it is not tested'),
  until: knownFailure.shape.until,
});

const NO_DAY = 'is not a date; write it as 2026-01-31';

function textAbout(about: string) {
  return z.string(must(`be ${about}`)).check(z.regex(/\S/, `must be ${about}`), z.describe(about));
}

const baselineFile = z.strictObject({
  known_failures: z.optional(z.array(z.unknown())).check(z.describe('[{rule: RULE-ID, because: "…"}]')),
  known_untested: z
    .optional(z.array(z.unknown()))
    .check(z.describe('[{rule: RULE-ID, because: "…"}, {group: webhooks, because: "…"}]')),
});

/**
 * Reads `{known_failures: [{rule, because, until}], known_untested: [{rule or group, because, until}]}`. A rule that
 * was removed from the suite is not an error in the file: its entry is stale.
 */
export function readBaseline(file: string, text: string, registry: Registry): Baseline {
  const problems: Problem[] = [];
  const [root] = documentsOf({ file, text });
  const place: Place = { file, line: 1, column: 1 };
  if (root === undefined) throw new BadSource([{ place, message: `write ${WRITE}` }]);
  readAs(baselineFile, root, 'a baseline', problems);
  if (root.kind === 'map' && root.entries.length === 0)
    problems.push({ place, message: `a baseline needs known_failures or known_untested: ${WRITE}` });
  const entries = [
    ...itemsOf(root, 'known_failures').flatMap((item) => failureIn(item, registry, problems)),
    ...itemsOf(root, 'known_untested').flatMap((item) => untestedIn(item, registry, problems)),
  ];
  refuseTwice(entries, problems);
  if (problems.length > 0) throw new BadSource(problems);
  return entries;
}

const WRITE = 'known_failures: [{rule: RULE-ID, because: "…"}]';

function itemsOf(root: Node, name: string): readonly Node[] {
  const list = childOf(root, name);
  return list?.kind === 'list' ? list.items : [];
}

function failureIn(item: Node, registry: Registry, problems: Problem[]): KnownFailure[] {
  const said = readAs(knownFailure, item, 'a known failure', problems);
  if (said === null) return [];
  return [
    { ...said, until: said.until ?? null, idle: idleness(said.rule, registry, { failed: true }), place: item.place },
  ];
}

function untestedIn(item: Node, registry: Registry, problems: Problem[]): KnownFailure[] {
  const said = readAs(knownUntested, item, 'what is known to be untested', problems);
  if (said === null) return [];
  const { rule, group, because, until = null } = said;
  const shared = { because, until, place: item.place };
  if (rule !== undefined && group === undefined)
    return [{ ...shared, rule, idle: idleness(rule, registry, { failed: false }), untested: 'rule' }];
  if (rule === undefined && group !== undefined) return [{ ...shared, rule: group, idle: null, untested: 'group' }];
  problems.push({ place: item.place, message: 'an entry of known_untested names either a rule or a group' });
  return [];
}

/** The failed rules that the baseline accepts, and its stale entries. */
export function applyBaseline(
  baseline: Baseline,
  rules: readonly Ruled[],
  now: number,
): { known: ReadonlySet<string>; stale: string[] } {
  const known = new Set<string>();
  const stale: string[] = [];
  for (const entry of baseline) {
    const own = rules.filter(({ id, group }) => (entry.untested === 'group' ? group : id) === entry.rule);
    const why = staleness(entry, own, now);
    if (why !== null) stale.push(`${entry.rule} ${why}`);
    else for (const rule of own) if (isMeant(entry, rule)) known.add(rule.id);
  }
  return { known, stale };
}

type Ruled = Pick<RuleReport, 'id' | 'verdict'> & Partial<Pick<RuleReport, 'group' | 'standing'>>;

function isMeant({ untested }: KnownFailure, { verdict, standing }: Ruled): boolean {
  return untested === undefined ? verdict === 'fail' : verdict === 'inconclusive' && standing === 'untested';
}

/** Why an entry is stale. Only a rule that passes makes it stale, since an untested one may fail the next time. */
function staleness({ idle, until, untested }: KnownFailure, rules: readonly Ruled[], now: number): string | null {
  if (idle !== null) return idle;
  const musts = rules.filter(({ standing }) => untested !== 'group' || standing !== undefined);
  if (musts.length > 0 && musts.every(({ verdict }) => verdict === 'pass')) return PASSES[untested ?? 'rule'];
  if (until !== null && new Date(now).toISOString().slice(0, 10) > until)
    return `was accepted only until ${until}; fix it, or set a later date`;
  return null;
}

const PASSES = {
  rule: 'passes now; take it out of the baseline',
  group: 'is tested whole and passes now; take it out of the baseline',
};

/** Why an entry has no effect. A derived rule may fail, but an untested one does not count. */
function idleness(rule: string, registry: Registry, { failed }: { failed: boolean }): string | null {
  const entry = registry.get(rule);
  if (entry === undefined) return `is not a rule of this suite${didYouMean(rule, [...registry.keys()])}`;
  if (entry.status === 'retired') return `was retired in ${entry.retired_in}; take it out of the baseline`;
  if (!isGraded(entry)) return `is of level ${entry.level} and is never graded; take it out of the baseline`;
  const counts = entry.level === 'must' || (failed && entry.spares !== null);
  return counts ? null : `is of level ${entry.level} and can only warn; take it out of the baseline`;
}

function refuseTwice(entries: Baseline, problems: Problem[]): void {
  const seen = new Set<string>();
  for (const { rule, place, untested } of entries) {
    const list = `${rule} ${untested === undefined ? '' : 'untested'}`;
    if (seen.has(list)) problems.push({ place, message: `${rule} is in the baseline already` });
    seen.add(list);
  }
}
