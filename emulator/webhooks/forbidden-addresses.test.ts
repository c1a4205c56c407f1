import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { endJob, onlyDelivery } from '../testing/receiving-server.ts';

const METADATA = 'http://169.254.169.254/latest/meta-data';

describe('the control API of an emulator', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]'])('cannot be reached by a webhook at %s', async (host) => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const { port } = new URL(emulator.url);
    emulator.webhooks.register({ url: `http://${host}:${port}/_emulator/v1/snapshots/made-by-a-webhook` });
    await endJob(emulator);
    expect(emulator.snapshots.list()).toEqual([]);
    const [attempt] = onlyDelivery(emulator).attempts;
    expect(attempt).toMatchObject({ status: 403 });
    expect(attempt?.answer).toContain('register an endpoint at another URL');
  });

  it('cannot be reached by a webhook of another emulator either', async () => {
    await using other = await createEmulator();
    await using emulator = await createEmulator({ clock: 'frozen' });
    emulator.webhooks.register({ url: `${other.url}/_emulator/v1/snapshots/made-by-a-webhook` });
    await endJob(emulator);
    expect(other.snapshots.list()).toEqual([]);
    expect(onlyDelivery(emulator).attempts).toMatchObject([{ status: 403 }]);
  });
});

describe('cloud metadata addresses', () => {
  it.each([METADATA, 'http://[::ffff:169.254.169.254]/', 'http://[fe80::1]/', 'http://0xA9FEA9FE/'])(
    'are refused when an endpoint is registered or changed: %s',
    async (url) => {
      const { emulator } = await emulatorFor();
      const problem = /The endpoint.*url.*link-local.*webhook_metadata_addresses is allow/s;
      expect(() => emulator.webhooks.register({ url })).toThrow(problem);
      const { id } = emulator.webhooks.register({ url: 'http://127.0.0.1:1/' });
      expect(() => emulator.webhooks.update(id, { url })).toThrow(problem);
    },
  );

  it('are refused in a configuration', async () => {
    const accounts = [{ name: 'demo', keys: [{ secret: 'pk_test_demo' }], endpoints: [{ url: METADATA }] }];
    await expect(createEmulator({ accounts, listen: false })).rejects.toThrow(/accounts\[0\]\.endpoints\[0\]\.url/);
  });

  it('are allowed if the configuration allows them', async () => {
    const { emulator } = await emulatorFor({ webhook_metadata_addresses: 'allow' });
    expect(emulator.webhooks.register({ url: METADATA }).url).toBe(METADATA);
  });
});
