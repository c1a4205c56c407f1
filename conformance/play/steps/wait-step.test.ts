import { describe, expect, it } from 'vitest';
import { graded, verdictsIn } from '../../testing/graded.ts';
import { routes } from '../../testing/scripted-server.ts';

/** A server whose clock shows `created_at` when an asset is created, and that returns `answer` for it later. */
async function verdictWhere(created_at: string, expires_at: string, answer: number) {
  const scenario = `scenario: a/b
covers: [FIRST-RULE]
steps:
  - {id: made, call: POST /v1/assets, json: {}}
  - {wait: {until: "\${made.body.expires_at}"}}
  - {id: late, call: GET /v1/thing, expect: {FIRST-RULE: {status: 410}}}
`;
  const script = routes({
    'POST /v1/assets': { status: 201, json: { id: 'asset_1', created_at, expires_at } },
    '/v1/thing': { status: answer },
  });
  return verdictsIn((await graded(scenario, script)).report);
}

describe('A wait until a time on the target, without a driver that reports its time,', () => {
  it('uses the clock of a target that is years behind: what has expired by our clock has not expired there', async () => {
    const found = await verdictWhere('2001-01-01T00:00:00.000Z', '2001-01-02T00:00:00.000Z', 200);
    expect(found).toEqual(['FIRST-RULE inconclusive needs-clock']);
  });

  it('is not misled by things that are older than their answer: a cancelled job, a replay', async () => {
    const old = { id: 'job_1', created_at: '2001-01-01T00:00:00.000Z' };
    const scenario = `scenario: a/b
covers: [FIRST-RULE]
steps:
  - {id: cancel, call: POST /v1/jobs/job_1/cancel}
  - {id: replay, call: POST /v1/skin/analyses, json: {}}
  - {wait: {until: "2001-01-02T00:00:00Z"}}
  - {id: late, call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}
`;
    const script = routes({
      '/v1/jobs/job_1/cancel': { json: old },
      '/v1/skin/analyses': { json: old },
      '/v1/thing': {},
    });
    expect(verdictsIn((await graded(scenario, script)).report)).toEqual(['FIRST-RULE pass']);
  });

  it('uses the clock of a target that is years ahead', async () => {
    const found = await verdictWhere('2099-01-01T00:00:00.000Z', '2099-01-01T00:00:00.020Z', 410);
    expect(found).toEqual(['FIRST-RULE pass']);
  });
});
