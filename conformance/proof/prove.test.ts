import { describe, expect, it } from 'vitest';
import { suiteOf } from '../testing/suite-of.ts';
import { createProver } from './prove.ts';

/** A suite that reads the credits, and nothing else: no pace is ever shown. */
const READS = `scenario: a/b
covers: [FIRST-RULE]
steps: [{call: GET /v1/credits/balance, expect: {FIRST-RULE: {status: 200}}}]
`;
const { variants } = createProver(suiteOf(READS));

describe('Variants that are on together', () => {
  it('are told where they changed nothing, each of them', async () => {
    const ids = ['json-with-charset', 'pace-seven', 'pace-zero'];
    const result = await variants({ ids, spares: ['pace-seven'] });
    expect(result).toMatchObject({ ids, rules: [], unfired: ['pace-seven', 'pace-zero'], errors: [] });
  });

  it('are joined by spare ones in place of those that changed nothing', async () => {
    const result = await variants({
      ids: ['json-with-charset', 'pace-seven'],
      spares: ['pace-zero', 'extra-fields-everywhere'],
    });
    expect(result).toMatchObject({ ids: ['json-with-charset', 'extra-fields-everywhere'], unfired: [] });
  });
});
