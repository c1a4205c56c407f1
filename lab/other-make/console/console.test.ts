import { afterEach, describe, expect, it } from 'vitest';
import type { OtherServerOptions } from '../options.ts';
import { type OtherServer, startOtherServer } from '../start.ts';
import { DECLINABLE } from './console.ts';

let server: OtherServer | null = null;
afterEach(() => server?.close());

async function consoleOf(options: OtherServerOptions) {
  server = await startOtherServer(options);
  const { driver_url, keys } = server;
  return async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${driver_url}${path}`, { method, headers: { 'X-API-Key': keys.primary }, ...sent });
    return [answer.status, await answer.json()];
  };
}

describe('What the console of the other server declines', () => {
  it('can be a driver, which it does not list, or a call, which answers 404', async () => {
    const call = await consoleOf({ declines: ['jobs', 'clock.per_tenant', 'clock.advance'] });
    const drivers = ['tenants', 'credits', 'clock', 'faults', 'webhooks'];
    expect(await call('GET', '/capabilities')).toEqual([200, { drivers, clock: { per_tenant: false } }]);
    expect((await call('POST', '/plans', {}))[0]).toBe(404);
    expect((await call('POST', '/clock/advance', { by: 1 }))[0]).toBe(404);
    expect((await call('GET', '/clock'))[0]).toBe(200);
  });

  it.each([
    ['told', [200, expect.objectContaining({ ledger_unreadable: true, declined: ['daily_quota'] })]],
    ['refused', [501, { error: expect.objectContaining({ message: 'daily_quota: not supported here.' }) }]],
  ] as const)('can be a member of a call: %s', async (declining, answer) => {
    const call = await consoleOf({ declines: ['faults.daily_quota'], declining });
    const said = await call('PATCH', '/switches', { daily_quota: 3, ledger_unreadable: true });
    expect(said).toEqual(answer);
  });

  it('can be a member of an answer, or a kind of key', async () => {
    const call = await consoleOf({ declines: ['clock.next_due', 'tenants.revoked'] });
    expect(await call('POST', '/clock/advance', { by: 0 })).toEqual([200, { now: expect.any(String), declined: [] }]);
    const [, made] = await call('POST', '/tenants', { keys: { good: {}, gone: { revoked: true } } });
    expect(made).toMatchObject({ keys: { good: { secret: expect.any(String) } } });
    expect(made).not.toHaveProperty('keys.gone');
  });

  it('must be a known name', async () => {
    expect(DECLINABLE).toContain('tenants.unit_costs');
    await expect(startOtherServer({ declines: ['tenants.unit_cost'] })).rejects.toThrow(
      'nothing called tenants.unit_cost',
    );
  });
});
