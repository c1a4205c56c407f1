import type { StartedTestContainer } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../emulator/index.ts';
import { StartedTryOnEmulatorContainer, TryOnEmulatorContainer } from './testcontainers.ts';

// Tests that need no engine. The others are in lab/container-check/container-check.mjs.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen', token: 'my-own' });
});
afterAll(() => emulator.close());

/** A container as testcontainers returns it, in which the emulator of this process listens. */
function started({ token = 'my-own', keys = emulator.keys, host = '127.0.0.1' } = {}) {
  const container = {
    getHost: () => host,
    getId: () => 'no-such-container',
    getMappedPort: (port: number) => (port === 4010 ? Number(new URL(emulator.url).port) : 0),
  };
  return new StartedTryOnEmulatorContainer(container as unknown as StartedTestContainer, token, keys);
}

describe('an emulator in a container', () => {
  it('has an address and keys', () => {
    expect(started().getBaseUrl()).toBe(emulator.url);
    expect(started({ host: '::1' }).getBaseUrl()).toBe(`http://[::1]:${new URL(emulator.url).port}`);
    expect([started().getApiKey('test'), started().getApiKey('live')]).toEqual(['pk_test_demo', 'pk_live_demo']);
    expect(started().getToken()).toBe('my-own');
  });

  it('reports a missing key of an environment', () => {
    const container = started({ keys: { live: null, test: 'pk_test_mine' } });
    expect(() => container.getApiKey('live')).toThrow(
      'there is no live key: the configuration names accounts without one',
    );
  });

  it('has every control, for its default world', async () => {
    const container = started();
    await container.clock.advance('1h');
    expect(emulator.clock.now()).toBe('2026-01-01T01:00:00.000Z');
    await container.plans.add({ hold_at: 'queued' });
    expect(emulator.plans.list()).toHaveLength(1);
    await container.reset();
    expect(emulator.plans.list()).toEqual([]);
  });

  it('creates separate worlds', async () => {
    const container = started();
    const world = await container.world({ clock: 'frozen' });
    await world.clock.advance('8h');
    expect(await world.clock.now()).toBe('2026-01-01T08:00:00.000Z');
    expect(emulator.worlds.get(world.name)?.keys).toEqual(world.keys);
    await world.dispose();
    expect(emulator.worlds.list()).toHaveLength(1);
  });

  it('passes on the error messages of the emulator', async () => {
    const asked = started().plans.add({ nht: 1 } as never);
    await expect(asked).rejects.toThrow('nht: is not a known field; did you mean nth?');
    await expect(started({ token: 'wrong' }).clock.read()).rejects.toThrow(
      'control calls need the header Authorization',
    );
  });
});

describe('a container before its start', () => {
  it('needs a fixed token if it is reused', async () => {
    const container = new TryOnEmulatorContainer().withReuse();
    await expect(container.start()).rejects.toThrow('withReuse needs withToken');
  });
});
