import { expect, it } from 'vitest';
import { targetAt, verdictsIn } from '../../testing/graded.ts';
import { routes, type Scripted, scriptedServer } from '../../testing/scripted-server.ts';
import { suiteOf } from '../../testing/suite-of.ts';
import { verifiedReport } from '../../testing/verified.ts';

const SCENARIO = `
scenario: a/b
covers: [FIRST-RULE]
given: [{hook: sink, endpoint: fresh}]
steps:
  - {id: seen, receive: sink, settle: 1s, expect: {FIRST-RULE: {count: 1, each: {at: {le: "2026-01-01T00:01:00Z"}}}}}
`;

const START = '2026-01-01T00:00:00Z';

/** A server in the year 2026 of its own clock, with one delivery on the way; its clock answers as it is asked to. */
async function verdictsWith(clock: Scripted, goes = true, due: object = { next_due: null }): Promise<string[]> {
  let hook = '';
  const script = routes({
    'GET /drive/capabilities': { json: { drivers: ['clock', 'webhooks'], clock: { per_tenant: false } } },
    'GET /drive/clock': clock,
    'POST /drive/clock/advance': async ({ before, body }) => {
      if (before === 1) await fetch(hook, { method: 'POST', body: '{}' });
      const { to = START } = JSON.parse(body.toString());
      return { json: { now: goes ? to : START, ...due } };
    },
    'POST /drive/endpoints': ({ body }) => {
      hook = JSON.parse(body.toString()).url;
      return { json: { id: 'we_1', secret: 'whsec_1' } };
    },
    '/v1/usage': { json: {} },
  });
  const server = await scriptedServer(script);
  const target = targetAt(server.base_url, { drivers: { url: `${server.base_url}/drive` } });
  const report = await verifiedReport(suiteOf(SCENARIO), target, { seed: 'test' }).finally(() => server.close());
  return verdictsIn(report);
}

it('A delivery is held against the clock of the target', async () => {
  expect(await verdictsWith({ json: { now: START } })).toEqual(['FIRST-RULE pass']);
});

it('A delivery that came while the clock of the target did not answer is held against no clock', async () => {
  expect(await verdictsWith({ status: 503 })).toEqual(['FIRST-RULE inconclusive needs-clock']);
});

it('A clock that does not go where it is sent is reported, and not looked at forever', async () => {
  expect(await verdictsWith({ json: { now: START } }, false)).toEqual(['FIRST-RULE inconclusive needs-clock']);
});

it('A delivery at the begin of a move whose value is unknown what fell due on the way is held against no clock', async () => {
  expect(await verdictsWith({ json: { now: START } }, true, {})).toEqual(['FIRST-RULE inconclusive needs-clock']);
});

it('A delivery within such a move is, since the clock reported its instant', async () => {
  const within = { json: { now: '2026-01-01T00:00:00.500Z' } };
  expect(await verdictsWith(within, true, {})).toEqual(['FIRST-RULE pass']);
});
