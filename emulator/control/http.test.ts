import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readingsSchema } from '../domain/readings.ts';
import { createEmulator, type Emulator } from '../index.ts';
import { clientOf } from '../testing/client.ts';

type Answer = { status: number; body: unknown };

let emulator: Emulator;
let jobId = '';

beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen' });
});
afterAll(() => emulator.close());

beforeEach(async () => {
  emulator.reset();
  for (const { name } of emulator.snapshots.list()) emulator.snapshots.remove(name);
  emulator.plans.add({ hold_at: 'preparing' });
  jobId = (await clientOf(emulator).submitOn('skin.analyze')).body.id;
  emulator.plans.clear();
});

/** A control call over a socket; a body that is a text is sent as it is. */
async function call(name: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(`${emulator.url}/_emulator/v1${path.replace('JOB', jobId)}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

describe('/_emulator/v1', () => {
  it.each<[string, unknown, string]>([
    ['DELETE /worlds/none', undefined, 'there is no world none'],
    ['DELETE /plans/none', undefined, 'there is no plan none'],
    ['DELETE /faults/none', undefined, 'there is no fault none'],
    ['GET /jobs/none', undefined, 'there is no job none in the world default'],
    ['POST /jobs/none/step', undefined, 'there is no job none in the world default'],
    ['POST /jobs/none/release', undefined, 'there is no job none in the world default'],
    ['DELETE /accounts/none', undefined, 'there is no account none in the world default'],
    ['POST /accounts/none/credits', { adjust: 1 }, 'there is no account none in the world default'],
    ['POST /journal/wait', { job: 'none', status: 'failed' }, 'there is no job none in the world default'],
    ['GET /jobs/none/story', undefined, 'there is no job none in the world default'],
    ['GET /jobs/none/pictures/source', undefined, 'there is no job none in the world default'],
    ['GET /accounts/none/story', undefined, 'there is no account none in the world default'],
    ['GET /deliveries/none/requests', undefined, 'there is no delivery none in the world default'],
    ['GET /journal/explain/none', undefined, 'the journal has no refusal none'],
    ['POST /snapshots/none/load', undefined, 'there is no snapshot none of the world default; none was saved'],
    ['DELETE /snapshots/none', undefined, 'there is no snapshot none of the world default; none was saved'],
    ['GET /endpoints/none', undefined, 'there is no endpoint none in the world default'],
    ['PATCH /endpoints/none', {}, 'there is no endpoint none in the world default'],
    ['DELETE /endpoints/none', undefined, 'there is no endpoint none in the world default'],
    ['POST /endpoints/none/enable', {}, 'there is no endpoint none in the world default'],
    ['POST /endpoints/none/rotate', {}, 'there is no endpoint none in the world default'],
    ['POST /endpoints/none/ping', {}, 'there is no endpoint none in the world default'],
    ['GET /endpoints/none/deliveries', undefined, 'there is no endpoint none in the world default'],
    ['POST /deliveries/none/resend', {}, 'there is no delivery none in the world default'],
    ['POST /endpoints', { url: 'http://a/', account: 'none' }, 'there is no account none in the world default'],
    ['GET /receivers/none', undefined, 'there is no receiver none in the world default'],
    ['GET /nothing', undefined, 'unknown control call; /_emulator/v1/openapi.json lists all calls'],
  ])('%s is refused with 404', async (name, body, message) => {
    expect(await call(name, body)).toEqual({ status: 404, body: { error: { message, problems: [] } } });
  });

  it('reports its health and version', async () => {
    expect(await call('GET /health')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        version: expect.stringMatching(/^\d/),
        memory: expect.objectContaining({ given_up: { pictures: 0, bytes: 0 } }),
      },
    });
  });

  it('accepts a body in several chunks', async () => {
    const response = await fetch(`${emulator.url}/_emulator/v1/clock/advance`, {
      method: 'POST',
      body: ReadableStream.from(['{"by":', '"1s"}']).pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    } as RequestInit);
    expect([response.status, emulator.clock.now()]).toEqual([200, '2026-01-01T00:00:01.000Z']);
  });

  it('is sufficient for a test that controls a job with curl', async () => {
    await call('POST /plans', { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    const { body } = await clientOf(emulator).submitOn('makeup.apply', { idempotencyKey: 'order-17' });
    const waiting = call('POST /journal/wait', { job: body.id, status: 'failed' });
    await call('POST /clock/advance', { until: 'idle' });
    expect((await waiting).body).toMatchObject({ id: body.id, error: { code: 'PROCESSING_FAILED' } });
    expect(emulator.journal.find({ idempotency_key: 'order-17' })).toHaveLength(1);
  });
});

describe('GET /_emulator/profile', () => {
  it('prints the current value of every reading', async () => {
    await using other = await createEmulator({ readings: { upload_status: 200, codes: { not_found: 'NO_PATH' } } });
    const { body: profile } = await clientOf(other).get('/_emulator/profile', { key: null });
    const readings = readingsSchema.parse({ upload_status: 200, codes: { not_found: 'NO_PATH' } });
    expect(profile).toMatchObject({ version: expect.any(String), readings });
    expect(Object.keys(profile.readings)).toEqual(Object.keys(readingsSchema.parse({})));
  });
});
