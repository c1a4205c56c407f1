import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { failureNote } from './failure-note.ts';

const TIMED_OUT = 'Test timed out in 5000ms.';
const ADVICE = 'Your client is asked to wait 1 s before it polls again.';

async function noteAfterPoll(options: Parameters<typeof emulatorFor>[0], message: string): Promise<string> {
  const { emulator, client } = await emulatorFor(options);
  const { id } = (await client.submitOn('skin.analyze')).body;
  await client.get(`/v1/jobs/${id}`);
  return failureNote(emulator, { message, strangers: 0, url: emulator.url });
}

describe('the note of a test that timed out', () => {
  it('shows how to speed up a client that sleeps between polls', async () => {
    const note = await noteAfterPoll({ clock: 'auto' }, TIMED_OUT);
    expect(note).toContain(ADVICE);
    expect(note).toContain('retry_after: 0');
    expect(note).toContain('docs/my-client-sleeps.md');
  });

  it.each([
    ['another failure', { clock: 'auto' as const }, 'expected 1 to be 2'],
    ['a clock that polls do not move', { clock: 'frozen' as const }, TIMED_OUT],
    ['a server that asks for no wait', { clock: 'auto' as const, readings: { retry_after: 0 } }, TIMED_OUT],
  ])('does not mention it after %s', async (_, options, message) => {
    expect(await noteAfterPoll(options, message)).not.toContain('Your client is asked to wait');
  });
});
