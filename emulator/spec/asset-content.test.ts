import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { finishedJob, LIVE, refusal, refusalOf } from '../testing/steps.ts';

const NOT_FOUND = refusal(404, 'ASSET_NOT_FOUND');

/** The emulator with a finished job, and the result that it made. */
async function withResult(key = LIVE) {
  const { emulator, client } = await emulatorFor({
    accounts: [
      { name: 'demo', keys: [{ secret: LIVE }, { secret: 'pk_test_demo' }] },
      { name: 'other', keys: [{ secret: 'pk_live_other' }] },
    ],
  });
  const job = (await finishedJob({ emulator, client }, 'makeup.apply', { key })).body;
  return { emulator, client, job, image: job.output.image };
}

describe('4.1 GET /v1/assets/{asset_id}/content', () => {
  it('serves the bytes of a result with the headers of reading 6', async () => {
    const { client, image } = await withResult();
    const { status, headers } = await client.get(image.href, { key: LIVE });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': image.media_type,
      'content-length': String(image.size_bytes),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
  });

  it('serves a picture of the stated type, size and sides', async () => {
    const { emulator, image } = await withResult();
    const response = await emulator.fetch(image.href, { headers: { 'X-API-Key': LIVE } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.byteLength).toBe(image.size_bytes);
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const { format } = await sharp(bytes).metadata();
    expect([`image/${format}`, info.width, info.height]).toEqual([image.media_type, image.width, image.height]);
  });

  it.each([
    ['the tag itself', (tag: string) => tag, 304],
    ['another tag', () => '"other"', 200],
  ])('answers If-None-Match with %s', async (_, headerFor, status) => {
    const { client, image } = await withResult();
    const first = await client.get(image.href, { key: LIVE });
    const tag = first.headers.get('etag') ?? '';
    const again = await client.get(image.href, { key: LIVE, headers: { 'If-None-Match': headerFor(tag) } });
    expect(again.status).toBe(status);
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.text).toBe(status === 304 ? '' : first.text);
  });

  it('does not find a result from its expires_at on, also with its tag', async () => {
    const { emulator, client, image } = await withResult();
    const tag = (await client.get(image.href, { key: LIVE })).headers.get('etag') ?? '';
    await emulator.clock.advance({ to: image.expires_at });
    const again = await client.get(image.href, { key: LIVE, headers: { 'If-None-Match': tag } });
    expect(refusalOf(again)).toEqual(NOT_FOUND);
  });

  it('keeps the bytes of one result while another of the same bytes goes', async () => {
    const { emulator, client, job, image } = await withResult();
    const twin = (await finishedJob({ emulator, client }, 'makeup.apply', { key: LIVE })).body;
    await client.call('DELETE', `/v1/jobs/${job.id}`, { key: LIVE });
    expect(twin.output.image.id).not.toBe(image.id);
    expect((await client.get(twin.output.image.href, { key: LIVE })).status).toBe(200);
  });

  it('refuses an input asset by default', async () => {
    const { client } = await emulatorFor();
    const { id } = (await client.upload()).body;
    expect(refusalOf(await client.get(`/v1/assets/${id}/content`))).toEqual(NOT_FOUND);
  });

  it('serves an input asset where the reading says so, until it is deleted', async () => {
    const { client } = await emulatorFor({ readings: { input_content: 'serve' } });
    const { id, size_bytes } = (await client.upload()).body;
    const answer = await client.get(`/v1/assets/${id}/content`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-length')).toBe(String(size_bytes));
    await client.call('DELETE', `/v1/assets/${id}`);
    expect(refusalOf(await client.get(`/v1/assets/${id}/content`))).toEqual(NOT_FOUND);
  });
});
