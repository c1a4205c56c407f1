import { beforeAll, describe, it } from 'vitest';
import { visible } from '../shared/visible.ts';
import { type CertifyOptions, certifyWith, openSuite } from './certify.ts';
import { chooseScenarios } from './plan/choose.ts';
import { contraryText } from './report/certificate.ts';
import { type FailedRule, failedRules } from './report/failures.ts';
import type { Report, RuleReport } from './report/report.ts';
import { failureText } from './report/terminal/failure-text.ts';
import { untestedText } from './report/terminal/section-lines.ts';
import { gradedRules } from './suite/rules/graded-rules.ts';
import { isGraded, type Rule } from './suite/rules/rule.ts';
import type { Loaded } from './suite/scenario/load-suite.ts';
import type { Target } from './target/target.ts';
import type { TargetFlags } from './target/target-from-flags.ts';

type AnyTarget = Target | TargetFlags;

export type DescribeOptions = {
  /**
   * The server. A function is called when the tests begin, so that it can start a server, or use one that beforeAll has
   * started.
   */
  target: AnyTarget | (() => AnyTarget | Promise<AnyTarget>);
  /** The options of the run, as for `certify`. */
  options?: CertifyOptions;
  /** Milliseconds for the whole run (default 15 minutes). */
  timeout?: number;
  name?: string;
};

const LONGEST_RUN = 15 * 60_000;
/** Further failures of the same rule add no information. */
const MOST_FAILURES = 3;

/**
 * Creates a test for each rule in your own test run. The suite is run once, before the first of these tests. A rule
 * that could not be tested is skipped with its reason.
 */
export function describeConformance({
  target,
  options = {},
  timeout = LONGEST_RUN,
  name = 'conformance',
  ...unknown
}: DescribeOptions): void {
  const [field] = Object.keys(unknown);
  if (field !== undefined)
    throw new TypeError(`describeConformance has no field ${field}; the options of certify belong under options`);
  const loaded = openSuite(options.scenarios);
  describe(name, () => {
    let found: Found | null = null;
    beforeAll(async () => {
      const given = typeof target === 'function' ? await target() : target;
      found = foundIn(await certifyWith(loaded, given, options));
    }, timeout);
    for (const { id, clause, says } of rulesOf(loaded, options))
      it(`${id} §${clause} ${says}`, async ({ skip, annotate }) => {
        const { rule, text } = resultOf(id, found);
        const why = whySkipped(rule);
        if (why !== null) return skip(visible(why));
        if (rule?.verdict === 'warn') await annotate(visible(text), 'warning');
        else if (rule?.verdict !== 'pass') throw failed(text);
      });
    it('the run as a whole comes to a verdict', () => {
      const trouble = found === null ? 'it did not end' : troubleIn(found.report);
      if (trouble !== null) throw failed(trouble);
    });
  });
}

/** The rules that the chosen scenarios cover. If nothing is left out, rules without a scenario are included. */
function rulesOf({ suite }: Loaded, { only = [], groups = [], shard = null }: CertifyOptions): Rule[] {
  const graded = [...gradedRules(suite.registry, { groups }).values()].filter(isGraded);
  if (only.length === 0 && shard === null) return graded;
  const chosen = chooseScenarios(suite, { only, groups, shard });
  const covered = new Set(chosen.flatMap(({ covers }) => covers.map(({ rule }) => rule)));
  return graded.filter(({ id }) => covered.has(id));
}

type Found = { report: Report; rules: ReadonlyMap<string, RuleReport>; failures: ReadonlyMap<string, FailedRule> };

function foundIn(report: Report): Found {
  const { failed: own, warned, known } = failedRules(report);
  return {
    report,
    rules: new Map(report.rules.map((rule) => [rule.id, rule])),
    failures: new Map([...own, ...warned, ...known].map((one) => [one.rule.id, one])),
  };
}

function resultOf(id: string, found: Found | null): { rule: RuleReport | null; text: string } {
  const rule = found?.rules.get(id) ?? null;
  const cards = found?.failures.get(id)?.failures ?? [];
  const baseUrl = found?.report.target.base_url ?? '';
  const texts = cards.slice(0, MOST_FAILURES).map((card) => failureText(card, { baseUrl }));
  const more = cards.length > MOST_FAILURES ? [`and ${cards.length - MOST_FAILURES} more times`] : [];
  return { rule, text: [...texts, ...more].join('\n\n') || (rule?.hint ?? 'there is no card of it') };
}

/** Why a rule has no result; null if it has one. */
function whySkipped(rule: RuleReport | null): string | null {
  if (rule === null) return 'no scenario covers it';
  if (rule.verdict === 'fail' && rule.known) return 'it is known to fail';
  return rule.verdict === 'inconclusive' || rule.verdict === 'not_applicable' ? untestedText(rule) : null;
}

/** A problem that no single rule shows. A run in which nothing could be tested does not pass. */
function troubleIn({ errors, stale, contrary = [], rules }: Report): string | null {
  const [error] = errors;
  if (error !== undefined) return `the harness itself failed: ${error.message}`;
  if (contrary.length > 0) return contrary.map(contraryText).join('; ');
  if (stale.length > 0) return `out of date in the baseline: ${stale.join('; ')}`;
  if (rules.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict))) return null;
  const [first] = rules;
  return `nothing could be tested${first === undefined ? '' : `: ${untestedText(first)}`}`;
}

/** The position in this file at which it was thrown does not help the reader. */
function failed(text: string): Error {
  const error = new Error(visible(text));
  error.stack = `Error: ${error.message}`;
  return error;
}
