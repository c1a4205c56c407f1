import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type TestServer } from '../../run/self-test.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { accountDrivers } from './account-drivers.ts';
import { connectDrivers } from './contract-client.ts';
import { DriverAbsent, DriverFailed } from './drivers.ts';
import { roleKeys } from './make-account.ts';
import { fakeDrivers, targetWith } from './testing/fake-drivers.ts';

const MADE = { id: 'plan_1', now: '2026-01-01T00:00:00Z', secret: 's' };

describe('The drivers of the emulator', () => {
  let server: TestServer;
  let http: HttpClient;
  const connect = () => connectDrivers(targetWith({ url: server.driver_url }), http);
  const get = async (path: string, key: string) => {
    const request = { method: 'GET', url: path, headers: { 'X-API-Key': key }, body: null, timeout: 5_000 };
    const { answer } = await http.send(request);
    const body = answer?.body.kind === 'text' ? JSON.parse(answer.body.text) : null;
    return { status: answer?.status, body };
  };
  const accountOf = async (spec: object = {}) => {
    const drivers = await connect();
    const tenant = await drivers.createAccount({ keys: roleKeys('live'), own_clock: true, ...spec });
    const key = tenant.keys.primary?.secret ?? '';
    return { drivers, tenant, key, own: drivers.forAccount(key) };
  };

  beforeAll(async () => {
    server = await startEmulator({ clock: 'frozen' });
    http = createHttpClient({ base_url: server.base_url });
  });
  afterAll(async () => {
    await http.close();
    await server.close();
  });

  it('all exist, and a tenant can have a clock of its own', async () => {
    const { offered, clockPerAccount } = await connect();
    expect([...offered].sort()).toEqual(['clock', 'credits', 'faults', 'jobs', 'tenants', 'webhooks']);
    expect(clockPerAccount).toBe(true);
  });

  it.each(['live', 'test'] as const)('make a key for every role, with a primary one that is %s', async (primary) => {
    const { tenant } = await accountOf({ keys: roleKeys(primary) });
    const statuses = Object.entries(tenant.keys).map(async ([role, { secret }]) => {
      const { status, body } = await get('/v1/usage', secret);
      return [role, status === 200 ? 200 : body.error.code];
    });
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      ...{ primary: 200, second: 200, other_env: 200, other_account: 200, live: 200, test: 200 },
      ...{ no_scope: 200, no_skin: 200, no_makeup: 200, outside: 'API_KEY_IP_NOT_ALLOWED' },
      ...{ revoked: 'INVALID_API_KEY', expired: 'INVALID_API_KEY', disabled: 'INVALID_API_KEY' },
    });
    expect(tenant.keys.primary?.environment).toBe(primary);
    expect(tenant.keys.other_env?.environment).not.toBe(primary);
    expect(tenant.beside).toHaveLength(2);
  });

  it('make accounts as requested', async () => {
    const spec = { credits: 5, enforced: false, threshold: 5, test_funded: 2, features: { lists: false } };
    const { key } = await accountOf({ ...spec, unit_costs: { 'hair.try_on': 9 } });
    const balance = { available_units: 5, enforced: false, low_balance: true, test_funded_units: 2 };
    const { body } = await get('/v1/credits/balance', key);
    expect(body).toMatchObject({ ...balance, unit_costs: { 'hair.try_on': 9 } });
    expect((await get('/v1/jobs', key)).status).toBe(404);
  });

  it('remove a tenant together with the accounts beside it', async () => {
    const { drivers, tenant } = await accountOf({ own_clock: false });
    await drivers.removeAccount(tenant);
    const statuses = Object.values(tenant.keys).map(async ({ secret }) => (await get('/v1/usage', secret)).status);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([401]));
    await expect(drivers.removeAccount(tenant)).resolves.toBeUndefined();
  });

  it('report why a call was refused', async () => {
    const { own } = await accountOf();
    await expect(own.jobs.read('job_none')).rejects.toThrow(
      /^the driver jobs does not serve GET \/jobs\/job_none: .*no job/,
    );
    await expect(own.clock.advance({ by: -1 })).rejects.toThrow(DriverFailed);
    await expect(own.clock.advance({ by: -1 })).rejects.toThrow(/it answered 400 The advance/);
  });
});

describe('A driver contract', () => {
  it('receives the key of the tenant and the token with every call', async () => {
    const { send, asked } = fakeDrivers({
      'GET http://d/capabilities': { drivers: ['clock', 'jobs'] },
      'GET http://d/clock': MADE,
      'POST http://d/jobs/job_1/step': { stage: 'processing' },
    });
    const drivers = await connectDrivers(targetWith({ url: 'http://d', token: 'hush' }), { send });
    await drivers.forAccount('pk_live_a').clock.now();
    expect(await drivers.forAccount(null).jobs.step('job_1')).toEqual({ stage: 'processing', held: null });
    expect(asked.map(({ headers }) => [headers['X-API-Key'], headers['Authorization']])).toEqual([
      [undefined, 'Bearer hush'],
      ['pk_live_a', 'Bearer hush'],
      [undefined, 'Bearer hush'],
    ]);
  });

  it('offers only the drivers that it announces and that are known', async () => {
    const { send, asked } = fakeDrivers({ 'GET http://d/capabilities': { drivers: ['clock', 'time-travel'] } });
    const drivers = await connectDrivers(targetWith({ url: 'http://d' }), { send });
    expect([[...drivers.offered], drivers.clockPerAccount]).toEqual([['clock'], false]);
    await expect(drivers.forAccount(null).jobs.release('job_1')).rejects.toThrow(DriverAbsent);
    expect(asked).toHaveLength(1);
  });

  it('lacks nothing that the target names separately', async () => {
    const { send, asked } = fakeDrivers({
      'GET http://d/capabilities': { drivers: ['clock'] },
      'GET http://other/clock': MADE,
      'POST http://other/plans': MADE,
    });
    const named = { clock: 'http://other', jobs: 'http://other' };
    const drivers = await connectDrivers(targetWith({ url: 'http://d', named }), { send });
    expect([...drivers.offered].sort()).toEqual(['clock', 'jobs']);
    expect(await drivers.forAccount(null).clock.now()).toBe(Date.UTC(2026, 0, 1));
    expect(await drivers.forAccount(null).jobs.plan({ hold_at: 'queued' })).toBe('plan_1');
    expect(asked.map(({ line }) => line)).toEqual([
      'GET http://d/capabilities',
      'GET http://other/clock',
      'POST http://other/plans',
    ]);
  });

  it('that does not answer stops the run and suggests a remedy', async () => {
    const dead = async () => ({ answer: null, silence: 'refused', detail: 'ECONNREFUSED' }) as const;
    const connecting = connectDrivers(targetWith({ url: 'http://d' }), { send: dead });
    await expect(connecting).rejects.toThrow('no answer (ECONNREFUSED); is the address under drivers.url right?');
    const { send } = fakeDrivers({});
    await expect(connectDrivers(targetWith({ url: 'http://d' }), { send })).rejects.toThrow(/answered 404/);
  });

  it('that the target does not name offers nothing, and sends no request', async () => {
    const { send, asked } = fakeDrivers({});
    const drivers = await connectDrivers(targetWith({}), { send });
    expect([drivers.offered.size, asked.length]).toEqual([0, 0]);
    await expect(drivers.createAccount({ keys: {} })).rejects.toThrow('the target does not have this driver');
  });

  it.each([
    ['a status of failure', [500, { error: { message: 'no "room"' } }], /it answered 500 no "room"/],
    ['a message that is no text of JSON', [500, '{"message": "\\q"}'], /it answered 500 \{"message": "\\q"\}/],
    ['something other than JSON', [200, '<html>'], /something other than JSON: <html>/],
    ['no instant', { now: 'soon' }, /there is no usable "now" in its answer/],
    ['nothing', [204, ''], /there is no usable "now" in its answer/],
  ])('that answers %s has failed', async (_, clock, message) => {
    const { send } = fakeDrivers({ 'GET http://d/clock': clock });
    const drivers = await connectDrivers(targetWith({ named: { clock: 'http://d' } }), { send });
    const asking = drivers.forAccount(null).clock.now();
    await expect(asking).rejects.toThrow(DriverFailed);
    await expect(asking).rejects.toThrow(message);
  });

  it.each([404, 501])('that answers %i has no such call', async (status) => {
    const { send } = fakeDrivers({ 'GET http://d/clock': [status, {}] });
    const drivers = await connectDrivers(targetWith({ named: { clock: 'http://d' } }), { send });
    await expect(drivers.forAccount(null).clock.now()).rejects.toThrow(DriverAbsent);
  });

  it('plans the jobs of only one key if the server is shared, and removes only its own plans', async () => {
    const answers = { 'POST http://d/plans': MADE, 'DELETE http://d/plans/plan_1': [204, ''] };
    const { send, asked } = fakeDrivers(answers);
    const drivers = await connectDrivers(targetWith({ named: { jobs: 'http://d' } }), { send });
    const { jobs } = drivers.forAccount('pk_live_a');
    await jobs.plan({ match: { operation: 'skin.analyze' }, hold_at: 'queued' });
    await jobs.plan({ match: { key: 'pk_live_b' } });
    await drivers.forAccount('pk_live_b').jobs.clearPlans();
    await drivers.forAccount('pk_live_a').jobs.clearPlans();
    expect(asked.slice(0, 2).map(({ body }) => body)).toEqual([
      { match: { key: 'pk_live_a', operation: 'skin.analyze' }, hold_at: 'queued' },
      { match: { key: 'pk_live_b' } },
    ]);
    expect(asked.slice(2).map(({ line }) => line)).toEqual(['DELETE http://d/plans/plan_1']);
  });

  it('identifies the endpoint, the delivery or the job of each call, and reads the answer', async () => {
    const [endpoint, job] = ['http://d/endpoints/e', 'http://d/jobs/j'];
    const sent = { id: 'del', event: { id: 'evt', type: 'test.ping' }, state: 'exhausted', attempts: [] };
    const answers = {
      'POST http://d/endpoints': { id: 'e', secret: 's' },
      [`POST ${endpoint}/rotate`]: { id: 'e', secret: 'new' },
      [`GET ${endpoint}`]: { enabled: false },
      [`GET ${endpoint}/deliveries`]: [200, [sent]],
      [`GET ${job}`]: { stage: 'processing', held: true },
      [`POST ${job}/release`]: { stage: 'processing', held: false },
    };
    const others = ['ping', 'disable', 'enable'].map((what) => `POST ${endpoint}/${what}`);
    const all = [...others, 'POST http://d/deliveries/del/resend', `DELETE ${endpoint}`];
    const { send, asked } = fakeDrivers({ ...Object.fromEntries(all.map((line) => [line, sent])), ...answers });
    const named = { webhooks: 'http://d', jobs: 'http://d' };
    const { webhooks, jobs } = (await connectDrivers(targetWith({ named }), { send })).forAccount('pk_live_a');
    expect(await webhooks.register({ url: 'http://x', environment: 'live' })).toEqual({ id: 'e', secret: 's' });
    expect(await webhooks.rotate('e', { keep_previous_for: '1h' })).toEqual({ id: 'e', secret: 'new' });
    for (const what of ['ping', 'disable', 'enable', 'remove'] as const) await webhooks[what]('e');
    await webhooks.resend('del');
    expect(await webhooks.read('e')).toEqual({ enabled: false });
    expect(await webhooks.deliveries('e')).toMatchObject([{ id: 'del', state: 'exhausted' }]);
    expect(await jobs.release('j')).toEqual({ stage: 'processing', held: false });
    expect(await jobs.read('j')).toEqual({ stage: 'processing', held: true });
    expect(asked.map(({ line }) => line).toSorted()).toEqual([...Object.keys(answers), ...all].toSorted());
  });

  it('cannot change the credits of an account that it did not create', async () => {
    const { send, asked } = fakeDrivers({});
    const drivers = await connectDrivers(targetWith({ named: { credits: 'http://d' } }), { send });
    await expect(drivers.forAccount('pk_live_a').credits.change({ adjust: 1 })).rejects.toThrow(DriverAbsent);
    expect(asked).toEqual([]);
  });

  it('that cannot make an account beside the tenant leaves nothing behind', async () => {
    let made = 0;
    const answerOnce = () => {
      made += 1;
      return made === 1 ? [201, { id: 'a', keys: { primary: { secret: 'pk_live_a' } } }] : [500, ''];
    };
    const { send, asked } = fakeDrivers({
      'POST http://d/tenants': answerOnce,
      'DELETE http://d/tenants/a': [204, ''],
    });
    const drivers = await connectDrivers(targetWith({ named: { tenants: 'http://d' } }), { send });
    await expect(drivers.createAccount({ keys: roleKeys('live') })).rejects.toThrow(DriverFailed);
    expect(asked.map(({ line }) => line)).toEqual([
      'POST http://d/tenants',
      'POST http://d/tenants',
      'DELETE http://d/tenants/a',
    ]);
  });

  it('may omit a key that it cannot create, and a separate clock', async () => {
    const { send, asked } = fakeDrivers({
      'POST http://d/tenants': { id: 'a', keys: { primary: { secret: 'pk_live_a' }, expired: null } },
    });
    const drivers = await connectDrivers(targetWith({ named: { tenants: 'http://d' } }, 'pk_live_mine'), { send });
    const tenant = await drivers.createAccount({ keys: { primary: {}, expired: { expired: true } }, own_clock: true });
    const keys = { primary: { secret: 'pk_live_a', environment: 'live' } };
    expect(tenant).toEqual({ id: 'a', keys, own_clock: false, beside: [], declined: [], reportsDeclined: false });
    expect(asked[0]?.body).not.toHaveProperty('own_clock');
    expect(asked[0]?.headers['X-API-Key']).toBe('pk_live_mine');
  });

  it('manages the jobs of another key with that key, and removes their plans with it', async () => {
    const answers = ['POST /plans', 'GET /jobs/j', 'POST /jobs/j/step', 'POST /jobs/j/release', 'DELETE /plans/plan_1'];
    const said = { id: 'plan_1', stage: 'queued', declined: [] };
    const { send, asked } = fakeDrivers(
      Object.fromEntries(answers.map((line) => [line.replace(' ', ' http://d'), said])),
    );
    const line = { send, token: null, baseOf: () => 'http://d' };
    const { jobs } = accountDrivers(line, { key: 'pk_live_a', account: null, alone: false });
    await jobs.plan({ hold_at: 'queued' }, 'pk_live_b');
    await jobs.read('j', 'pk_live_b');
    await jobs.step('j', 'pk_live_b');
    await jobs.release('j', 'pk_live_b');
    await jobs.clearPlans();
    expect(asked[0]?.body).toEqual({ match: { key: 'pk_live_b' }, hold_at: 'queued' });
    expect(asked.map(({ headers }) => headers['X-API-Key'])).toEqual(Array(5).fill('pk_live_b'));
  });
});
