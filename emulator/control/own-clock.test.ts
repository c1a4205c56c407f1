import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

type Made = { id: string; account: string; keys: Record<string, { secret: string }> };

/** An emulator whose accounts are created over HTTP, as by a user who only has the driver contract. */
async function withDriver(options: Parameters<typeof emulatorFor>[0] = {}) {
  const { emulator, client } = await emulatorFor(options);
  const drive = (method: string, path: string, json?: unknown, key?: string) =>
    client.call(method, `/_emulator/v1${path}`, {
      ...(json !== undefined && { json }),
      ...(key !== undefined && { key }),
    });
  const make = async (account: object = {}, key?: string) => {
    const { status, body } = await drive('POST', '/accounts', { own_clock: true, ...account }, key);
    expect(status).toBe(201);
    const made = body as Made;
    return { ...made, key: made.keys['live']?.secret ?? '' };
  };
  const nowOf = async (key?: string) => (await drive('GET', '/clock', undefined, key)).body.now;
  return { emulator, client, drive, make, nowOf };
}

describe('An account with its own clock', () => {
  it('moves only its own clock, and no other account moves it', async () => {
    const { drive, make, nowOf } = await withDriver();
    const [one, two] = [await make(), await make()];
    await drive('POST', '/clock/advance', { by: '30h' }, one.key);
    await drive('POST', '/clock/advance', { by: '1h' });
    expect([await nowOf(one.key), await nowOf(two.key), await nowOf()]).toEqual([
      '2026-01-02T06:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T01:00:00.000Z',
    ]);
  });

  it('has a frozen clock by default', async () => {
    const { emulator, make } = await withDriver({ clock: 'auto' });
    await make({ id: 'still' });
    await make({ id: 'placed', clock: { start: '2030-05-01T00:00:00Z' } });
    await make({ id: 'polled', clock: 'auto' });
    const clockOf = (name: string) => emulator.worlds.get(name)?.clock.read();
    expect(clockOf('still')).toMatchObject({ mode: 'frozen', now: '2026-01-01T00:00:00.000Z' });
    expect(clockOf('placed')).toMatchObject({ mode: 'frozen', now: '2030-05-01T00:00:00.000Z' });
    expect(clockOf('polled')).toMatchObject({ mode: 'auto' });
  });

  it('keeps the seed, the stages and the readings of the world in which it was created', async () => {
    const { client, drive, make } = await withDriver({
      readings: { upload_status: 200 },
      stages: { queued: '1h' },
      plans: [{ hold_at: 'queued' }],
    });
    const { key } = await make();
    expect((await client.upload({ key })).status).toBe(200);
    const { id } = (await client.submitOn('skin.analyze', { key })).body;
    await drive('POST', '/clock/advance', { by: '59m' }, key);
    expect((await drive('GET', `/jobs/${id}`, undefined, key)).body).toMatchObject({ stage: 'queued', held: false });
    await drive('POST', '/clock/advance', { by: '1m' }, key);
    expect((await drive('GET', `/jobs/${id}`, undefined, key)).body.stage).toBe('picked_up');
  });

  it('can share its clock with other accounts, which have no access to it', async () => {
    const { client, make, nowOf, drive } = await withDriver();
    const first = await make();
    const beside = await make({ own_clock: false }, first.key);
    const { id } = (await client.upload({ key: first.key })).body;
    expect((await client.get(`/v1/assets/${id}`, { key: beside.key })).status).toBe(404);
    await drive('POST', '/clock/advance', { by: '2h' }, beside.key);
    expect(await nowOf(first.key)).toBe('2026-01-01T02:00:00.000Z');
  });

  it('still exists, with its keys, after its world was reset', async () => {
    const { client, drive, make } = await withDriver();
    const { key } = await make({ credits: 7 });
    await client.submitOn('skin.analyze', { key });
    expect((await drive('POST', '/reset', undefined, key)).status).toBe(204);
    expect((await client.get('/v1/credits/balance', { key })).body.available_units).toBe(7);
  });

  it.each([
    ['by its key', true],
    ['by its name alone', false],
  ])('is removed with its whole world %s', async (_, withKey) => {
    const { emulator, client, drive, make } = await withDriver();
    const [gone, stays] = [await make(), await make()];
    const beside = await make({ own_clock: false }, gone.key);
    expect((await drive('DELETE', `/accounts/${gone.id}`, undefined, withKey ? gone.key : undefined)).status).toBe(204);
    const statusOf = async (key: string) => (await client.get('/v1/usage', { key })).status;
    expect([await statusOf(gone.key), await statusOf(beside.key), await statusOf(stays.key)]).toEqual([401, 401, 200]);
    expect(emulator.worlds.list().map(({ name }) => name)).toEqual(['default', stays.id]);
    expect((await drive('DELETE', `/accounts/${gone.id}`)).status).toBe(404);
  });

  it('keeps its world when another account of it is removed', async () => {
    const { client, drive, make } = await withDriver();
    const first = await make();
    const beside = await make({ own_clock: false }, first.key);
    expect((await drive('DELETE', `/accounts/${beside.id}`, undefined, first.key)).status).toBe(204);
    expect((await client.get('/v1/usage', { key: first.key })).status).toBe(200);
    expect((await client.get('/v1/usage', { key: beside.key })).status).toBe(401);
  });

  it('gets a name that no account and no world of an account has', async () => {
    const { make } = await withDriver();
    const made = [await make(), await make({ own_clock: false }), await make(), await make({ own_clock: false })];
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    expect(new Set(made.map(({ key }) => key)).size).toBe(4);
  });

  it.each<[string, object, number, string]>([
    ['the name of a world', { own_clock: true, id: 'blue' }, 409, 'the world blue already exists'],
    ['the name of an account', { own_clock: true, id: 'shop' }, 409, 'the account shop already exists'],
    ['the name of an account, elsewhere', { id: 'shop' }, 409, 'the account shop already exists'],
    ['a key of another', { own_clock: true, keys: { k: { secret: 'pk_live_demo' } } }, 400, 'already exists'],
    ['a clock that is not its own', { clock: 'frozen' }, 400, 'clock: is for an account with own_clock: true'],
    ['a clock that there is none of', { own_clock: true, clock: 'warped' }, 400, 'clock'],
  ])('is refused with %s, and no world is created', async (_, json, status, message) => {
    const { emulator, drive, make } = await withDriver();
    await emulator.worlds.create({ name: 'blue' });
    await make({ id: 'shop' });
    const refused = await drive('POST', '/accounts', json);
    expect([refused.status, refused.body.error.message]).toEqual([status, expect.stringContaining(message)]);
    expect(emulator.worlds.list().map(({ name }) => name)).toEqual(['default', 'blue', 'shop']);
  });

  it('can be created in code at the start', async () => {
    const { emulator, client } = await withDriver();
    const { id, keys } = emulator.accounts.create({ own_clock: true });
    const key = keys['live']?.secret ?? '';
    await emulator.worlds.get(id)?.clock.advance('1d');
    expect((await client.get('/v1/credits/balance', { key })).body.as_of).toBe('2026-01-02T00:00:00.000Z');
    emulator.accounts.remove(id);
    expect((await client.get('/v1/usage', { key })).status).toBe(401);
    await emulator.close();
  });
});
