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

/** A server whose clock is in 2026, with one pending delivery. `clock` is the answer of its clock. */
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

it("A delivery is judged by the target's clock", async () => {
  expect(await verdictsWith({ json: { now: START } })).toEqual(['FIRST-RULE pass']);
});

it("A delivery during an outage of the target's clock is not judged by any clock", async () => {
  expect(await verdictsWith({ status: 503 })).toEqual(['FIRST-RULE inconclusive needs-clock']);
});

it('A clock that does not move as requested is reported, and not polled forever', async () => {
  expect(await verdictsWith({ json: { now: START } }, false)).toEqual(['FIRST-RULE inconclusive needs-clock']);
});

it('A delivery at the start of a move is not judged by any clock if the driver does not report what became due on the way', async () => {
  expect(await verdictsWith({ json: { now: START } }, true, {})).toEqual(['FIRST-RULE inconclusive needs-clock']);
});

it('A delivery within such a move is judged if the clock reported its time', async () => {
  const within = { json: { now: '2026-01-01T00:00:00.500Z' } };
  expect(await verdictsWith(within, true, {})).toEqual(['FIRST-RULE pass']);
});
