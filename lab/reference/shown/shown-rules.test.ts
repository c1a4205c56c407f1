import { describe, expect, it } from 'vitest';
import { forEachFeature } from '../../../conformance/plan/features.ts';
import type { DriverName } from '../../../conformance/suite/vocabulary.ts';
import { targetFromFlags } from '../../../conformance/target/target-from-flags.ts';
import { shippedSuite } from '../../../conformance/testing/shipped-suite.ts';
import { suiteOf } from '../../../conformance/testing/suite-of.ts';
import { shownRules } from './shown-rules.ts';

const features = forEachFeature(() => true);
const LIVE = { primary: 'pk_live_1' };

function shownOf(text: string, offered: DriverName[] = [], keys: Record<string, string> = LIVE): string[] {
  const { suite, context } = suiteOf(text);
  const target = targetFromFlags({ base_url: 'http://127.0.0.1:1', keys });
  const shown = shownRules(suite, context, { target, features, offered });
  expect(context.problems).toEqual([]);
  return [...shown];
}

const scenario = (head: string, steps: string) => `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE]
${head}
steps:
${steps}`;
const FIRST = '  - {call: GET /v1/usage, expect: {FIRST-RULE: {status: 200}}}\n';
const SECOND = '  - {id: two, call: GET /v1/usage, expect: {SECOND-RULE: {status: 200}}}\n';

describe('A rule is shown', () => {
  it('by each step that can be reached', () => {
    expect(shownOf(scenario('about: it', FIRST + SECOND))).toEqual(['FIRST-RULE', 'SECOND-RULE']);
  });

  it.each<[string, string, DriverName]>([
    ['its scenario requires', 'requires: {drivers: [clock]}', 'clock'],
    ['its only whole arm needs', 'arms: [{name: x, needs: [driver.jobs]}, {name: y, partial: true}]', 'jobs'],
  ])('if the target offers what %s', (_, head, driver) => {
    expect(shownOf(scenario(head, FIRST))).toEqual([]);
    expect(shownOf(scenario(head, FIRST), [driver])).toEqual(['FIRST-RULE']);
  });

  it.each([
    ['the condition of its step', FIRST.replace('{call', '{if: driver.clock, call')],
    ['what its expectation needs', FIRST.replace('{status', '{needs: driver.clock, status')],
    ['a wait for an expiry before it', `  - {wait: {until: "\${'2026-01-01T00:00:00Z'}"}}\n${FIRST}`],
    ['a long wait before it', `  - {wait: {for: 25h}}\n${FIRST}`],
  ])('if a clock meets %s', (_, steps) => {
    expect(shownOf(scenario('about: it', steps + SECOND))).not.toContain('FIRST-RULE');
    expect(shownOf(scenario('about: it', steps + SECOND), ['clock'])).toContain('FIRST-RULE');
  });

  it('if only a short wait precedes it', () => {
    expect(shownOf(scenario('about: it', `  - {wait: {for: 2s}}\n${FIRST}`))).toEqual(['FIRST-RULE']);
  });

  it('if there is the key that its step sends', () => {
    const steps = FIRST.replace('usage,', 'usage, key: second,');
    expect(shownOf(scenario('about: it', steps))).toEqual([]);
    expect(shownOf(scenario('about: it', steps), [], { ...LIVE, second: 'pk_live_2' })).toEqual(['FIRST-RULE']);
  });

  it('if there is a key for the environment of its row', () => {
    const head = 'matrix: {env: [test]}\ntenant: {primary: "${row.env}"}';
    expect(shownOf(scenario(head, FIRST))).toEqual([]);
    expect(shownOf(scenario(head, FIRST), [], { ...LIVE, other_env: 'pk_test_2' })).toEqual(['FIRST-RULE']);
  });

  it('for every rule of the package, with every driver', () => {
    const { suite, context } = shippedSuite();
    const target = targetFromFlags({ base_url: 'http://127.0.0.1:1' });
    const offered = ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'] as const;
    const shown = shownRules(suite, context, { target, features, offered });
    const musts = [...suite.registry.values()].filter(({ level }) => level === 'must').map(({ id }) => id);
    expect(musts.filter((id) => !shown.has(id))).toEqual([]);
  });
});
