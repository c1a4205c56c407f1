import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

describe('2.4 ErrorDetail', () => {
  it('has a request_id of its own on every error', async () => {
    const { client } = await emulatorFor();
    const paths = ['/v1/jobs/job_unknown', '/v1/nothing-of-the-kind', '/v1/assets?limit=0'];
    const calls = Array.from({ length: 30 }, (_, index) => client.get(paths[index % 3] ?? '', { key: null }));
    const ids = (await Promise.all(calls)).map(({ body }) => body.error.request_id);
    expect(new Set(ids).size).toBe(30);
  });

  it('names every wrong parameter at once', async () => {
    const { client } = await emulatorFor();
    const { body } = await client.get('/v1/jobs?limit=0&status=lost&colour=red&operation=skin.analyze');
    expect(body.error.details.fields.map(({ path }: { path: string }) => path)).toEqual(['limit', 'status', 'colour']);
  });
});

describe('7 a job that failed', () => {
  it.each(['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED'] as const)(
    'with %s is no HTTP error',
    async (code) => {
      const { client, emulator } = await emulatorFor();
      emulator.plans.add({ outcome: { status: 'failed', code } });
      const job = await client.submitOn('makeup.apply');
      await emulator.clock.advance('4s');
      const read = await client.get(`/v1/jobs/${job.body.id}`);
      expect(read.status).toBe(200);
      expect(read.body).toMatchObject({
        status: 'failed',
        output: null,
        error: { code, message: expect.stringMatching(/./) },
      });
      expect(Object.keys(read.body.error)).toEqual(['code', 'message']);
    },
  );
});
