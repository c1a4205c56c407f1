import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

const url = 'http://127.0.0.1:9/hooks';

describe('an endpoint', () => {
  it('can be named by its id, by its report and by its receiver', async () => {
    const { emulator } = await emulatorFor({ accounts: [{ name: 'demo', endpoints: [{ url }] }] });
    const receiver = await emulator.webhooks.receiver();
    expect(receiver.id).toBe(receiver.endpoint);
    const [seeded] = emulator.webhooks.list();
    for (const endpoint of [receiver, receiver.endpoint, emulator.webhooks.register({ url }), seeded ?? '']) {
      const { id } = emulator.webhooks.read(endpoint);
      expect(emulator.webhooks.disable(endpoint)).toMatchObject({ id, enabled: false });
      expect(emulator.webhooks.enable(endpoint).id).toBe(id);
      expect(emulator.webhooks.rotate(endpoint).id).toBe(id);
      expect(emulator.webhooks.update(endpoint, { events: ['test.ping'] }).events).toEqual(['test.ping']);
      expect(emulator.webhooks.deliveries(endpoint)).toEqual([]);
    }
    expect((await emulator.webhooks.ping(receiver)).state).toBe('delivered');
    emulator.webhooks.remove(receiver);
    expect(() => emulator.webhooks.read(receiver)).toThrow('there is no endpoint');
  });

  it('can subscribe to test.ping only', async () => {
    const { emulator } = await emulatorFor();
    expect(emulator.webhooks.register({ url, events: ['test.ping'] }).events).toEqual(['test.ping']);
  });

  it('without an environment belongs to test, or to live if all keys do', async () => {
    const live = [{ secret: 'pk_live_mine' }];
    const accounts = [{ name: 'both' }, { name: 'live', keys: live, endpoints: [{ url }] }];
    const { emulator } = await emulatorFor({ accounts });
    expect(emulator.webhooks.register({ url }).environment).toBe('test');
    expect(emulator.webhooks.register({ url, account: 'live' }).environment).toBe('live');
    expect(emulator.webhooks.list().map(({ environment }) => environment)).toEqual(['live', 'test', 'live']);
  });
});
