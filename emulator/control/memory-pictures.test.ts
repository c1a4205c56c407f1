import { describe, expect, it } from 'vitest';
import { digestOf } from '../domain/values/digest.ts';
import type { Emulator } from '../index.ts';
import { type Client, REQUESTS } from '../testing/client.ts';
import { FACE, openWorld, otherFace, withMemory } from '../testing/open-world.ts';

const MAKEUP = REQUESTS['makeup.apply'];

async function uploadsUntilFull(client: Client): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < 100; number += 1) {
    const { status, body } = await client.upload({ body: await otherFace(number) });
    if (status !== 201) return ids;
    ids.push(body.id);
  }
  throw new Error('a hundred uploads were taken');
}

async function finishedJob(emulator: Emulator, client: Client) {
  const { body } = await client.submitOn('makeup.apply');
  await emulator.clock.advance('10s');
  const { body: job } = await client.get(`/v1/jobs/${body.id}`);
  return { id: body.id as string, source: job.inputs[0].asset_id as string, href: job.output.image.href as string };
}

const contentOf = async (emulator: Emulator, href: string) => {
  const response = await emulator.fetch(href, { headers: { 'X-API-Key': emulator.keys.test ?? '' } });
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    etag: response.headers.get('etag'),
  };
};

describe('an emulator with the maximum number of picture bytes', () => {
  it('refuses uploads and submissions with 503, and the journal shows why', async () => {
    const { client, control } = await withMemory({ picture_bytes: 5 * FACE });
    const [first] = await uploadsUntilFull(client);
    const upload = await client.upload({ body: await otherFace(200) });
    const inputs = [{ asset_id: first, role: 'source' }];
    const submit = await client.submit(MAKEUP.path, { inputs, ...MAKEUP.body });
    for (const { status, headers, body } of [upload, submit]) {
      expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      const { body: explained } = await control('GET', `/journal/explain/${body.error.request_id}`);
      expect(explained).toMatchObject({ rule: 'MEMORY-BOUND', compared: { kind: 'picture_bytes', bound: 5 * FACE } });
    }
  });

  it('still reads, lists, cancels, deletes and resets, and accepts uploads again when there is room', async () => {
    const { emulator, client, held } = await withMemory({ picture_bytes: 5 * FACE });
    const { body: job } = await client.submitOn('makeup.apply');
    const [first = ''] = await uploadsUntilFull(client);
    expect((await client.get(`/v1/assets/${first}`)).status).toBe(200);
    expect((await client.get('/v1/assets')).body.data).toHaveLength(4);
    expect((await client.call('POST', `/v1/jobs/${job.id}/cancel`)).status).toBe(200);
    expect((await client.call('DELETE', `/v1/jobs/${job.id}`)).status).toBe(204);
    expect((await client.call('DELETE', `/v1/assets/${first}`)).status).toBe(204);
    expect((await client.upload({ body: await otherFace(200) })).status).toBe(201);
    expect((await client.upload({ body: await otherFace(201) })).status).toBe(503);
    emulator.reset();
    expect(held().picture_bytes).toBe(0);
    expect((await client.upload()).status).toBe(201);
  });

  it('answers a replay, and an upload of a picture that it already has', async () => {
    const { client } = await withMemory({ picture_bytes: 4 * FACE });
    const idempotencyKey = 'once';
    const { body: asset } = await client.upload();
    const json = { inputs: [{ asset_id: asset.id, role: 'source' }], ...MAKEUP.body };
    expect((await client.submit(MAKEUP.path, json, { idempotencyKey })).status).toBe(202);
    await uploadsUntilFull(client);
    expect((await client.submit(MAKEUP.path, json, { idempotencyKey })).status).toBe(200);
    expect((await client.submit(MAKEUP.path, json)).status).toBe(503);
    expect((await client.upload()).status).toBe(201);
  });

  it('drops results first, and recreates them, byte for byte, when they are read', async () => {
    const { emulator, client } = await withMemory({ picture_bytes: 20 * FACE });
    const { href, source } = await finishedJob(emulator, client);
    const before = await contentOf(emulator, href);
    expect(emulator.memory.read().given_up.pictures).toBe(0);
    await uploadsUntilFull(client);
    expect(emulator.memory.read().given_up).toEqual({ pictures: 1, bytes: before.bytes.byteLength });
    const conditional = { headers: { 'If-None-Match': before.etag ?? '' } };
    expect((await client.get(href, conditional)).status).toBe(304);
    expect(await contentOf(emulator, href)).toEqual(before);
    expect(digestOf(before.bytes)).toBe(before.etag?.replaceAll('"', ''));
    expect((await client.call('DELETE', `/v1/assets/${source}`)).status).toBe(204);
    expect(await contentOf(emulator, href)).toEqual(before);
  });

  it('can recreate dropped pictures after its input has expired, and keeps neither after the job is gone', async () => {
    const { emulator, client, held } = await withMemory({ picture_bytes: 20 * FACE });
    const { href } = await finishedJob(emulator, client);
    const before = await contentOf(emulator, href);
    await uploadsUntilFull(client);
    await emulator.clock.advance('25h');
    expect((await client.get('/v1/assets?purpose=input')).body.data).toEqual([]);
    expect(await contentOf(emulator, href)).toEqual(before);
    expect([held().picture_bytes, emulator.memory.read().given_up.pictures]).toEqual([before.bytes.byteLength, 0]);
    await emulator.clock.advance('7d');
    expect((await contentOf(emulator, href)).status).toBe(404);
    expect(held().picture_bytes).toBe(0);
  });

  it('recreates each of several pictures of a job', async () => {
    const { emulator, client } = await openWorld({ memory: { picture_bytes: 60 * FACE } });
    const { body: asset } = await client.upload();
    const visualizations = ['mask', 'visual'].map((kind) => ({ concern: 'acne', kind }));
    const json = { inputs: [{ asset_id: asset.id, role: 'source' }], concerns: ['acne'], visualizations };
    const { body } = await client.submit(REQUESTS['skin.analyze'].path, json);
    await emulator.clock.advance('10s');
    const hrefs = (await client.get(`/v1/jobs/${body.id}`)).body.output.visualizations.map(
      ({ href }: { href: string }) => href,
    );
    const read = () => Promise.all(hrefs.map((href: string) => contentOf(emulator, href)));
    const before = await read();
    for (const { etag, bytes } of before) expect(digestOf(bytes)).toBe(etag?.replaceAll('"', ''));
    await uploadsUntilFull(client);
    expect(emulator.memory.read().given_up.pictures).toBe(2);
    expect(await read()).toEqual(before);
  });
});
