import { expect, it } from 'vitest';
import { isGraded } from '../../conformance/suite/rules/rule.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { BREACHES } from './breaches.ts';

it('The breaches of the server of another make are of rules that are graded', () => {
  const { registry } = shippedSuite().suite;
  const isNamed = (rule: string) => [...registry.values()].some((one) => one.id === rule && isGraded(one));
  expect(Object.entries(BREACHES).filter(([, rule]) => !isNamed(rule))).toEqual([]);
});
