import * as z from 'zod/mini';
import { didYouMean } from '../../shared/nearest.ts';
import { parseDay } from '../suite/expression/quantities.ts';
import { isGraded, type Registry } from '../suite/rules/rule.ts';
import { childOf, type Place } from '../suite/yaml/node.ts';
import { BadSource, type Problem } from '../suite/yaml/problem.ts';
import { readAs } from '../suite/yaml/read-as.ts';
import { readYaml } from '../suite/yaml/read-yaml.ts';
import { must, textThat, Wrong } from '../suite/yaml/schema-parts.ts';
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

const knownFailure = z.strictObject({
  rule: textAbout('the id of the rule that fails'),
  because: textAbout('why it is let pass'),
  until: z.optional(textThat((day) => (parseDay(day) === null ? new Wrong(`${day} ${NO_DAY}`) : day))),
});

const NO_DAY = 'is no day; write it as 2026-01-31';

function textAbout(about: string) {
  return z.string(must(`be ${about}`)).check(z.regex(/\S/, `must be ${about}`), z.describe(about));
}

const baselineFile = z.strictObject({
  known_failures: z.array(z.unknown()).check(z.describe('[{rule: RULE-ID, because: "…"}]')),
});

/** Reads `{known_failures: [{rule, because, until}]}`. A rule that is no more is no mistake in the file: it is stale. */
export function readBaseline(file: string, text: string, registry: Registry): Baseline {
  const problems: Problem[] = [];
  const [root] = readYaml(file, text);
  const place: Place = { file, line: 1, column: 1 };
  if (root === undefined)
    throw new BadSource([{ place, message: 'write known_failures: [{rule: RULE-ID, because: "…"}]' }]);
  readAs(baselineFile, root, 'a baseline', problems);
  const list = childOf(root, 'known_failures');
  const entries = (list?.kind === 'list' ? list.items : []).flatMap((item) => {
    const said = readAs(knownFailure, item, 'a known failure', problems);
    if (said === null) return [];
    return [{ ...said, until: said.until ?? null, idle: idleness(said.rule, registry), place: item.place }];
  });
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

function idleness(rule: string, registry: Registry): string | null {
  const entry = registry.get(rule);
  if (entry === undefined) return `is no rule of this suite${didYouMean(rule, [...registry.keys()])}`;
  if (!isGraded(entry)) return `is of level ${entry.level} and is never graded; take it out of the baseline`;
  return entry.level === 'must' ? null : `is of level ${entry.level} and can only warn; take it out of the baseline`;
}

function refuseTwice(entries: Baseline, problems: Problem[]): void {
  const seen = new Set<string>();
  for (const { rule, place } of entries) {
    if (seen.has(rule)) problems.push({ place, message: `${rule} is in the baseline already` });
    seen.add(rule);
  }
}
