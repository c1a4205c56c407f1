import { expect, it } from 'vitest';
import type { DriverName } from '../suite/vocabulary.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { featuresOn } from './features.ts';
import { planRun } from './plan.ts';

const target = targetFromFlags({ base_url: 'http://127.0.0.1:1', keys: { primary: 'pk_live_x' } });
const STEPS = 'steps: [{call: GET /v1/usage, expect: {FIRST-RULE: {status: 200}}}]';

/** Returns the ids of what is played, or why it is not. */
function planned(head: string, offered: DriverName[] = []): string[] {
  const { suite, context } = suiteOf(`scenario: a/b\ncovers: [FIRST-RULE]\n${head}\n${STEPS}\n`);
  const features = featuresOn({ lists: { declared: 'auto', found: false } });
  const { instances, passedOver } = planRun(suite.scenarios, context, { target, features, offered });
  expect(context.problems).toEqual([]);
  return [...instances.map(({ id }) => id), ...passedOver.map(({ reason, detail }) => `${reason}: ${detail}`)];
}

const ARMS = `arms:
  - {name: moved, needs: [driver.clock, feature.lists]}
  - {name: waited, needs: ["budget.wall >= 8m"]}
  - {name: made, needs: [key.second]}`;

it.each<[string, DriverName[], string[]]>([
  ['about: it', [], ['a/b']],
  ['matrix: {n: [1, 2]}', [], ['a/b[1]', 'a/b[2]']],
  ['requires: {features: [lists]}', [], ['feature-off: lists is off']],
  ['requires: {drivers: [webhooks, clock]}', ['clock'], ['needs-receiver: there is no driver webhooks']],
  ['requires: {keys: [second]}', [], ['needs-key: the target gives no key of the role second']],
  ['requires: {keys: [second]}', ['tenants'], ['a/b']],
  [ARMS, [], ['a/b[waited]']],
  [ARMS.replace('8m', '9m').replace('budget.wall >= 9m', 'tenant'), ['tenants'], ['a/b[made]']],
  [
    'arms: [{name: x, needs: [driver.clock, key.second]}, {name: y, needs: ["feature.lists"]}]',
    [],
    ['needs-clock: it needs driver.clock and key.second, or feature.lists'],
  ],
  ['arms: [{name: none, verdict: inconclusive, reason: needs-clock, hint: wait}]', [], ['needs-clock: wait']],
])('A plan of %s with %j has %j', (head, offered, expected) => {
  expect(planned(head, offered)).toEqual(expected);
});
