import { expect, it, vi } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

async function warningsOf(options: Parameters<typeof emulatorFor>[0]): Promise<string[]> {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const { emulator } = await emulatorFor(options);
    const receiver = await emulator.webhooks.receiver();
    for (let ping = 0; ping < 2; ping += 1) await emulator.webhooks.ping(receiver.endpoint);
    return spy.mock.calls.map(([text]) => String(text));
  } finally {
    spy.mockRestore();
  }
}

it('one warning is given if real receivers refuse the signatures of the virtual clock', async () => {
  const readings = { signature_clock: 'virtual' } as const;
  const warnings = await warningsOf({ readings, clock: { mode: 'frozen', start: '2026-01-01T00:00:00Z' } });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('more than 300 seconds from that of this machine');
});

it('no warning is given if the clocks agree, or if the machine signs', async () => {
  expect(
    await warningsOf({ readings: { signature_clock: 'virtual' }, clock: { mode: 'running', start: 'now' } }),
  ).toEqual([]);
  expect(await warningsOf({ clock: 'frozen' })).toEqual([]);
});
