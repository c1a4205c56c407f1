import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { createEmulator } from '../index.ts';
import { OCCURRENCES } from './occurrences.ts';

const face = new Uint8Array(fixtures.face('afro').bytes());

type Read = { output: { image: { href: string } } };
type Refused = { error: { code: string } };

/** What a receiver gets of one job that has ended, and the address of its picture. */
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
  const content = await emulator.fetch(read.output.image.href, { headers });
  const error = content.status === 200 ? null : ((await content.json()) as Refused).error.code;
  await emulator.close();
  return { job: job.id, received: receiver.received, status: content.status, error };
}

describe('an occurrence', () => {
  it('may be an event of an unknown type before the one that is known', async () => {
    const { job, received } = await jobUnder('event-of-unknown-type');
    expect(received.map(({ event }) => event.type)).toEqual(['job.archived', 'job.succeeded']);
    expect(received.map(({ event }) => event.data.object['id'])).toEqual([job, job]);
    expect(received.every(({ verification }) => verification.ok)).toBe(true);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(2);
  });

  it('may be a second signature before that of the secret which the receiver holds', async () => {
    const { received } = await jobUnder('event-signed-during-rotation');
    const [only] = received;
    expect(received).toHaveLength(1);
    expect(only?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(only?.verification.ok).toBe(true);
  });

  it('may be a result that has expired', async () => {
    expect(await jobUnder('result-expired')).toMatchObject({ status: 404, error: 'ASSET_NOT_FOUND' });
  });

  it('is none of the deviations that are listed', async () => {
    const emulator = await createEmulator({ listen: false });
    const listed = (await emulator.deviations.list()).map(({ id }) => id);
    expect(Object.keys(OCCURRENCES).filter((id) => listed.includes(id))).toEqual([]);
    await emulator.close();
  });
});
