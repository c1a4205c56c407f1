import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { openPlayed, outcomes, type Played, play, type Step, statuses } from '../testing/play.ts';
import { runCli } from '../testing/run-cli.ts';
import { replay } from '../world/commands.ts';

const USAGE = 'GET /v1/usage as live';
const JOB = 'GET /v1/jobs/{job} as live';
const SUBMIT = 'makeup as live';

type Accounts = Played['emulator']['accounts'];
const change =
  (changed: Parameters<Accounts['change']>[1]): Step =>
  async ({ emulator }) =>
    emulator.accounts.change('demo', changed);
const changeKey =
  (changed: Parameters<Accounts['changeKey']>[2], key = 'pk_live_demo'): Step =>
  async ({ emulator }) =>
    emulator.accounts.changeKey('demo', key, changed);
const usableKeys = ({ accounts }: { accounts: Accounts }) =>
  accounts.keys('demo').map(({ name, usable }) => [name, usable]);

describe('The keys of an account', () => {
  it('can be rotated: both are valid until the old one expires, and each sees what the other created', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply', { key: 'pk_live_demo' });
    const next = emulator.accounts.addKey('demo', { name: 'next' });
    expect(next).toMatchObject({ name: 'next', environment: 'live', usable: true, expires_at: null });
    const old = emulator.accounts.changeKey('demo', 'live', { expires_in: '24h' });
    expect(old).toMatchObject({ expires_at: '2026-01-02T00:00:00.000Z', usable: true });
    const reads = () =>
      Promise.all(['pk_live_demo', next.secret].map((key) => client.get(`/v1/jobs/${job.id}`, { key })));
    expect((await reads()).map(({ status }) => status)).toEqual([200, 200]);
    await emulator.clock.advance('24h');
    expect((await reads()).map(({ status }) => status)).toEqual([401, 200]);
    expect(usableKeys(emulator)).toEqual([
      ['live', false],
      ['test', true],
      ['next', true],
    ]);
    expect(JSON.stringify(emulator.accounts.keys('demo'))).not.toContain(next.secret);
  });

  it('can be revoked and restored, by name, id or secret', async () => {
    const { emulator, client } = await emulatorFor();
    const [{ id } = { id: '' }] = emulator.accounts.keys('demo');
    const status = async () => (await client.get('/v1/usage', { key: 'pk_live_demo' })).status;
    for (const named of ['live', id, 'pk_live_demo']) {
      expect(emulator.accounts.changeKey('demo', named, { revoked: true }).usable).toBe(false);
      expect(await status()).toBe(401);
      emulator.accounts.changeKey('demo', named, { revoked: false });
      expect(await status()).toBe(200);
    }
  });

  it('can get other scopes and networks, which apply from the next request on', async () => {
    const seen = outcomes(
      changeKey({ scopes: ['skin.analyze'] }),
      ...[SUBMIT, 'skin as live'],
      changeKey({ scopes: ['skin.analyze', 'makeup.apply', 'hair.apply'] }),
      'hair as live',
      changeKey({ allowlist: ['203.0.113.0/24'] }),
      USAGE,
    );
    const expected = ['403 INSUFFICIENT_SCOPE', 202, 202, '403 API_KEY_IP_NOT_ALLOWED'];
    expect(await seen(await openPlayed())).toEqual(expected);
  });

  it('are limited per minute, each by itself and all of an account together', async () => {
    const [live, other] = ['makeup', 'makeup as second'];
    const seen = statuses(
      changeKey({ admission_per_minute: 1 }, 'pk_test_demo'),
      ...[live, live, other, other, '1m'],
      change({ admission_per_minute: 2 }),
      ...[live, live, other, other],
      change({ admission_per_minute: null }),
      changeKey({ admission_per_minute: null }, 'pk_test_demo'),
      ...[live, live, other],
    );
    expect(await seen(await openPlayed())).toEqual([202, 429, 202, 202, 202, 429, 202, 429, 202, 202, 202]);
  });

  it('show livemode from the first test key on, also in existing objects', async () => {
    const accounts = [{ name: 'solo', keys: [{ secret: 'pk_live_demo' }] }];
    const played = await openPlayed({ accounts });
    expect((await play(played, SUBMIT)).body.livemode).toBeUndefined();
    played.emulator.accounts.addKey('solo', { environment: 'test', secret: 'pk_test_demo' });
    expect((await play(played, JOB)).body.livemode).toBe(true);
    expect((await play(played, 'makeup')).body.livemode).toBe(false);
  });
});

describe('An account', () => {
  it('loses a feature during operation: its calls are unknown paths, and jobs still end', async () => {
    const played = await openPlayed();
    await play(played, SUBMIT, change({ features: { cancel: false, lists: false } }), USAGE);
    const calls = outcomes('POST /v1/jobs/{job}/cancel as live', 'GET /v1/jobs?limit=1 as live');
    expect(await calls(played)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
    await played.emulator.clock.advance({ until: 'idle' });
    expect((await play(played, JOB)).body.status).toBe('succeeded');
    await play(played, change({ features: { live: { lists: true } } }), USAGE);
    expect(await statuses('GET /v1/jobs as live', 'GET /v1/jobs')(played)).toEqual([200, 404]);
  });

  it('can get other prices and a daily job limit, and can be disabled and enabled', async () => {
    const played = await openPlayed();
    const { accounts } = played.emulator;
    await play(played, SUBMIT);
    const unit_costs = { 'makeup.apply': 9_999 };
    expect(accounts.change('demo', { unit_costs, daily_quota: 2 })).toMatchObject({
      id: 'demo',
      unit_costs: { ...unit_costs, 'skin.analyze': 1 },
      daily_quota: 2,
      declined: [],
    });
    const seen = statuses(
      ...[SUBMIT, SUBMIT, change({ enforced: false }), SUBMIT, change({ daily_quota: null }), SUBMIT],
      ...[change({ disabled: true }), USAGE, change({ disabled: false }), USAGE],
    );
    expect(await seen(played)).toEqual([202, 402, 429, 202, 401, 200]);
    accounts.change('demo', { disabled: true });
    expect(new Set(accounts.read('demo').keys.map(({ usable }) => usable))).toEqual(new Set([false]));
  });

  it('gets no delivery while its webhooks are off, neither due ones nor a ping nor a resend', async () => {
    const played = await openPlayed({ listen: true });
    await using emulator = played.emulator;
    await using receiver = await emulator.webhooks.receiver({ account: 'demo', environment: 'live', replies: [500] });
    await play(played, SUBMIT, '10s');
    const [late] = emulator.webhooks.deliveries(receiver.endpoint);
    expect(late).toMatchObject({ state: 'pending' });
    emulator.accounts.change('demo', { webhooks: false });
    expect(emulator.webhooks.deliveries(receiver.endpoint)).toMatchObject([{ state: 'cancelled' }]);
    const refused = 'webhooks are off for the account demo';
    await expect(emulator.webhooks.ping(receiver.endpoint)).rejects.toThrow(refused);
    await expect(emulator.webhooks.resend(late?.id ?? '')).rejects.toThrow(refused);
    await play(played, SUBMIT, '1d');
    expect(receiver.received).toHaveLength(1);
    emulator.accounts.change('demo', { webhooks: true });
    await emulator.webhooks.resend(late?.id ?? '');
    expect(receiver.received).toHaveLength(2);
  });

  it('is changed by commands: a replay repeats the change, and a snapshot restores the account', async () => {
    const { emulator, world, commands, freshWorld } = await hostedWorld({ clock: 'frozen' });
    emulator.snapshots.save('before');
    emulator.accounts.addKey('demo', { name: 'next', admission_per_minute: 3 });
    emulator.accounts.changeKey('demo', 'live', { revoked: true, scopes: ['skin.analyze'] });
    emulator.accounts.change('demo', { features: { cancel: false }, webhooks: false, daily_quota: 1 });
    const again = freshWorld();
    replay(again, commands);
    expect(again.state).toEqual(world.state);
    emulator.snapshots.load('before');
    expect(usableKeys(emulator)).toEqual([
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
    expect(usableKeys(emulator)).toEqual([
      ['live', false],
      ['test', true],
      ['next', true],
    ]);
  });
});
