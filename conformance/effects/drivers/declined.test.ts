import { describe, expect, it } from 'vitest';
import type { Asked } from '../../target/ask.ts';
import { declinedIn, tellsDeclined } from './declined.ts';
import { DriverAbsent, DriverFailed } from './drivers.ts';
import { roleKeys } from './make-account.ts';
import { driversWith } from './testing/fake-drivers.ts';

describe('What an answer declines', () => {
  const MEMBERS = ['features.cancel', 'unit_costs.skin.analyze'];
  const asked = { credits: 5, features: { cancel: false }, unit_costs: { 'skin.analyze': 3 } };

  it.each([
    ['what it lists', { declined: ['credits'] }, ['credits']],
    ['what it lists of a member', { declined: MEMBERS }, MEMBERS],
    ['nothing that was not asked for', { declined: ['threshold', 'features.lists', 'credit'] }, []],
    ['what it shows otherwise', { credits: 0, unit_costs: { 'skin.analyze': 7 } }, ['credits', 'unit_costs']],
    ['nothing of what it shows as it was asked for', { credits: 5, features: { cancel: false, lists: true } }, []],
    ['nothing where it lists no names', { declined: 'credits' }, []],
    ['nothing where it is no map', null, []],
  ])('is %s', (_, answer, declined) => {
    expect(declinedIn(asked, answer, { shown: ['credits', 'features', 'unit_costs'] })).toEqual(declined);
  });

  it('does not include the default state of a new object', () => {
    const plain = { threshold: null, features: { lists: true }, keys: { a: { expired: false, revoked: true } } };
    const answer = { declined: ['threshold', 'features', 'keys.a.expired', 'keys.a.revoked'] };
    expect(declinedIn(plain, answer, { isNew: true })).toEqual(['keys.a.revoked']);
    expect(declinedIn(plain, answer)).toEqual(answer.declined);
  });

  it('is reported by a list, even an empty one', () => {
    expect([{ declined: [] }, { declined: null }, {}, []].map(tellsDeclined)).toEqual([true, false, false, false]);
  });
});

describe('A call that is partly declined', () => {
  it('counts as unavailable, and a plan that was made nevertheless is removed', async () => {
    const { drivers, asked } = await driversWith({ 'POST /plans': { id: 'p', declined: ['hold_at'] } });
    const plan = drivers.forAccount(null).jobs.plan({ hold_at: 'picked_up', times: 2 });
    await expect(plan).rejects.toThrow('the driver jobs does not serve POST /plans with hold_at: it was declined');
    expect(asked.map(({ line }) => line)).toEqual(['POST http://d/plans', 'DELETE http://d/plans/p']);
  });

  it('may return the plan instead of a list of what it declined', async () => {
    const { drivers } = await driversWith({ 'POST /plans': { id: 'p', hold_at: null } });
    await expect(drivers.forAccount(null).jobs.plan({ hold_at: 'queued' })).rejects.toThrow(DriverAbsent);
    expect(await drivers.forAccount(null).jobs.plan({ times: 2 })).toBe('p');
  });

  it('leaves no endpoint behind', async () => {
    const { drivers, asked } = await driversWith({ 'POST /endpoints': { id: 'e', declined: ['events'] } });
    const { webhooks } = drivers.forAccount(null);
    const registered = webhooks.register({ url: 'http://x', environment: 'live', events: ['job.failed'] });
    await expect(registered).rejects.toThrow('POST /endpoints with events: it was declined');
    expect(asked.at(-1)?.line).toBe('DELETE http://d/endpoints/e');
  });

  it('can be a switch that does not change, the period of a rotation, or a threshold', async () => {
    const { drivers } = await driversWith({
      'PATCH /switches': { ledger_unreadable: false, daily_quota: 1 },
      'POST /endpoints/e/rotate': { id: 'e', secret: 's', declined: ['keep_previous_for'] },
      'POST /tenants': { id: 'a', keys: { primary: { secret: 'pk_live_a' } } },
      'POST /tenants/a/credits': { declined: ['threshold'] },
    });
    const { faults, webhooks } = drivers.forAccount(null);
    await expect(faults.set({ ledger_unreadable: true, daily_quota: 1 })).rejects.toThrow('with ledger_unreadable');
    await faults.set({ daily_quota: 1 });
    await expect(webhooks.rotate('e', { keep_previous_for: '1h' })).rejects.toThrow('with keep_previous_for');
    await drivers.createAccount({ keys: { primary: {} } });
    const { credits } = drivers.forAccount('pk_live_a');
    await expect(credits.change({ threshold: 2 })).rejects.toThrow('with threshold');
    await credits.change({ adjust: 2 });
  });

  it('is repeated in the other form if it moves the clock', async () => {
    const [now, then] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:05.000Z'];
    const { drivers, asked } = await driversWith({
      'GET /clock': { now },
      'POST /clock/advance': ({ body }: Asked) =>
        body?.includes('by') ? { now, declined: ['by'] } : { now: then, next_due: null },
    });
    expect(await drivers.forAccount(null).clock.advance({ by: 5_000 })).toMatchObject({ now: Date.parse(then) });
    expect(asked.at(-1)).toMatchObject({ line: 'POST http://d/clock/advance', body: { to: then } });
  });

  it.each(['by', 'to'])('is detected if a clock does not report it: %s', async (way) => {
    let now = Date.UTC(2026, 0, 1);
    const shown = () => ({ now: new Date(now).toISOString(), next_due: null });
    const { drivers } = await driversWith({
      'GET /clock': shown,
      'POST /clock/advance': ({ body }: Asked) => {
        const { by, to } = JSON.parse(body ?? '');
        if (by !== undefined && way === 'to') now += by;
        if (to !== undefined && way === 'by') now = Date.parse(to);
        return shown();
      },
    });
    const { clock } = drivers.forAccount(null);
    expect((await clock.advance({ by: 60_000 })).now).toBe(Date.UTC(2026, 0, 1, 0, 1));
    expect((await clock.advance({ to: Date.UTC(2026, 0, 2) })).now).toBe(Date.UTC(2026, 0, 2));
  });

  it('is detected if a clock does not move', async () => {
    const { drivers } = await driversWith({
      'GET /clock': { now: '2026-01-01T00:00:00Z' },
      'POST /clock/advance': { now: '2026-01-01T00:00:00Z' },
    });
    const { clock } = drivers.forAccount(null);
    await expect(clock.advance({ by: 60_000 })).rejects.toThrow('but is at 2026-01-01T00:00:00.000Z');
    expect((await clock.advance({ by: 0 })).hides_due).toBe(true);
  });

  it('fails if the clock supports neither form', async () => {
    const now = '2026-01-01T00:00:00.000Z';
    const { drivers } = await driversWith({
      'GET /clock': { now },
      'POST /clock/advance': { now, declined: ['by', 'to'] },
    });
    await expect(drivers.forAccount(null).clock.advance({ by: 5_000 })).rejects.toThrow(DriverAbsent);
  });
});

describe('An account', () => {
  const all = (environment = 'live') =>
    Object.fromEntries(Object.keys(roleKeys('live')).map((role) => [role, { secret: `pk_${environment}_${role}` }]));

  it('has no key that differs from the request', async () => {
    const declined = ['keys.expired.expired', 'keys.no_scope', 'credits'];
    const { drivers } = await driversWith({ 'POST /tenants': () => ({ id: 'a', keys: all(), declined }) });
    const { other_account: _, disabled: __, ...keys } = roleKeys('live');
    const tenant = await drivers.createAccount({ keys, credits: 5 });
    const made = Object.keys(tenant.keys);
    expect(
      Object.keys(keys)
        .filter((role) => !made.includes(role))
        .join(),
    ).toBe('other_env,no_scope,expired,test');
    expect([tenant.declined, tenant.reportsDeclined]).toEqual([declined, true]);
  });

  it('that should be disabled, but is not, has no key', async () => {
    const declined = (body: string | null) => (body?.includes('disabled":true') ? { declined: ['disabled'] } : {});
    const made = ({ body }: Asked) => ({ id: 'a', keys: all(), ...declined(body) });
    const { drivers } = await driversWith({ 'POST /tenants': made });
    const tenant = await drivers.createAccount({ keys: { primary: {}, disabled: {} } });
    expect(tenant.keys).not.toHaveProperty('disabled');
  });

  it('with a clock of its own that was promised and then declined is removed, and the contradiction is reported', async () => {
    const made = () => ({ id: 'a', keys: all(), declined: ['own_clock'] });
    const { drivers, asked } = await driversWith({ 'POST /tenants': made }, { clock: { per_tenant: true } });
    const making = drivers.createAccount({ keys: { primary: {} }, own_clock: true });
    await expect(making).rejects.toThrow(DriverFailed);
    await expect(making).rejects.toThrow('set clock.per_tenant: false there');
    expect(asked.at(-1)?.line).toBe('DELETE http://d/tenants/a');
  });
});
