import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { brokenPicture, FORMATS, picture } from '../testing/pictures/pictures.ts';
import { finishedJob, idsOf, LIVE, refusal, refusalOf, UNTIL } from '../testing/steps.ts';

const ASSET_GONE = refusal(404, 'ASSET_NOT_FOUND');

describe('3 Asset lifecycle', () => {
  it('begins with the upload and ends at expires_at, to the millisecond', async () => {
    const { emulator, client } = await emulatorFor();
    const { body } = await client.upload();
    await emulator.clock.advance(Date.parse(body.expires_at) - Date.parse(body.created_at) - 1);
    expect((await client.get(`/v1/assets/${body.id}`)).body).toEqual(body);
    await emulator.clock.advance(1);
    expect(refusalOf(await client.get(`/v1/assets/${body.id}`))).toEqual(ASSET_GONE);
    expect(idsOf(await client.get('/v1/assets'))).toEqual([]);
  });

  it('keeps an input as long as the reading says', async () => {
    const { client } = await emulatorFor({ readings: { input_retention: '90m' } });
    expect((await client.upload()).body.expires_at).toBe('2026-01-01T01:30:00.000Z');
  });

  it('answers a read of a deleted asset exactly as one of an id that never was', async () => {
    const { client } = await emulatorFor();
    const { id } = (await client.upload()).body;
    await client.call('DELETE', `/v1/assets/${id}`);
    expect(refusalOf(await client.get(`/v1/assets/${id}`))).toEqual(ASSET_GONE);
    expect(refusalOf(await client.get('/v1/assets/asset_never'))).toEqual(ASSET_GONE);
  });

  it('ends a result with its job, at the same instant', async () => {
    const { emulator, client } = await emulatorFor({ readings: { job_retention: '2h' } });
    const job = await finishedJob({ emulator, client }, 'makeup.apply');
    const { id, href, expires_at } = job.body.output.image;
    expect([expires_at, job.body.expires_at]).toEqual(['2026-01-01T02:00:04.000Z', '2026-01-01T02:00:04.000Z']);
    const paths = [`/v1/jobs/${job.body.id}`, `/v1/assets/${id}`, href];
    const statuses = async () => Promise.all(paths.map(async (path) => (await client.get(path)).status));
    await emulator.clock.advance({ to: '2026-01-01T02:00:03.999Z' });
    expect(await statuses()).toEqual([200, 200, 200]);
    await emulator.clock.advance('1ms');
    expect(await statuses()).toEqual([404, 404, 404]);
  });
});

describe('2.2 the snapshot of the input', () => {
  it('outlives the deletion of the asset', async () => {
    const { emulator, client } = await emulatorFor();
    const job = await client.submitOn('makeup.apply');
    const erased = await client.call('DELETE', `/v1/assets/${job.body.inputs[0].asset_id}`);
    expect(erased.status).toBe(204);
    await emulator.clock.advance(UNTIL.ended);
    const { body } = await client.get(`/v1/jobs/${job.body.id}`);
    expect(body).toMatchObject({ status: 'succeeded', inputs: job.body.inputs });
  });

  it('outlives the expiry of the asset', async () => {
    const { emulator, client } = await emulatorFor();
    const asset = await client.upload();
    await emulator.clock.advance('23h59m59s');
    const inputs = [{ asset_id: asset.body.id, role: 'source' }];
    const job = await client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] });
    expect(job.status).toBe(202);
    await emulator.clock.advance(UNTIL.ended);
    expect(refusalOf(await client.get(`/v1/assets/${asset.body.id}`))).toEqual(ASSET_GONE);
    expect((await client.get(`/v1/jobs/${job.body.id}`)).body.status).toBe('succeeded');
  });

  it.each([
    ['24h', 'failed', 'INPUT_EXPIRED'],
    ['23h', 'succeeded', undefined],
  ])('lapses before a job that waits %s is processed or not: it has %s', async (queued, status, code) => {
    const { emulator, client } = await emulatorFor({ stages: { queued } });
    const job = await client.submitOn('skin.analyze', { key: LIVE });
    await emulator.clock.advance('25h');
    const { body } = await client.get(`/v1/jobs/${job.body.id}`, { key: LIVE });
    expect([body.status, body.error?.code]).toEqual([status, code]);
    const balance = await client.get('/v1/credits/balance', { key: LIVE });
    expect(balance.body).toMatchObject({ held_units: 0, settled_units: 9_999 });
  });
});

describe('2.2 INPUT_UNPROCESSABLE', () => {
  it.each(FORMATS)(
    'is the error of a job on a %s with a good header and a broken body, which is billed',
    async (format) => {
      const { emulator, client } = await emulatorFor();
      const key = LIVE;
      const asset = await client.upload({ key, body: await brokenPicture(format), type: `image/${format}` });
      expect(asset.status).toBe(201);
      const inputs = [{ asset_id: asset.body.id, role: 'source' }];
      const job = await client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] }, { key });
      expect(job.status).toBe(202);
      await emulator.clock.advance(UNTIL.ended);
      const { body } = await client.get(`/v1/jobs/${job.body.id}`, { key });
      expect(body).toMatchObject({ status: 'failed', output: null, error: { code: 'INPUT_UNPROCESSABLE' } });
      expect((await client.get('/v1/credits/balance', { key })).body.settled_units).toBe(9_999);
    },
  );

  it('is the error of a job whose hair mask has a broken body', async () => {
    const { emulator, client } = await emulatorFor();
    const source = await client.upload({ body: await picture('png', { width: 128, height: 128 }) });
    const mask = await client.upload({ body: await brokenPicture('png') });
    const job = await client.submit('/v1/hair/try-ons', {
      inputs: [
        { asset_id: source.body.id, role: 'source' },
        { asset_id: mask.body.id, role: 'hair_mask' },
      ],
      color_gradient: { dark: { color: '#203040' }, light: { color: '#8090a0' } },
    });
    expect(job.status).toBe(202);
    await emulator.clock.advance(UNTIL.ended);
    const { body } = await client.get(`/v1/jobs/${job.body.id}`);
    expect(body).toMatchObject({ status: 'failed', error: { code: 'INPUT_UNPROCESSABLE' } });
  });
});
