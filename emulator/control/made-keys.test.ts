import { describe, expect, it } from 'vitest';
import { clientOf, emulatorFor } from '../testing/client.ts';

describe('an account of a configuration', () => {
  it('has a key of each environment if it names none', async () => {
    const { emulator, client } = await emulatorFor({ accounts: [{ name: 'acme' }] });
    expect(emulator.keys).toEqual({ live: 'pk_live_acme', test: 'pk_test_acme' });
    expect((await client.upload({ key: emulator.keys.live })).body.livemode).toBe(true);
  });

  it('has keys with generated secrets, and none if it says so', async () => {
    const keys = [{}, { scopes: ['skin.analyze' as const] }, { environment: 'test' as const }];
    const { emulator, client } = await emulatorFor({
      accounts: [
        { name: 'acme', keys },
        { name: 'bare', keys: [] },
      ],
    });
    expect(emulator.keys).toEqual({ live: 'pk_live_acme', test: 'pk_test_acme' });
    expect((await client.submitOn('makeup.apply', { key: 'pk_live_acme_2' })).status).toBe(403);
    expect((await client.get('/v1/usage', { key: 'pk_live_bare' })).status).toBe(401);
  });

  it('has other keys in one world than in another, so that tests can run at the same time', async () => {
    const { emulator } = await emulatorFor();
    const accounts = [{ name: 'acme' }];
    const worlds = await Promise.all([1, 2].map(() => emulator.worlds.create({ accounts })));
    expect(new Set(worlds.map(({ keys }) => keys.test)).size).toBe(2);
    for (const { keys } of worlds)
      expect((await clientOf({ keys, fetch: emulator.fetch }).get('/v1/usage')).status).toBe(200);
  });

  it('is refused with the remedy if another world has its secrets', async () => {
    const { emulator } = await emulatorFor();
    const accounts = [{ name: 'acme', keys: [{ secret: 'pk_test_mine' }] }];
    await emulator.worlds.create({ accounts });
    await expect(emulator.worlds.create({ accounts })).rejects.toThrow('Remove secret');
  });
});

describe('credits', () => {
  it('can be set', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('skin.analyze', { key: emulator.keys.live });
    emulator.credits.set({ units: 3 });
    const balance = async () => (await client.get('/v1/credits/balance', { key: emulator.keys.live })).body;
    expect(await balance()).toMatchObject({ settled_units: 3, held_units: 1, available_units: 2 });
    expect(emulator.accounts.credits('demo', { set: -1 })).toMatchObject({ settled_units: -1 });
    expect(() => emulator.accounts.credits('demo', { set: 1, adjust: 1 })).toThrow(
      'set: cannot be combined with adjust',
    );
  });
});
