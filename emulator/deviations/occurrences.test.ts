import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { createEmulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { OCCURRENCES } from './occurrences.ts';

const face = new Uint8Array(fixtures.face('afro').bytes());

type Read = { output: { image?: { href: string } } };
type Page = { data?: unknown[]; has_more?: boolean; next_cursor?: string; error?: { code: string } };
type Refused = { error: { code: string } };

/** What a receiver gets for a finished job, and the address of its picture. */
async function jobUnder(id: keyof typeof OCCURRENCES) {
  const emulator = await createEmulator({ deviate: [id] });
  const receiver = await emulator.webhooks.receiver({ environment: 'test' });
  const headers = { 'X-API-Key': emulator.keys.test ?? '', 'Idempotency-Key': 'one' };
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    (
      await emulator.fetch(path, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body })
    ).json() as Promise<{ id: string }>;
  const { id: asset_id } = await post('/v1/assets', 'image/png', face);
  const order = { inputs: [{ asset_id, role: 'source' }], products: [{ category: 'lipstick', color: '#aa2233' }] };
  const job = await post('/v1/makeup/try-ons', 'application/json', JSON.stringify(order));
  await emulator.clock.advance({ until: 'idle' });
  const read = (await (await emulator.fetch(`/v1/jobs/${job.id}`, { headers })).json()) as Read;
  const { output } = read;
  const other = await (await emulator.fetch('/v1/jobs/job_of_another_program', { headers })).json();
  const content = output.image === undefined ? null : await emulator.fetch(output.image.href, { headers });
  const error = content === null || content.status === 200 ? null : ((await content.json()) as Refused).error.code;
  await emulator.close();
  return { job: job.id, received: receiver.received, output, other, status: content?.status, error };
}

describe('an occurrence', () => {
  it('may be an event of an unknown type before the known one', async () => {
    const { job, received } = await jobUnder('event-of-unknown-type');
    expect(received.map(({ event }) => event.type)).toEqual(['job.archived', 'job.succeeded']);
    expect(received.map(({ event }) => event.data.object['id'])).toEqual([job, job]);
    expect(received.every(({ verification }) => verification.ok)).toBe(true);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(2);
  });

  it('may be an additional signature before that of the current secret', async () => {
    const { received } = await jobUnder('event-signed-during-rotation');
    const [only] = received;
    expect(received).toHaveLength(1);
    expect(only?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(only?.verification.ok).toBe(true);
  });

  it('may be a result that has expired', async () => {
    expect(await jobUnder('result-expired')).toMatchObject({ status: 404, error: 'ASSET_NOT_FOUND' });
  });

  it('may be an event of a job that another program has deleted, before the known one', async () => {
    const { job, received } = await jobUnder('event-of-deleted-job');
    expect(received.map(({ event }) => [event.type, event.data.object['id'], event.data.object['deleted']])).toEqual([
      ['job.succeeded', 'job_that_was_deleted', true],
      ['job.succeeded', job, undefined],
    ]);
    expect(received.every(({ verification }) => verification.ok)).toBe(true);
  });

  it('may be an event of a job of another program, before the known one: it is whole, and can be read', async () => {
    const { job, received, other } = await jobUnder('event-of-other-job');
    const events = received.map(({ event }) => [event.type, event.data.object['id'], event.data.object['status']]);
    expect(events).toEqual([
      ['job.succeeded', 'job_of_another_program', 'succeeded'],
      ['job.succeeded', job, 'succeeded'],
    ]);
    expect(received.every(({ verification }) => verification.ok)).toBe(true);
    expect(other).toEqual(received[0]?.event.data.object);
  });

  it('may be a test event before the known one', async () => {
    const { job, received } = await jobUnder('ping-before-event');
    expect(received.map(({ event }) => [event.type, event.data.object['object'] ?? event.data.object['id']])).toEqual([
      ['test.ping', 'test'],
      ['job.succeeded', job],
    ]);
    expect(received.every(({ verification }) => verification.ok)).toBe(true);
  });

  it('may be an event that contradicts polling', async () => {
    const { received, output } = await jobUnder('event-disagrees');
    expect(
      received.map(({ event, verification }) => [event.type, event.data.object['status'], verification.ok]),
    ).toEqual([['job.failed', 'failed', true]]);
    expect(output).toMatchObject({ type: 'makeup.try_on' });
  });

  it.each([
    ['measured', ['acne', 'pore'], { pore: 5 }],
    ['unavailable', ['acne', 'pore'], {}],
    ['measured', ['pore'], {}],
  ])('may be a concern that is %s, the last of %j with the plan %j', async (status, concerns, scores) => {
    const { emulator, client } = await emulatorFor({ deviate: ['last-concern-unavailable'] });
    emulator.plans.add({ outcome: { status: 'succeeded', scores } });
    const { body: asset } = await client.upload();
    const order = { inputs: [{ asset_id: asset.id, role: 'source' }], concerns };
    const { body: job } = await client.submit('/v1/skin/analyses', order);
    await emulator.clock.advance({ until: 'idle' });
    const { body } = await client.get(`/v1/jobs/${job.id}`);
    expect(body.output.concerns.at(-1)).toMatchObject({ concern: 'pore', status });
    await emulator.close();
  });

  it.each([
    ['credits-not-enforced', { enforced: false, spendable_units: 0 }, 202],
    ['units-not-spendable', { enforced: true, available_units: 90, test_funded_units: 90, spendable_units: 0 }, 402],
  ])('may be %s', async (id, balance, status) => {
    const { emulator, client } = await emulatorFor({ deviate: [id] });
    const key = emulator.keys.live ?? '';
    expect((await client.get('/v1/credits/balance', { key })).body).toMatchObject(balance);
    expect((await client.submitOn('makeup.apply', { key })).status).toBe(status);
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
    await emulator.close();
  });

  it('may be that no two jobs are created at the same instant', async () => {
    const { emulator, client } = await emulatorFor({ deviate: ['instants-differ'] });
    const instants = [await client.submitOn('skin.analyze'), await client.submitOn('skin.analyze')].map(
      ({ body }) => body.created_at,
    );
    expect(instants[0] < instants[1]).toBe(true);
    await emulator.close();
  });

  it('may be an error with each of its optional members', async () => {
    const { emulator, client } = await emulatorFor({ deviate: ['errors-with-details'] });
    emulator.faults.add({ effect: { kind: 'error', error: 'rate_limited' } });
    expect((await client.upload()).body.error).toMatchObject({ code: 'RATE_LIMITED', details: {}, doc_url: null });
    await emulator.close();
  });

  it('may be headers in lower case', async () => {
    const emulator = await createEmulator({ deviate: ['headers-in-lower-case'] });
    const names = await new Promise<string[]>((resolve) => {
      get(`${emulator.url}/v1/nothing`, (answer) =>
        resolve(answer.resume().rawHeaders.filter((_, index) => index % 2 === 0)),
      );
    });
    expect(names).toContain('content-type');
    await emulator.close();
  });

  it('may be forged webhooks before the genuine one: a receiver of the emulator refuses them', async () => {
    const { job, received } = await jobUnder('forged-webhooks');
    expect(received.map(({ event }) => event.data.object['id'])).toEqual([job]);
    expect(received.map(({ attempt }) => attempt)).toEqual([1]);
  });

  it('may be that no webhook comes', async () => {
    expect((await jobUnder('no-webhook')).received).toEqual([]);
  });

  it.each([
    ['lists-not-enabled', 'GET', '/v1/assets'],
    ['cancel-not-enabled', 'POST', '/v1/jobs/job_x/cancel'],
    ['delete-not-enabled', 'DELETE', '/v1/assets/asset_x'],
    ['credits-not-enabled', 'GET', '/v1/credits/balance'],
  ])('may be %s: an operation is answered like an unknown path', async (id, method, path) => {
    const emulator = await createEmulator({ deviate: [id] });
    const headers = { 'X-API-Key': emulator.keys.test ?? '' };
    const refused = (await (await emulator.fetch(path, { method, headers })).json()) as Refused;
    expect(refused.error.code).toBe('NOT_FOUND');
    await emulator.close();
  });

  it('may be an output of an unknown type in place of a known one', async () => {
    const { output } = await jobUnder('output-of-unknown-type');
    expect(output).toEqual({ type: 'skin.report', summary: 'not known yet' });
  });

  it('may be a page with has_more and fewer entries than the limit', async () => {
    const emulator = await createEmulator({ deviate: ['short-pages'] });
    const headers = { 'X-API-Key': emulator.keys.test ?? '', 'Content-Type': 'image/png' };
    for (let count = 0; count < 3; count += 1)
      await emulator.fetch('/v1/assets', { method: 'POST', headers, body: face });
    const page = async (query: string) =>
      (await (await emulator.fetch(`/v1/assets${query}`, { headers })).json()) as Page;
    const [first, refused] = [await page('?limit=2'), await page('?limit=101')];
    expect([first.data?.length, first.has_more]).toEqual([1, true]);
    const second = await page(`?limit=2&cursor=${first.next_cursor}`);
    expect([second.data?.length, second.has_more]).toEqual([1, true]);
    expect(refused.error?.code).toBe('INVALID_REQUEST');
    await emulator.close();
  });

  it('is not listed among the deviations', async () => {
    const emulator = await createEmulator({ listen: false });
    const listed = (await emulator.deviations.list()).map(({ id }) => id);
    expect(Object.keys(OCCURRENCES).filter((id) => listed.includes(id))).toEqual([]);
    await emulator.close();
  });
});
