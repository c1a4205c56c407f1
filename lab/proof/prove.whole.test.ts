import { describe, expect, it } from 'vitest';
import { suiteOf } from '../../conformance/testing/suite-of.ts';
import { createProver } from './prove.ts';

/** A suite whose rules fail for two choices of the emulator, and that observes one of them. */
const REFUSALS = `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE, GAP-OPEN]
steps:
  - {id: method, call: DELETE /v1/credits/balance, expect: {FIRST-RULE: {status: 404}}, observe: {GAP-OPEN: [status]}}
  - {id: nowhere, call: GET /v1/nowhere, expect: {SECOND-RULE: {body.error.code: NOT_FOUND}}}
`;
const { choices } = createProver(suiteOf(REFUSALS));

describe('A server with choices', () => {
  it('is reported with the rules that it fails, what was observed, and which choices made no difference', async () => {
    const chosen = { wrong_method: 405, retry_after: 7 };
    const result = await choices({ make: 'emulator', name: 'two', chosen, blamed: [], marked: [] });
    expect(result).toMatchObject({
      name: 'two',
      rules: ['FIRST-RULE'],
      errors: [],
      seen: { 'GAP-OPEN': ['{"status":405}'] },
      unfired: ['retry_after'],
    });
  });

  it('is traced to the smallest sufficient choices, for each unexpected rule', async () => {
    const chosen = { retry_after: 7, wrong_method: 405, 'codes.not_found': 'NO_ROUTE', upload_status: 202 };
    const { enough } = await choices({ make: 'emulator', name: 'row-1', chosen, blamed: [], marked: [] });
    expect(enough).toEqual([
      { rules: ['FIRST-RULE'], questions: ['wrong_method'] },
      { rules: ['SECOND-RULE'], questions: ['codes.not_found'] },
    ]);
    const expected = await choices({
      make: 'emulator',
      name: 'row-1',
      chosen,
      blamed: ['FIRST-RULE', 'SECOND-RULE'],
      marked: [],
    });
    expect(expected).toMatchObject({ rules: ['FIRST-RULE', 'SECOND-RULE'], enough: [] });
  });

  it('attributes failures that need a marked choice to that choice, and is traced without it', async () => {
    const chosen = { wrong_method: 405, 'codes.not_found': 'NO_ROUTE', upload_status: 202 };
    const result = await choices({ make: 'emulator', name: 'row-1', chosen, blamed: [], marked: ['wrong_method'] });
    expect(result).toMatchObject({
      rules: ['FIRST-RULE', 'SECOND-RULE'],
      byMarked: ['FIRST-RULE'],
      enough: [{ rules: ['SECOND-RULE'], questions: ['codes.not_found'] }],
    });
  });
});

describe('A breach of the other server', () => {
  const KEYLESS =
    'scenario: a/b\ncovers: [FIRST-RULE]\nsteps:\n  - {id: bare, call: GET /v1/usage, key: none, expect: {FIRST-RULE: {status: 401}}}\n';

  it('is reported with the rules that fail, and the rule that should have failed', async () => {
    const kill = await createProver(suiteOf(KEYLESS)).breach('no key answers 403');
    const outcome = 'killed_by_others';
    expect(kill).toMatchObject({ rule: 'AUTH-MISSING-401', subtle: false, outcome, named: ['FIRST-RULE'] });
    expect(await createProver(suiteOf(KEYLESS)).breach('a job goes back')).toMatchObject({ outcome: 'survived' });
  });
});

describe('A fresh breach', () => {
  const BALANCE =
    'scenario: a/b\ncovers: [FIRST-RULE, SECOND-RULE]\nsteps:\n  - {call: GET /v1/credits/balance, expect: {FIRST-RULE: {body.low_balance: true}, SECOND-RULE: {status: 200}}}\n';

  it('is reported with every rule that fails', async () => {
    const id = 'a low balance is below its threshold';
    const fresh = await createProver(suiteOf(BALANCE)).fresh(id);
    expect(fresh).toEqual({ id, section: '2.5', failed: ['FIRST-RULE'], warned: [] });
  });
});

describe('A choice of the other server', () => {
  it('is reported like a choice of the emulator', async () => {
    const chosen = { wrong_method: 405 };
    const result = await choices({ make: 'other-make', name: 'other-make: one', chosen, blamed: [], marked: [] });
    // Regardless of its choices, its code for an unknown path differs from that of the emulator.
    expect(result).toMatchObject({ rules: ['FIRST-RULE', 'SECOND-RULE'], unfired: [], errors: [] });
  });
});
