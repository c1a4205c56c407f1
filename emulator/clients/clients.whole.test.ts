import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { facePng } from '../testing/client.ts';
import { generateClients } from './generate.ts';
import type { Given, Seen } from './story.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TSC = join(dirname(createRequire(join(HERE, '../index.ts')).resolve('typescript/package.json')), 'bin/tsc');

/** The generated clients exist only after the tools have run. */
const STORIES: Record<string, (given: Given) => Promise<Seen>> = {
  'openapi-typescript with openapi-fetch': async (given) =>
    (await import('./openapi-fetch-story.ts')).openapiFetchStory(given),
  oazapfts: async (given) => (await import('./oazapfts-story.ts')).oazapftsStory(given),
};

describe('a client generated from the OpenAPI document by', () => {
  beforeAll(async () => {
    await using emulator = await createEmulator();
    const document = await (await fetch(`${emulator.url}/_emulator/openapi.json`)).json();
    await generateClients(document, join(HERE, 'generated'));
  });

  it.each(Object.entries(STORIES))('%s completes the whole story', async (_, story) => {
    await using emulator = await createEmulator();
    const face = Uint8Array.from(await facePng());
    const { submitted, ended, ...seen } = await story({ baseUrl: emulator.url, key: emulator.keys.test ?? '', face });
    expect(submitted).toEqual({ status: 202, job: expect.stringMatching(/^job_/), retryAfter: '1' });
    expect(ended).toEqual({ status: 'succeeded', type: 'makeup.try_on', polls: expect.any(Number) });
    expect(ended.polls).toBeGreaterThan(2);
    expect(seen).toEqual({
      uploaded: 'image/png',
      replayed: { status: 200, sameJob: true, header: 'true' },
      downloaded: [0x89, 0x50, 0x4e, 0x47],
      listed: { jobs: 1, hasMore: true, results: ['result'] },
      cancelled: { status: 200, job: 'cancelled' },
      deleted: { status: 204, after: 'JOB_NOT_FOUND' },
      refused: { status: 400, code: 'INVALID_REQUEST', path: 'concerns[0]' },
    });
  });

  it('both have types that accept the stories and reject the lines marked as wrong', async () => {
    await expect(
      promisify(execFile)(process.execPath, [TSC, '--project', join(HERE, 'tsconfig.json')]),
    ).resolves.toMatchObject({ stdout: '' });
  });
});
