import { afterEach, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator, type FaultInput } from '../index.ts';
import { type Client, clientOf, emulatorFor, REQUESTS } from '../testing/client.ts';

const live = { key: 'pk_live_demo' };

type Opened = { emulator: Emulator; client: Client; send: Emulator['fetch'] };

const opened: Emulator[] = [];
afterEach(() => Promise.all(opened.splice(0).map((emulator) => emulator.close())));

/** Clients must not see a difference between a real socket and `emulator.fetch`. */
async function open(over: 'a socket' | 'fetch alone'): Promise<Opened> {
  const emulator = await createEmulator({ clock: 'frozen', listen: over === 'a socket' });
  opened.push(emulator);
  const send: Emulator['fetch'] =
    over === 'a socket' ? (path, init) => fetch(emulator.url + path, init) : emulator.fetch;
  return { emulator, client: clientOf({ keys: emulator.keys, fetch: send }), send };
}

async function assetsSeenBy(client: Client): Promise<unknown[]> {
  return (await client.get('/v1/assets')).body.data;
}

const ERRORS = [
  ['internal_error', 500, 'INTERNAL_ERROR'],
  ['service_unavailable', 503, 'SERVICE_UNAVAILABLE'],
  ['rate_limited', 429, 'RATE_LIMITED'],
  ['payload_too_large', 413, 'PAYLOAD_TOO_LARGE'],
] as const;

describe.each(['a socket', 'fetch alone'] as const)('A fault over %s', (over) => {
  it.each(ERRORS)('error %s answers %i %s, and does nothing', async (error, status, code) => {
    const { emulator, client } = await open(over);
    emulator.faults.add({ effect: { kind: 'error', error, retry_after: 7 } });
    emulator.faults.add({ nth: 2, effect: { kind: 'error', error, retry_after: null } });
    for (const retryAfter of ['7', null]) {
      const { headers, body, ...refused } = await client.upload();
      expect([refused.status, headers.get('Retry-After'), body.error.code]).toEqual([status, retryAfter, code]);
    }
    expect(await assetsSeenBy(client)).toEqual([]);
  });

  it.each(ERRORS)('commit_then_error %s answers %i %s, and does the work', async (error, status, code) => {
    const { emulator, client } = await open(over);
    emulator.faults.add({ effect: { kind: 'commit_then_error', error } });
    const { headers, body, ...refused } = await client.upload();
    expect([refused.status, headers.get('Retry-After'), body.error.code]).toEqual([status, '1', code]);
    expect(await assetsSeenBy(client)).toHaveLength(1);
  });

  it.each([
    ['commit_then_drop', 1],
    ['reset', 0],
  ] as const)('%s breaks the connection with %i assets created, and the next request works', async (kind, made) => {
    const { emulator, client } = await open(over);
    emulator.faults.add({ effect: { kind } });
    await expect(client.upload()).rejects.toThrow('fetch failed');
    expect(await assetsSeenBy(client)).toHaveLength(made);
  });

  it.each(['commit_then_drop', 'commit_then_error'] as const)(
    '%s on a submit leaves the job accepted and charged once, and the retry finds it',
    async (kind) => {
      const { emulator, client } = await open(over);
      const asset = await client.upload(live);
      const { path, body } = REQUESTS['makeup.apply'];
      const submission = { inputs: [{ asset_id: asset.body.id, role: 'source' }], ...body };
      const submit = () => client.submit(path, submission, { ...live, idempotencyKey: 'order-1' });
      emulator.faults.add({ match: { route: 'POST /v1/makeup/try-ons' }, effect: { kind } });
      const first = await submit().catch((error: Error) => error.message);
      expect(typeof first === 'string' ? first : first.status).toBe(kind === 'commit_then_drop' ? 'fetch failed' : 503);
      const [job] = emulator.jobs.list();
      for (let retry = 0; retry < 2; retry += 1) {
        const again = await submit();
        expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
        expect(again.body.id).toBe(job?.id);
      }
      expect(emulator.jobs.list()).toHaveLength(1);
      const { body: balance } = await client.get('/v1/credits/balance', live);
      expect([balance.held_units, balance.settled_units]).toEqual([1, 10_000]);
      const usage = await client.get('/v1/usage', live);
      expect(usage.body.data).toEqual([{ date: '2026-01-01', operation: 'makeup.apply', accepted: 1 }]);
    },
  );

  it('truncate sends the head and the given number of bytes, and then disconnects', async () => {
    const { emulator, client, send } = await open(over);
    emulator.faults.add({ effect: { kind: 'truncate', bytes: 5 } });
    const cut = await send('/v1/usage', { headers: { 'X-API-Key': live.key } });
    expect([cut.status, cut.headers.get('Content-Length')]).toEqual([200, '11']);
    const received: number[] = [];
    const read = async () => {
      for await (const chunk of cut.body ?? []) received.push(...chunk);
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(Buffer.from(received).toString()).toBe('{"dat');
    expect((await client.get('/v1/usage')).text).toBe('{"data":[]}');
  });

  it('truncate beyond the end does not change an answer', async () => {
    const { emulator, client } = await open(over);
    emulator.faults.add({ effect: { kind: 'truncate', bytes: 1_000 } });
    expect((await client.get('/v1/usage')).text).toBe('{"data":[]}');
  });

  it.each<FaultInput['effect']>([
    { kind: 'delay', by: '20ms' },
    { kind: 'dribble', bytes: 40, every: '1ms' },
  ])('%j only changes the speed', async (effect) => {
    const { emulator, client } = await open(over);
    const whole = await client.get('/v1/credits/balance');
    emulator.faults.add({ effect, times: null });
    const slow = await client.get('/v1/credits/balance');
    expect([slow.status, slow.text]).toEqual([200, whole.text]);
    const refused = await client.get('/v1/jobs/job_none');
    expect([refused.status, refused.body.error.code]).toEqual([404, 'JOB_NOT_FOUND']);
  });

  it.each<FaultInput['effect']>([
    { kind: 'truncate', bytes: 0 },
    { kind: 'dribble', every: '1ms' },
  ])('%j does not change an answer without a body', async (effect) => {
    const { emulator, client } = await open(over);
    const asset = await client.upload();
    const { body: job, headers } = await client.submitOn('makeup.apply');
    emulator.faults.add({ effect, times: null });
    const unchanged = { 'If-None-Match': headers.get('ETag') ?? '' };
    expect((await client.get(`/v1/jobs/${job.id}`, { headers: unchanged })).status).toBe(304);
    expect((await client.call('DELETE', `/v1/assets/${asset.body.id}`)).status).toBe(204);
  });

  it('dribble sends no body to HEAD', async () => {
    const { emulator, client } = await open(over);
    emulator.faults.add({ effect: { kind: 'dribble', bytes: 5, every: '1ms' } });
    const { status, headers, text } = await client.call('HEAD', '/v1/usage');
    expect([status, headers.get('Content-Length'), text]).toEqual([200, '11', '']);
  });

  it('is in the journal with its id, however the exchange ended', async () => {
    const { emulator, client } = await open(over);
    const effects: FaultInput['effect'][] = [
      { kind: 'error' },
      { kind: 'commit_then_error' },
      { kind: 'commit_then_drop' },
      { kind: 'reset' },
      { kind: 'delay', by: 1 },
      { kind: 'truncate' },
      { kind: 'dribble', bytes: 50, every: 1 },
    ];
    const ids: string[] = [];
    for (const effect of effects) {
      ids.push(emulator.faults.add({ effect }));
      await client.get('/v1/usage').catch(() => null);
    }
    await client.get('/v1/usage');
    expect(emulator.journal.find().map(({ fault, status }) => [fault, status])).toEqual([
      [ids[0], 503],
      [ids[1], 503],
      [ids[2], 200],
      [ids[3], 500],
      [ids[4], 200],
      [ids[5], 200],
      [ids[6], 200],
      [null, 200],
    ]);
    expect(emulator.faults.list().every(({ hits, spent }) => hits === 1 && spent)).toBe(true);
  });
});

describe('A delay', () => {
  it('does not delay other requests', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.faults.add({ match: { method: 'POST' }, effect: { kind: 'delay', by: '100ms' } });
    const order: string[] = [];
    const slow = client.upload().then(({ status }) => order.push(`upload ${status}`));
    await client.get('/v1/usage').then(({ status }) => order.push(`usage ${status}`));
    expect(await assetsSeenBy(client)).toEqual([]);
    await slow;
    expect(order).toEqual(['usage 200', 'upload 201']);
  });
});
