import { describe, expect, it } from 'vitest';
import { suiteOf } from '../../conformance/testing/suite-of.ts';
import { createProver } from './prove.ts';

/** A suite that holds two choices of the emulator for rules, and observes one of them. */
const REFUSALS = `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE, GAP-OPEN]
steps:
  - {id: method, call: DELETE /v1/credits/balance, expect: {FIRST-RULE: {status: 404}}, observe: {GAP-OPEN: [status]}}
  - {id: nowhere, call: GET /v1/nowhere, expect: {SECOND-RULE: {body.error.code: NOT_FOUND}}}
`;
const { choices } = createProver(suiteOf(REFUSALS));

describe('A server with choices', () => {
  it('is reported with what it is blamed for, what was observed, and what made no difference', async () => {
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

  it('is followed to the choices that are enough, of each rule that no one expected', async () => {
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

  it('fails what only shows with a choice that is marked by that one, and is followed without it', async () => {
    const chosen = { wrong_method: 405, 'codes.not_found': 'NO_ROUTE', upload_status: 202 };
    const result = await choices({ make: 'emulator', name: 'row-1', chosen, blamed: [], marked: ['wrong_method'] });
    expect(result).toMatchObject({
      rules: ['FIRST-RULE', 'SECOND-RULE'],
      byMarked: ['FIRST-RULE'],
      enough: [{ rules: ['SECOND-RULE'], questions: ['codes.not_found'] }],
    });
  });
});

describe('A breach of the server of another make', () => {
  const KEYLESS =
    'scenario: a/b\ncovers: [FIRST-RULE]\nsteps:\n  - {id: bare, call: GET /v1/usage, key: none, expect: {FIRST-RULE: {status: 401}}}\n';

  it('is reported with the rules that name it, and with that which should have', async () => {
    const kill = await createProver(suiteOf(KEYLESS)).breach('no key answers 403');
    const outcome = 'killed_by_others';
    expect(kill).toMatchObject({ rule: 'AUTH-MISSING-401', subtle: false, outcome, named: ['FIRST-RULE'] });
    expect(await createProver(suiteOf(KEYLESS)).breach('a job goes back')).toMatchObject({ outcome: 'survived' });
  });
});

describe('A fresh breach', () => {
  const BALANCE =
    'scenario: a/b\ncovers: [FIRST-RULE, SECOND-RULE]\nsteps:\n  - {call: GET /v1/credits/balance, expect: {FIRST-RULE: {body.low_balance: true}, SECOND-RULE: {status: 200}}}\n';

  it('has every rule that fails, whichever it is', async () => {
    const id = 'a low balance is below its threshold';
    const fresh = await createProver(suiteOf(BALANCE)).fresh(id);
    expect(fresh).toEqual({ id, section: '2.5', failed: ['FIRST-RULE'], warned: [] });
  });
});

describe('A choice of the server of another make', () => {
  it('is reported like one of the emulator', async () => {
    const chosen = { wrong_method: 405 };
    const result = await choices({ make: 'other-make', name: 'other-make: one', chosen, blamed: [], marked: [] });
    // Whatever it chooses, it has another code for an unknown path than the emulator.
    expect(result).toMatchObject({ rules: ['FIRST-RULE', 'SECOND-RULE'], unfired: [], errors: [] });
  });
});
