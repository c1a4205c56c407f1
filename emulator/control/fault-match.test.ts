import { describe, expect, it } from 'vitest';
import type { FaultInput } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';

const UNAVAILABLE: FaultInput = { effect: { kind: 'error' } };

describe('The match of a fault', () => {
  /** Requests, each with the live key, with the test key, and without a valid one. */
  const REQUESTS = [
    ['GET', '/v1/usage', 'pk_live_demo'],
    ['GET', '/v1/usage', 'pk_test_demo'],
    ['GET', '/v1/usage', 'pk_live_nobody'],
    ['GET', '/v1/jobs', 'pk_live_demo'],
    ['GET', '/v1/jobs/job_none', 'pk_live_demo'],
    ['POST', '/v1/jobs/job_none/cancel', 'pk_live_demo'],
    ['GET', '/v1/nothing', 'pk_live_demo'],
  ] as const;
  const UNHARMED = [200, 200, 401, 200, 404, 404, 404];

  it.each<[string, FaultInput['match'], number[]]>([
    ['nothing', {}, [0, 1, 2, 3, 4, 5]],
    ['the route', { route: 'GET /v1/usage' }, [0, 1, 2]],
    ['a route with an id', { route: 'GET /v1/jobs/:id' }, [4]],
    ['the method', { method: 'POST' }, [5]],
    ['the key by its secret', { key: 'pk_test_demo' }, [1]],
    ['the environment', { environment: 'live' }, [0, 3, 4, 5]],
    ['all of it at once', { route: 'GET /v1/usage', method: 'GET', environment: 'live' }, [0]],
    ['what can never be', { route: 'GET /v1/usage', method: 'POST' }, []],
  ])('selects requests by %s', async (_, match, harmed) => {
    const { emulator, client } = await emulatorFor();
    emulator.faults.add({ match, times: null, ...UNAVAILABLE });
    const statuses = [];
    for (const [method, path, key] of REQUESTS) statuses.push((await client.call(method, path, { key })).status);
    expect(statuses).toEqual(UNHARMED.map((status, index) => (harmed.includes(index) ? 503 : status)));
    expect(emulator.faults.list()).toMatchObject([{ matched: harmed.length, hits: harmed.length, spent: false }]);
  });

  it('never includes a control call', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.faults.add({ times: null, effect: { kind: 'reset' } });
    expect((await client.get('/_emulator/v1/clock')).status).toBe(200);
    expect((await client.get('/_emulator/v1/health')).status).toBe(200);
  });
});

describe('The trigger of a fault', () => {
  it('takes effect from the first instant of between until the second one', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.faults.add({ ...UNAVAILABLE, times: null, between: ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'] });
    const statuses = [];
    for (const to of ['00:59:59.999', '01:00:00', '01:59:59.999', '02:00:00']) {
      await emulator.clock.advance({ to: `2026-01-01T${to}Z` });
      statuses.push((await client.get('/v1/usage')).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  it('compares between with the current time of a running clock', async () => {
    const { emulator, client } = await emulatorFor({
      clock: { mode: 'running', start: '2026-01-01T00:00:00Z', rate: 1e6 },
    });
    emulator.faults.add({ ...UNAVAILABLE, times: null, between: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await client.get('/v1/usage')).status).toBe(200);
  });
});

describe('Several faults', () => {
  it('can be removed one by one and all together, and then have no effect', async () => {
    const { emulator, client } = await emulatorFor();
    const { body } = await client.call('POST', '/_emulator/v1/faults', { json: { ...UNAVAILABLE, times: null } });
    emulator.faults.add({ effect: { kind: 'error', error: 'rate_limited' }, times: null });
    expect((await client.call('DELETE', `/_emulator/v1/faults/${body.id}`)).status).toBe(204);
    expect((await client.call('DELETE', `/_emulator/v1/faults/${body.id}`)).status).toBe(404);
    expect((await client.get('/v1/usage')).status).toBe(429);
    expect((await client.call('DELETE', '/_emulator/v1/faults')).status).toBe(204);
    expect((await client.get('/_emulator/v1/faults')).body).toEqual([]);
    expect((await client.get('/v1/usage')).status).toBe(200);
  });
});

describe('The switches', () => {
  it('make the key store unreadable: 503, and no key is checked', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.switches.set({ key_store_unreadable: true });
    for (const key of ['pk_live_demo', 'pk_live_nobody']) {
      const { status, body, headers } = await client.get('/v1/usage', { key });
      expect([status, body.error.code, headers.get('Retry-After')]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
    }
    emulator.switches.set({ key_store_unreadable: false });
    expect((await client.get('/v1/usage')).status).toBe(200);
  });

  it('only change the given ones', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.switches.set({ admission_per_minute: 5 });
    emulator.switches.set({ ledger_unreadable: true });
    const set = {
      key_store_unreadable: false,
      ledger_unreadable: true,
      admission_per_minute: 5,
      daily_quota: null,
      webhook_timeout: null,
    };
    expect((await client.get('/_emulator/v1/switches')).body).toEqual(set);
    const refused = await client.call('PATCH', '/_emulator/v1/switches', { json: { ledger_unreadable: 'yes' } });
    expect([refused.status, refused.body.error.problems[0].path]).toEqual([400, 'ledger_unreadable']);
    expect(emulator.switches.read()).toEqual(set);
  });
});
