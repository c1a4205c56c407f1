import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../../emulator/testing/client.ts';
import { controlCalls, controlFault } from './control-calls.ts';

describe('the control API under fuzz', () => {
  it('answers each call, never with a 5xx, and the world works afterwards', async () => {
    const unexpected: unknown[] = [];
    const { emulator, client } = await emulatorFor({ onUnexpected: (error) => unexpected.push(error) });
    const wrong: (string | null)[] = [];
    await fc.assert(
      fc.asyncProperty(controlCalls, async (call) => {
        const fault = await controlFault(client, call);
        wrong.push(...(fault === null ? [] : [fault]));
        return fault === null;
      }),
      { numRuns: 200, seed: 20_260_101 },
    );
    expect(unexpected).toEqual([]);
    expect(wrong).toEqual([]);
    expect(({} as Record<string, unknown>)['by']).toBeUndefined();

    emulator.reset();
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1h');
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
  });
});
