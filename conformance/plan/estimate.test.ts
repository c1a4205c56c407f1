import { describe, expect, it } from 'vitest';
import type { Target } from '../target/target.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { estimateRun } from './estimate.ts';

const ALL = { only: [], shard: null };
const target = (changes: Partial<Target> = {}): Target => ({
  ...targetFromFlags({ base_url: 'http://127.0.0.1:1', keys: { primary: 'pk_live_x' } }),
  ...changes,
});

function estimated(scenarios: string, of: Target = target(), library = '') {
  const { suite, context } = suiteOf(scenarios, { library });
  const estimate = estimateRun(suite, context, of, ALL);
  expect(context.problems).toEqual([]);
  return estimate;
}

const SUBMIT = '{call: POST /v1/skin/analyses, expect: {FIRST-RULE: {status: 202}}}';

describe('The estimated cost of a run', () => {
  it('counts every row of a matrix, and parallel requests', () => {
    const scenario = (steps: string) =>
      `scenario: a/one\ncovers: [FIRST-RULE]\nmatrix: {n: [1, 2, 3]}\nsteps: [${steps}]`;
    const { instances, requests, jobs } = estimated(scenario(SUBMIT));
    expect({ instances, requests, jobs }).toEqual({ instances: 3, requests: 3, jobs: 3 });
    expect(estimated(scenario(SUBMIT.replace('expect', 'parallel: 8, expect'))).jobs).toBe(24);
    for (const line of ['GET /v1/usage', 'POST /v1/skin/analyses-no-such-thing'])
      expect(estimated(scenario(`{call: ${line}, expect: {FIRST-RULE: {status: 200}}}`)).jobs).toBe(0);
  });

  it('counts the steps of set-ups for each use', () => {
    const library = 'set_up: lib/job\nsteps: [{call: POST /v1/makeup/try-ons}]';
    const steps = '[{use: lib/job, times: 4}, {call: GET /v1/usage, expect: {FIRST-RULE: {status: 200}}}]';
    const { jobs, requests } = estimated(`scenario: a/one\ncovers: [FIRST-RULE]\nsteps: ${steps}`, target(), library);
    expect({ jobs, requests }).toEqual({ jobs: 4, requests: 5 });
  });

  it('counts a computed path as a submission: it announces too many jobs rather than too few', () => {
    const steps = '[{let: {path: /v1/skin/analyses}}, {call: "POST ${path}", expect: {FIRST-RULE: {status: 202}}}]';
    expect(estimated(`scenario: a/one\ncovers: [FIRST-RULE]\nsteps: ${steps}`).jobs).toBe(1);
  });

  it('includes units only if a live key of the target pays', () => {
    const scenario = `scenario: a/one\ncovers: [FIRST-RULE]\nsteps: [${SUBMIT}]`;
    const test = targetFromFlags({ base_url: 'http://127.0.0.1:1', keys: { primary: 'pk_test_x' } });
    expect(estimated(scenario).credit_units).toBe(1);
    expect(estimated(scenario, test).credit_units).toBe(0);
  });
});

describe('The estimated gaps of a run', () => {
  const scenario = (requires: string, rule: string) =>
    `---\nscenario: a/${rule.toLowerCase()}\ncovers: [${rule}]\nrequires: ${requires}\nsteps: [{call: GET /v1/usage, expect: {${rule}: {status: 200}}}]\n`;

  it('are reported by what is missing, with the rules and what would help', () => {
    const { rules, untestable } = estimated(
      scenario('{drivers: [clock]}', 'FIRST-RULE') + scenario('{keys: [other_account]}', 'SECOND-RULE'),
    );
    expect(rules).toEqual({ testable: 0, graded: 2 });
    expect(untestable.map(({ reason, rules: ids }) => [reason, ids])).toEqual([
      ['needs-clock', ['FIRST-RULE']],
      ['needs-key', ['SECOND-RULE']],
    ]);
    expect(untestable[0]?.hint).toContain('drivers.clock');
  });

  it('are empty if the target names a whole driver contract', () => {
    const drivers = { ...target().drivers, url: 'http://127.0.0.1:1/drivers' };
    expect(
      estimated(scenario('{drivers: [clock, jobs, webhooks]}', 'FIRST-RULE'), target({ drivers })).untestable,
    ).toEqual([]);
  });
});
