import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { clientOf, emulatorFor } from '../testing/client.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { runCli } from '../testing/run-cli.ts';
import { replay } from '../world/commands.ts';

const LIVE = { key: 'pk_live_demo' };

describe('The keys of an account', () => {
  it('are rotated: both are valid until the old one has expired, and each sees what the other made', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'frozen' });
    const { body: job } = await client.submitOn('makeup.apply', LIVE);
    const next = emulator.accounts.addKey('demo', { name: 'next' });
    expect(next).toMatchObject({ name: 'next', environment: 'live', usable: true, expires_at: null });
    expect(emulator.accounts.changeKey('demo', 'live', { expires_in: '24h' })).toMatchObject({
      expires_at: '2026-01-02T00:00:00.000Z',
      usable: true,
    });
    for (const key of ['pk_live_demo', next.secret])
      expect((await client.get(`/v1/jobs/${job.id}`, { key })).status).toBe(200);
    await emulator.clock.advance('24h');
    expect((await client.get(`/v1/jobs/${job.id}`, LIVE)).body.error.code).toBe('INVALID_API_KEY');
    expect((await client.get(`/v1/jobs/${job.id}`, { key: next.secret })).status).toBe(200);
    expect(emulator.accounts.keys('demo').map(({ name, usable }) => [name, usable])).toEqual([
      ['live', false],
      ['test', true],
      ['next', true],
    ]);
    expect(JSON.stringify(emulator.accounts.keys('demo'))).not.toContain(next.secret);
  });

  it('are revoked and given back, by name, id or secret', async () => {
    const { emulator, client } = await emulatorFor();
    const [{ id } = { id: '' }] = emulator.accounts.keys('demo');
    const status = async () => (await client.get('/v1/usage', LIVE)).status;
    for (const named of ['live', id, 'pk_live_demo']) {
      expect(emulator.accounts.changeKey('demo', named, { revoked: true }).usable).toBe(false);
      expect(await status()).toBe(401);
      emulator.accounts.changeKey('demo', named, { revoked: false });
      expect(await status()).toBe(200);
    }
  });

  it('get other scopes and networks, which count from the next request on', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.accounts.changeKey('demo', 'live', { scopes: ['skin.analyze'] });
    expect((await client.submitOn('makeup.apply', LIVE)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await client.submitOn('skin.analyze', LIVE)).status).toBe(202);
    emulator.accounts.changeKey('demo', 'live', { scopes: ['skin.analyze', 'makeup.apply', 'hair.apply'] });
    expect((await client.submitOn('hair.try_on', LIVE)).status).toBe(202);
    emulator.accounts.changeKey('demo', 'live', { allowlist: ['203.0.113.0/24'] });
    expect((await client.get('/v1/usage', LIVE)).body.error.code).toBe('API_KEY_IP_NOT_ALLOWED');
  });

  it('submit as many jobs a minute as each of them, or all of them together, may', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'frozen' });
    const { secret: other } = emulator.accounts.addKey('demo', { name: 'other' });
    emulator.accounts.changeKey('demo', 'live', { admission_per_minute: 1 });
    const statuses = async (...keys: string[]) => {
      const answers: number[] = [];
      for (const key of keys) answers.push((await client.submitOn('makeup.apply', { key })).status);
      return answers;
    };
    const [live] = ['pk_live_demo'];
    expect(await statuses(live, live, other, other)).toEqual([202, 429, 202, 202]);
    await emulator.clock.advance('1m');
    emulator.accounts.change('demo', { admission_per_minute: 2 });
    expect(await statuses(live, live, other, other)).toEqual([202, 429, 202, 429]);
    emulator.accounts.change('demo', { admission_per_minute: null });
    emulator.accounts.changeKey('demo', 'live', { admission_per_minute: null });
    expect(await statuses(live, live, other)).toEqual([202, 202, 202]);
  });

  it('show livemode from the first test key on, in what is there already too', async () => {
    const { emulator, client } = await emulatorFor({
      accounts: [{ name: 'solo', keys: [{ secret: 'pk_live_solo' }] }],
    });
    const key = 'pk_live_solo';
    const { body: job } = await client.submitOn('makeup.apply', { key });
    const livemode = async () => (await client.get(`/v1/jobs/${job.id}`, { key })).body.livemode;
    expect(await livemode()).toBeUndefined();
    const { secret } = emulator.accounts.addKey('solo', { environment: 'test' });
    expect(await livemode()).toBe(true);
    expect((await client.submitOn('makeup.apply', { key: secret })).body.livemode).toBe(false);
  });
});

describe('An account', () => {
  it('loses a feature in mid-flight: what the client goes on calling is an unknown path, and the job ends all the same', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'frozen' });
    const { body: job } = await client.submitOn('makeup.apply', LIVE);
    const page = await client.get('/v1/jobs?limit=1', LIVE);
    emulator.accounts.change('demo', { features: { cancel: false, lists: false } });
    for (const [method, path] of [
      ['POST', `/v1/jobs/${job.id}/cancel`],
      ['GET', `/v1/jobs?limit=1&cursor=${page.body.next_cursor ?? ''}`],
    ] as const) {
      const unknown = await client.call(method, '/v1/no-such-path', LIVE);
      const { status, body } = await client.call(method, path, LIVE);
      expect([status, body.error.code]).toEqual([unknown.status, unknown.body.error.code]);
    }
    await emulator.clock.advance({ until: 'idle' });
    expect((await client.get(`/v1/jobs/${job.id}`, LIVE)).body.status).toBe('succeeded');
    emulator.accounts.change('demo', { features: { live: { lists: true } } });
    expect((await client.get('/v1/jobs', LIVE)).body.data).toHaveLength(1);
    expect((await client.get('/v1/jobs', { key: 'pk_test_demo' })).status).toBe(404);
  });

  it('is disabled and enabled, dearer, limited to fewer jobs a day, and told as it is', async () => {
    const { emulator, client } = await emulatorFor({ clock: 'frozen' });
    const submit = async () => (await client.submitOn('makeup.apply', LIVE)).status;
    expect(await submit()).toBe(202);
    const changed = emulator.accounts.change('demo', { unit_costs: { 'makeup.apply': 9_999 }, daily_quota: 2 });
    expect(changed).toMatchObject({
      id: 'demo',
      unit_costs: { 'makeup.apply': 9_999, 'skin.analyze': 1 },
      daily_quota: 2,
      declined: [],
    });
    expect((await client.get('/v1/credits/balance', LIVE)).body).toMatchObject({ held_units: 1 });
    expect([await submit(), await submit()]).toEqual([202, 402]);
    emulator.accounts.change('demo', { enforced: false });
    expect(await submit()).toBe(429);
    emulator.accounts.change('demo', { daily_quota: null });
    expect(await submit()).toBe(202);
    emulator.accounts.change('demo', { disabled: true });
    expect((await client.get('/v1/usage', LIVE)).status).toBe(401);
    expect(emulator.accounts.read('demo').keys.map(({ usable }) => usable)).toEqual([false, false]);
    emulator.accounts.change('demo', { disabled: false });
    expect((await client.get('/v1/usage', LIVE)).status).toBe(200);
  });

  it('is sent nothing while its webhooks are off, neither what was due nor a ping nor a resend', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const client = clientOf(emulator);
    await using receiver = await emulator.webhooks.receiver({ environment: 'live', replies: [500] });
    await client.submitOn('makeup.apply', LIVE);
    await emulator.clock.advance('10s');
    const [late] = emulator.webhooks.deliveries(receiver.endpoint);
    expect(late).toMatchObject({ state: 'pending' });
    emulator.accounts.change('demo', { webhooks: false });
    expect(emulator.webhooks.deliveries(receiver.endpoint)).toMatchObject([{ state: 'cancelled' }]);
    const refused = 'webhooks are off for the account demo';
    await expect(emulator.webhooks.ping(receiver.endpoint)).rejects.toThrow(refused);
    await expect(emulator.webhooks.resend(late?.id ?? '')).rejects.toThrow(refused);
    await client.submitOn('makeup.apply', LIVE);
    await emulator.clock.advance('1d');
    expect(receiver.received).toHaveLength(1);
    emulator.accounts.change('demo', { webhooks: true });
    await emulator.webhooks.resend(late?.id ?? '');
    expect(receiver.received).toHaveLength(2);
  });

  it('changes by commands: a replay makes it again, and a snapshot puts it back', async () => {
    const { emulator, world, commands, freshWorld } = await hostedWorld({ clock: 'frozen' });
    emulator.snapshots.save('before');
    emulator.accounts.addKey('demo', { name: 'next', admission_per_minute: 3 });
    emulator.accounts.changeKey('demo', 'live', { revoked: true, scopes: ['skin.analyze'] });
    emulator.accounts.change('demo', { features: { cancel: false }, webhooks: false, daily_quota: 1 });
    const again = freshWorld();
    replay(again, commands);
    expect(again.state).toEqual(world.state);
    emulator.snapshots.load('before');
    expect(emulator.accounts.keys('demo').map(({ name, usable }) => [name, usable])).toEqual([
      ['live', true],
      ['test', true],
    ]);
    expect(emulator.accounts.read('demo')).toMatchObject({ webhooks: true, daily_quota: null });
  });
});

describe('tryon-emulator account', () => {
  it('lists, shows and changes accounts, and adds, changes and revokes keys', async () => {
    await using emulator = await createEmulator();
    const say = (...words: string[]) => runCli(['account', ...words, '--url', emulator.url]);
    expect((await say()).out).toBe('demo\n');
    expect((await say('show', 'demo')).out).toMatch(
      /^demo\n {2}credits enforced.*\n {2}live .*pk_live_….*usable\n {2}test /,
    );
    expect((await say('change', 'demo', '{"features": {"cancel": false}}')).out).toContain('off: cancel');
    expect(emulator.accounts.read('demo').features.live.cancel).toBe(false);
    expect((await say('add-key', 'demo', '{"name": "next"}')).out).toMatch(/^pk_live_demo_next_\w+\n$/);
    expect((await say('change-key', 'demo', 'live', '{"expires_in": "24h"}')).code).toBe(0);
    expect((await say('revoke-key', 'demo', 'live')).out).toContain('revoked');
    expect(emulator.accounts.keys('demo').map(({ name, usable }) => [name, usable])).toEqual([
      ['live', false],
      ['test', true],
      ['next', true],
    ]);
  });
});
