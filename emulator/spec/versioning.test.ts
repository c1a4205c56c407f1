import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { finishedJob } from '../testing/steps.ts';

describe('9 versioning', () => {
  it('names the version of a skin analysis, and no revision', async () => {
    const { output } = (await finishedJob(await emulatorFor(), 'skin.analyze')).body;
    expect(output.type).toBe('skin.analysis');
    expect(output.analysis_version).toBe('skin-2026-09-draft.1');
    expect(output).not.toHaveProperty('revision');
  });

  it.each([
    ['makeup.apply', 'makeup.try_on'],
    ['hair.try_on', 'hair.try_on'],
  ] as const)('names the revision of %s, and no analysis version', async (operation, type) => {
    const { output } = (await finishedJob(await emulatorFor(), operation)).body;
    expect(output.type).toBe(type);
    expect(output.revision).toBe(1);
    expect(output).not.toHaveProperty('analysis_version');
  });

  it.each(['/assets', '/jobs', '/usage', '/credits/balance', '/v2/usage', '/v1.0/usage'])(
    'serves nothing at %s: every path begins with /v1',
    async (path) => {
      const { client } = await emulatorFor();
      const reply = await client.get(path);
      expect([reply.status, reply.body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});
