import { describe, expect, it } from 'vitest';
import type { AccountInput, Emulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';

async function withAccount(account: AccountInput = {}) {
  const { emulator, client } = await emulatorFor();
  const { id, keys } = emulator.accounts.create({ id: 'shop', ...account });
  const secret = (name: string) => keys[name]?.secret ?? '';
  return { emulator, client, id, keys, secret };
}

describe('An account', () => {
  it('has a live and a test key, full credits and every feature by default', async () => {
    const { emulator, client, keys, secret } = await withAccount();
    expect(Object.keys(keys)).toEqual(['live', 'test']);
    expect(secret('live')).toMatch(/^pk_live_shop_live_/);
    expect(secret('test')).toMatch(/^pk_test_shop_test_/);
    expect(emulator.accounts.list()).toEqual(['demo', 'shop']);
    const balance = await client.get('/v1/credits/balance', { key: secret('live') });
    expect(balance.body).toMatchObject({ available_units: 10_000, enforced: true, low_balance: false });
    for (const path of ['/v1/jobs', '/v1/assets', '/v1/usage'])
      expect((await client.get(path, { key: secret('test') })).status).toBe(200);
    expect((await client.submitOn('hair.try_on', { key: secret('live') })).body.livemode).toBe(true);
  });

  it('is available as accounts, and under the former name tenants', async () => {
    const { emulator, client } = await withAccount();
    expect([emulator.accounts.list(), emulator.tenants.list()]).toEqual([
      ['demo', 'shop'],
      ['demo', 'shop'],
    ]);
    for (const name of ['accounts', 'tenants']) {
      expect((await client.get(`/_emulator/v1/${name}`, { key: null })).body).toEqual(['demo', 'shop']);
      expect((await client.get(`/_emulator/v1/${name}/shop/story`, { key: null })).body.id).toBe('shop');
    }
  });

  it('gets the same secrets in the same world, and a free name if none is given', async () => {
    const one = await emulatorFor();
    const two = await emulatorFor();
    const made = one.emulator.accounts.create();
    expect(two.emulator.accounts.create()).toEqual(made);
    const another = one.emulator.accounts.create();
    expect(one.emulator.accounts.list()).toEqual(['demo', made.id, another.id]);
    expect(new Set([made, another].flatMap(({ keys }) => Object.values(keys).map(({ secret }) => secret))).size).toBe(
      4,
    );
  });

  it('has the given credits, costs and threshold', async () => {
    const { client, secret } = await withAccount({
      credits: 5,
      enforced: false,
      threshold: 5,
      test_funded: 2,
      unit_costs: { 'hair.try_on': 9 },
    });
    const { body } = await client.get('/v1/credits/balance', { key: secret('live') });
    expect(body).toMatchObject({
      settled_units: 5,
      held_units: 0,
      test_funded_units: 2,
      spendable_units: 5,
      enforced: false,
      low_balance: true,
      unit_costs: { 'hair.try_on': 9, 'makeup.apply': 1, 'skin.analyze': 1 },
    });
  });

  it.each<[string, AccountInput, string, number, string | undefined]>([
    ['scoped', { keys: { k: { scopes: ['skin.analyze'] } } }, '/v1/makeup/try-ons', 403, 'INSUFFICIENT_SCOPE'],
    ['scoped to it', { keys: { k: { scopes: ['makeup.apply'] } } }, '/v1/makeup/try-ons', 400, 'INVALID_REQUEST'],
    ['revoked', { keys: { k: { revoked: true } } }, '/v1/usage', 401, 'INVALID_API_KEY'],
    ['expired', { keys: { k: { expired: true } } }, '/v1/usage', 401, 'INVALID_API_KEY'],
    ['of a disabled account', { disabled: true, keys: { k: {} } }, '/v1/usage', 401, 'INVALID_API_KEY'],
    ['of another network', { keys: { k: { allowlist: ['10.0.0.0/8'] } } }, '/v1/usage', 403, 'API_KEY_IP_NOT_ALLOWED'],
    ['of this network', { keys: { k: { allowlist: ['127.0.0.0/8', '::1'] } } }, '/v1/usage', 200, undefined],
    ['of no network', { keys: { k: { allowlist: [] } } }, '/v1/usage', 403, 'API_KEY_IP_NOT_ALLOWED'],
  ])('with a key that is %s answers as section 5 specifies', async (_, account, path, status, code) => {
    const { client, keys } = await withAccount(account);
    const [key] = Object.values(keys);
    const reply = await client.call(path === '/v1/usage' ? 'GET' : 'POST', path, { key: key?.secret ?? '' });
    expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
  });

  it.each<[string, unknown, number, string]>([
    ['a name that is taken', { id: 'demo' }, 409, 'the account demo already exists'],
    ['a secret of this world', { keys: { k: { secret: 'pk_live_demo' } } }, 400, 'keys.k.secret: already exists'],
    ['a secret of another world', { keys: { k: { secret: 'pk_live_blue' } } }, 400, 'keys.k.secret: already exists'],
    [
      'a secret twice',
      { keys: { one: { secret: 'pk_live_new' }, two: { secret: 'pk_live_new' } } },
      400,
      'keys.two.secret: already exists',
    ],
    ['a secret of no environment', { keys: { k: { secret: 'hush' } } }, 400, 'keys.k.secret: must begin with pk_live_'],
    ['a name with a slash', { id: 'a/b' }, 400, 'id: must be letters'],
    ['a field that is not known', { credit: 5 }, 400, 'credit: is not a known field; did you mean credits?'],
    [
      'a secret that contradicts its environment',
      { keys: { k: { environment: 'live', secret: 'pk_test_k' } } },
      400,
      'keys.k.secret',
    ],
  ])('is refused with %s, and no part of it is created', async (_, json, status, message) => {
    const { emulator, client } = await emulatorFor();
    await emulator.worlds.create({ name: 'blue' });
    const refused = await client.call('POST', '/_emulator/v1/accounts', { json });
    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toContain(message);
    expect(emulator.accounts.list()).toEqual(['demo']);
    expect((await client.get('/v1/usage', { key: 'pk_live_new' })).status).toBe(401);
  });
});

describe('The credits of an account', () => {
  it('are granted, deducted, enforced and monitored as requested, and decide the next submission', async () => {
    const { emulator, client, secret } = await withAccount({ credits: 0 });
    const { credits } = emulator.accounts;
    const submit = async () => (await client.submitOn('makeup.apply', { key: secret('live') })).status;
    expect(await submit()).toBe(402);
    expect(credits('shop', { adjust: 3, threshold: 2 })).toMatchObject({ available_units: 3, low_balance: false });
    expect(await submit()).toBe(202);
    expect(credits('shop', { test_funded: 2 })).toMatchObject({ held_units: 1, low_balance: true, spendable_units: 0 });
    expect(await submit()).toBe(402);
    const balance = credits('shop', { enforced: false, threshold: null });
    expect(balance).toMatchObject({ spendable_units: 2, low_balance: false });
    expect(await submit()).toBe(202);
    emulator.credits.adjust({ units: -10, account: 'shop' });
    expect(credits('shop', {}).available_units).toBe(-9);
  });

  it('are those of the first account if none is named, and no others change', async () => {
    const { emulator, client, secret } = await withAccount();
    emulator.credits.adjust({ units: 5 });
    const unitsOf = async (key: string) => (await client.get('/v1/credits/balance', { key })).body.available_units;
    expect([await unitsOf('pk_live_demo'), await unitsOf(secret('live'))]).toEqual([10_005, 10_000]);
    expect(() => emulator.credits.adjust({ units: 1, account: 'unknown' })).toThrow('there is no account unknown');
    expect(() => emulator.accounts.credits('shop', { adjust: 0.5 })).toThrow('adjust');
  });

  it('can be changed and read while clients cannot read the ledger', async () => {
    const { emulator, client, secret } = await withAccount();
    emulator.switches.set({ ledger_unreadable: true });
    expect(emulator.accounts.credits('shop', { adjust: 1 }).available_units).toBe(10_001);
    emulator.switches.set({ ledger_unreadable: false });
    const { body } = await client.get('/v1/credits/balance', { key: secret('live') });
    expect(body.available_units).toBe(10_001);
  });
});

describe('An account that is undefined in code', () => {
  it.each<[string, (emulator: Emulator, account: never) => unknown]>([
    ['credits', ({ accounts }, account) => accounts.credits(account, { adjust: -1 })],
    ['change', ({ accounts }, account) => accounts.change(account, {})],
    ['read', ({ accounts }, account) => accounts.read(account)],
    ['remove', ({ accounts }, account) => accounts.remove(account)],
    ['keys', ({ accounts }, account) => accounts.keys(account)],
    ['addKey', ({ accounts }, account) => accounts.addKey(account)],
    ['changeKey', ({ accounts }, account) => accounts.changeKey(account, 'live', {})],
    ['inspect.account', ({ inspect }, account) => inspect.account(account)],
    ['inspect.ledger', ({ inspect }, account) => inspect.ledger(account)],
    ['jobs.list', ({ jobs }, account) => jobs.list({ account })],
    ['webhooks.register', ({ webhooks }, account) => webhooks.register({ account, url: 'http://127.0.0.1:1/' })],
    ['webhooks.receiver', ({ webhooks }, account) => webhooks.receiver({ account })],
    ['webhooks.receivers.open', ({ webhooks }, account) => webhooks.receivers.open({ account })],
  ])('is refused by %s, and no other account changes', async (_, call) => {
    const { emulator } = await emulatorFor();
    const before = emulator.inspect.account('demo').balance;
    await expect(async () => call(emulator, undefined as never)).rejects.toThrow(/account.*(?:is undefined|list\(\))/s);
    expect(emulator.inspect.account('demo').balance).toEqual(before);
    expect(emulator.webhooks.list()).toEqual([]);
  });

  it('is the first one for null, as the types say', async () => {
    const { emulator } = await emulatorFor();
    const { settled_units: before } = emulator.inspect.account('demo').balance;
    expect(emulator.accounts.credits(null, { adjust: -1 }).settled_units).toBe(before - 1);
  });
});
