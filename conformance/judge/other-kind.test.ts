import { describe, expect, it } from 'vitest';
import { graded, verdictsIn } from '../testing/graded.ts';
import { routes } from '../testing/scripted-server.ts';

const ASKS = `scenario: a/one
covers: [FIRST-RULE, SECOND-RULE]
steps: [{id: one, call: GET /v1/one, expect: {FIRST-RULE: {status: 403}, SECOND-RULE: {body.error.code: NO}}}]
`;

const verdictOf = async (answer: { status: number; json: unknown }) => {
  const { report } = await graded(ASKS, routes({ '/v1/one': answer }), { only: ['a/one'] });
  return verdictsIn(report);
};

describe('An answer of another kind than expected', () => {
  it('breaks the rule about its status, and leaves the expectations of its body untested', async () => {
    const verdicts = await verdictOf({ status: 202, json: { id: 'job_1' } });
    expect(verdicts).toEqual(['FIRST-RULE fail', 'SECOND-RULE inconclusive premise']);
  });

  it('excuses nothing if it is of the expected kind, or has the expected status', async () => {
    const json = { error: { code: 'YES' } };
    expect(await verdictOf({ status: 404, json })).toEqual(['FIRST-RULE fail', 'SECOND-RULE fail']);
    expect(await verdictOf({ status: 403, json })).toEqual(['FIRST-RULE pass', 'SECOND-RULE fail']);
  });
});
