import { describe, expect, it } from 'vitest';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import { plainPng } from '../testing/pictures/pictures.ts';
import { finishedJob, invalid, refusal, refusalOf } from '../testing/steps.ts';

const OPERATIONS = ['skin.analyze', 'makeup.apply', 'hair.try_on'] as const;
type Operation = (typeof OPERATIONS)[number];

const bodyOf = (operation: Operation, assetId: string) => ({
  inputs: [{ asset_id: assetId, role: 'source' }],
  ...REQUESTS[operation].body,
});
const submissionOf = (operation: Operation) => REQUESTS[operation].path;

/** An emulator with one upload, and a function that submits a valid body for it with some headers changed. */
async function prepared(options: Parameters<typeof emulatorFor>[0] = {}) {
  const { emulator, client } = await emulatorFor(options);
  const assetId: string = (await client.upload()).body.id;
  const send = (operation: Operation, headers: Record<string, string>, body?: string | Uint8Array) =>
    client.call('POST', submissionOf(operation), { headers, body: body ?? JSON.stringify(bodyOf(operation, assetId)) });
  const submit = (operation: Operation, id = assetId) => client.submit(submissionOf(operation), bodyOf(operation, id));
  return { emulator, client, assetId, send, submit };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe.each(OPERATIONS)('4.2 submission of %s', (operation) => {
  it('answers 202 with the queued Job, its location and when to poll', async () => {
    const { client, submit, assetId } = await prepared();
    const accepted = await submit(operation);
    const { id } = accepted.body;
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({
      operation,
      status: 'queued',
      inputs: [{ asset_id: assetId, role: 'source' }],
      output: null,
      error: null,
    });
    expect(accepted.headers.get('location')).toBe(`/v1/jobs/${id}`);
    expect(accepted.headers.get('retry-after')).toBe('1');
    expect(accepted.headers.get('idempotency-replayed')).toBeNull();
    const read = await client.get(`/v1/jobs/${id}`);
    expect([read.text, read.headers.get('etag')]).toEqual([accepted.text, accepted.headers.get('etag')]);
  });

  it.each<[string, Record<string, string>, string?]>([
    ['Content-Type', { 'Content-Type': 'text/plain' }],
    ['Content-Type', { 'Content-Type': 'application/jsonp' }],
    ['body', {}, ''],
    ['body', {}, '{"inputs": '],
    ['body', {}, '[]'],
    ['body', {}, 'null'],
    ['Idempotency-Key', { 'Idempotency-Key': '' }],
    ['Idempotency-Key', { 'Idempotency-Key': 'k'.repeat(256) }],
    ['Idempotency-Key', { 'Idempotency-Key': 'two words' }],
    ['Idempotency-Key', { 'Idempotency-Key': 'clé' }],
  ])('refuses a wrong %s: %j %s', async (field, headers, body) => {
    const { client, send } = await prepared();
    const sent = { ...JSON_TYPE, 'Idempotency-Key': 'k', ...headers };
    expect(refusalOf(await send(operation, sent, body))).toEqual(invalid(field));
    expect((await client.get('/v1/jobs')).body.data).toEqual([]);
  });

  it.each([
    { 'Content-Type': 'application/json; charset=utf-8' },
    { 'Content-Type': 'Application/JSON' },
    { 'Idempotency-Key': 'k'.repeat(255) },
    { 'Idempotency-Key': '!~#{}"' },
  ])('accepts %j', async (headers) => {
    const { send } = await prepared();
    const sent = { ...JSON_TYPE, 'Idempotency-Key': 'k', ...headers };
    expect((await send(operation, sent as Record<string, string>)).status).toBe(202);
  });

  it('refuses a missing Idempotency-Key', async () => {
    const { send } = await prepared();
    expect(refusalOf(await send(operation, JSON_TYPE))).toEqual(invalid('Idempotency-Key'));
  });

  it('accepts a body of exactly the byte limit, and refuses one byte more', async () => {
    const { assetId } = await prepared();
    const limit = JSON.stringify(bodyOf(operation, assetId)).length + 10;
    const { send } = await prepared({ readings: { submit_max_bytes: limit } });
    const text = JSON.stringify(bodyOf(operation, assetId)).padEnd(limit);
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'k' };
    expect(refusalOf(await send(operation, headers, `${text} `))).toEqual(refusal(413, 'PAYLOAD_TOO_LARGE'));
    expect((await send(operation, headers, text)).status).toBe(202);
  });

  it('refuses a result as an input', async () => {
    const { emulator, client, submit } = await prepared();
    const { image } = (await finishedJob({ emulator, client }, 'makeup.apply')).body.output;
    expect(refusalOf(await submit(operation, image.id))).toEqual(invalid('inputs[0].asset_id'));
  });
});

describe('4.2 POST /v1/hair/try-ons, hair_mask', () => {
  const color_gradient = { dark: { color: '#203040' }, light: { color: '#8090a0' } };

  async function submitWithMask(width: number, height: number, order: 'source first' | 'mask first' = 'source first') {
    const { client } = await emulatorFor();
    const source = (await client.upload({ body: await plainPng(64, 80) })).body.id;
    const mask = (await client.upload({ body: await plainPng(width, height) })).body.id;
    const inputs = [
      { asset_id: source, role: 'source' },
      { asset_id: mask, role: 'hair_mask' },
    ];
    if (order === 'mask first') inputs.reverse();
    return client.submit('/v1/hair/try-ons', { inputs, color_gradient });
  }

  it('is accepted if it has the size of the source, in any order', async () => {
    expect((await submitWithMask(64, 80)).status).toBe(202);
    expect((await submitWithMask(64, 80, 'mask first')).status).toBe(202);
  });

  it.each([
    [65, 80],
    [64, 79],
    [80, 64],
    [128, 160],
  ])('is refused at %i x %i pixels for a source of 64 x 80', async (width, height) => {
    expect(refusalOf(await submitWithMask(width, height))).toEqual(invalid('inputs[1].asset_id'));
    expect(refusalOf(await submitWithMask(width, height, 'mask first'))).toEqual(invalid('inputs[0].asset_id'));
  });
});
