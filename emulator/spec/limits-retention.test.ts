import { describe, expect, it } from 'vitest';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import { finishedJob, idsOf, LIVE, refusal, refusalOf } from '../testing/steps.ts';

const ASSET_GONE = refusal(404, 'ASSET_NOT_FOUND');
const JOB_GONE = refusal(404, 'JOB_NOT_FOUND');

/** The last instant before `instant`, and `instant` itself: what expires then is there at the first only (reading 65). */
function around(instant: string): [string, string] {
  return [new Date(Date.parse(instant) - 1).toISOString(), instant];
}

describe('8 retention of an input asset', () => {
  it('is over at exactly expires_at: for a read, a list, a submission and a delete', async () => {
    const { client, emulator } = await emulatorFor();
    const { id, expires_at } = (await client.upload()).body;
    expect(expires_at).toBe('2026-01-02T00:00:00.000Z');
    const submit = () => {
      const { path, body } = REQUESTS['makeup.apply'];
      return client.submit(path, { ...body, inputs: [{ asset_id: id, role: 'source' }] });
    };
    const [before, at] = around(expires_at);
    await emulator.clock.advance({ to: before });
    expect((await client.get(`/v1/assets/${id}`)).status).toBe(200);
    expect(idsOf(await client.get('/v1/assets'))).toEqual([id]);
    expect((await submit()).status).toBe(202);
    await emulator.clock.advance({ to: at });
    expect(refusalOf(await client.get(`/v1/assets/${id}`))).toEqual(ASSET_GONE);
    expect(idsOf(await client.get('/v1/assets'))).toEqual([]);
    expect(refusalOf(await submit())).toEqual(refusal(410, 'ASSET_EXPIRED'));
    expect((await client.call('DELETE', `/v1/assets/${id}`)).status).toBe(204);
  });

  it('tells a deleted asset (404) from an expired one (410), also after it would have expired', async () => {
    const { client, emulator } = await emulatorFor();
    const { id, expires_at } = (await client.upload()).body;
    await client.call('DELETE', `/v1/assets/${id}`);
    await emulator.clock.advance({ to: expires_at });
    const { path, body } = REQUESTS['makeup.apply'];
    const reply = await client.submit(path, { ...body, inputs: [{ asset_id: id, role: 'source' }] });
    expect(refusalOf(reply)).toEqual(ASSET_GONE);
  });
});

describe('8 retention of a job and its results', () => {
  it('is over for all of them at exactly the job’s expires_at', async () => {
    const { client, emulator } = await emulatorFor();
    const { body: job } = await finishedJob({ emulator, client }, 'skin.analyze');
    const [result] = job.output.visualizations;
    expect(job.expires_at).toBe('2026-01-08T00:00:04.000Z');
    expect(result.expires_at).toBe(job.expires_at);
    expect((await client.get(`/v1/assets/${result.id}`)).body.expires_at).toBe(job.expires_at);
    const reads = async () => {
      const paths = [`/v1/jobs/${job.id}`, `/v1/assets/${result.id}`, result.href];
      const replies = await Promise.all(paths.map((path) => client.get(path)));
      const lists = await Promise.all(['/v1/jobs', '/v1/assets'].map((path) => client.get(path)));
      return [...replies.map((reply) => refusalOf(reply)), ...lists.map(idsOf)];
    };
    const there = { status: 200, code: undefined, fields: [] };
    const [before, at] = around(job.expires_at);
    await emulator.clock.advance({ to: before });
    expect(await reads()).toEqual([there, there, there, [job.id], [result.id]]);
    await emulator.clock.advance({ to: at });
    expect(await reads()).toEqual([JOB_GONE, ASSET_GONE, ASSET_GONE, [], []]);
  });

  it.each([
    ['GET', ''],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ])('leaves nothing to %s%s', async (method, suffix) => {
    const { client, emulator } = await emulatorFor({ readings: { job_retention: '1h' } });
    const { body: job } = await finishedJob({ emulator, client }, 'makeup.apply');
    await emulator.clock.advance({ to: job.expires_at });
    expect(refusalOf(await client.call(method, `/v1/jobs/${job.id}${suffix}`))).toEqual(JOB_GONE);
  });

  it('begins when the job ends, not when it is accepted (reading 29)', async () => {
    const { client, emulator } = await emulatorFor({ readings: { job_retention: '1h' }, stages: { queued: '3h' } });
    const { body: job } = await client.submitOn('makeup.apply');
    expect(job.expires_at).toBeNull();
    await emulator.clock.advance('2h');
    expect((await client.get(`/v1/jobs/${job.id}`)).body).toMatchObject({ status: 'queued', expires_at: null });
    await emulator.clock.advance('1h3s');
    const ended = (await client.get(`/v1/jobs/${job.id}`)).body;
    expect(ended).toMatchObject({ completed_at: '2026-01-01T03:00:03.000Z', expires_at: '2026-01-01T04:00:03.000Z' });
  });

  it.each(['failed', 'cancelled'])('applies to a %s job as well', async (end) => {
    const { client, emulator } = await emulatorFor({ readings: { job_retention: '1h' } });
    emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    const { id } = (await client.submitOn('makeup.apply')).body;
    if (end === 'cancelled') await client.call('POST', `/v1/jobs/${id}/cancel`);
    await emulator.clock.advance('4s');
    const job = (await client.get(`/v1/jobs/${id}`)).body;
    expect(job.status).toBe(end);
    const [before, at] = around(job.expires_at);
    await emulator.clock.advance({ to: before });
    expect((await client.get(`/v1/jobs/${id}`)).status).toBe(200);
    await emulator.clock.advance({ to: at });
    expect(refusalOf(await client.get(`/v1/jobs/${id}`))).toEqual(JOB_GONE);
  });
});

describe('8 retention of a snapshot', () => {
  /** A live job that begins processing so long after it was accepted, and is over two seconds later. */
  async function jobThatWaits(queued: string) {
    const { client, emulator } = await emulatorFor({ stages: { queued, picked_up: 0, preparing: 0 } });
    const { id } = (await client.submitOn('makeup.apply', { key: LIVE })).body;
    await emulator.clock.advance('30h');
    const [job, balance] = [`/v1/jobs/${id}`, '/v1/credits/balance'].map((path) => client.get(path, { key: LIVE }));
    return { job: (await job)?.body, balance: (await balance)?.body };
  }

  it.each([
    ['24h', '2026-01-02T00:00:00.000Z'],
    ['25h', '2026-01-02T01:00:00.000Z'],
  ])(
    'fails a job that begins processing %s after its submission with INPUT_EXPIRED, at that instant',
    async (wait, at) => {
      const { job } = await jobThatWaits(wait);
      expect(job).toMatchObject({
        status: 'failed',
        output: null,
        error: { code: 'INPUT_EXPIRED', message: expect.stringMatching(/./) },
        completed_at: at,
      });
    },
  );

  it('outlives the deletion of the asset', async () => {
    const { emulator, client } = await emulatorFor();
    const job = await client.submitOn('makeup.apply');
    expect((await client.call('DELETE', `/v1/assets/${job.body.inputs[0].asset_id}`)).status).toBe(204);
    await emulator.clock.advance('4s');
    const { body } = await client.get(`/v1/jobs/${job.body.id}`);
    expect(body).toMatchObject({ status: 'succeeded', inputs: job.body.inputs });
  });

  it('bills a job that failed with INPUT_EXPIRED (reading 30)', async () => {
    const { balance } = await jobThatWaits('25h');
    expect(balance).toMatchObject({ settled_units: 9_999, held_units: 0, available_units: 9_999 });
  });

  it('spares a job that began processing a millisecond before', async () => {
    const { job } = await jobThatWaits('86399999ms');
    expect(job).toMatchObject({ status: 'succeeded', error: null, completed_at: '2026-01-02T00:00:01.999Z' });
  });

  it('counts from the submission, not from the upload', async () => {
    const { client, emulator } = await emulatorFor({ stages: { queued: '2h' }, readings: { input_retention: '3h' } });
    const asset = await client.upload();
    await emulator.clock.advance('2h');
    const { path, body } = REQUESTS['makeup.apply'];
    const job = await client.submit(path, { ...body, inputs: [{ asset_id: asset.body.id, role: 'source' }] });
    await emulator.clock.advance('2h3s');
    expect(refusalOf(await client.get(`/v1/assets/${asset.body.id}`))).toEqual(ASSET_GONE);
    expect((await client.get(`/v1/jobs/${job.body.id}`)).body.status).toBe('succeeded');
  });
});
