import { describe, expect, it } from 'vitest';
import { ControlRefusal, type Emulator, type FilterInput, type VerifyInput } from '../index.ts';
import { type Client, emulatorFor, facePng } from '../testing/client.ts';

const JOB = 'GET /v1/jobs/:id';

/** An upload, an accepted job with its own key, a poll of it, and three refusals. */
async function busyDay() {
  const { emulator, client } = await emulatorFor();
  const { body: asset } = await client.upload();
  const json = {
    inputs: [{ asset_id: asset.id, role: 'source' }],
    products: [{ category: 'lipstick', color: '#a1304a' }],
  };
  const { body: job } = await client.submit('/v1/makeup/try-ons', json, { idempotencyKey: 'order-17' });
  await client.get(`/v1/jobs/${job.id}`);
  await client.get('/v1/jobs/job_none');
  await client.get('/v1/usage', { key: emulator.keys.live });
  await client.get('/v1/nothing', { key: null });
  return { emulator, client, asset, job };
}

const serials = (emulator: Emulator, filter?: FilterInput) => emulator.journal.find(filter).map(({ serial }) => serial);

describe('journal.find', () => {
  it('returns every exchange, oldest first, without a filter', async () => {
    const { emulator } = await busyDay();
    expect(serials(emulator)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(serials(emulator, {})).toEqual([1, 2, 3, 4, 5, 6]);
  });

  // domain/test-control/exchange.test.ts covers the other fields of a filter.
  it.each<[FilterInput, number[]]>([
    [{ route: JOB }, [3, 4]],
    [{ method: 'POST' }, [1, 2]],
    [{ path: '/v1/jobs/*' }, [3, 4]],
    [{ status: '404' }, [4, 6]],
    [{ code: 'JOB_NOT_FOUND' }, [4]],
    [{ key: 'pk_live_demo' }, [5]],
    [{ key: 'pk_test_…' }, [1, 2, 3, 4]],
    [{ key: 'pk_test_other' }, []],
    [{ idempotency_key: 'order-17' }, [2]],
    [{ body_contains: '"lipstick"' }, [2]],
    [{ route: JOB, status: 200, method: 'GET' }, [3]],
  ])('by %j finds the exchanges %j', async (filter, found) => {
    const { emulator } = await busyDay();
    expect(serials(emulator, filter)).toEqual(found);
  });

  it.each<[FilterInput, string]>([
    [{ route: 'POST /v1/hair/tryons' }, 'route: is not a route; did you mean POST /v1/hair/try-ons?'],
    [{ route: '' }, 'route: is not a route; the routes are: POST /v1/assets, '],
    [{ route: 'GET /v1/jobs/job_1' }, 'route: is not a route'],
    [{ method: 'get' }, 'method: is not a method; did you mean GET?'],
    [{ path: 'v1/usage' }, 'path: must be a path without its query, such as /v1/jobs/*'],
    [{ path: '/v1/jobs?limit=3' }, 'path: must be a path without its query'],
    [{ path: '' }, 'path: must be a path'],
    [{ status: 4040 }, 'status: '],
    [{ status: '' }, 'status: '],
    [{ code: 'JOB_NOT_FUOND' }, 'code: is not a code of this service; did you mean JOB_NOT_FOUND?'],
    [{ code: 'ODD' }, 'code: is not a code of this service; its codes are INVALID_REQUEST, '],
    [{ key: 'key_e9' }, 'key: is not the id of a key of this world'],
  ])('refuses %j, which can never match, in every call', async (filter, message) => {
    const { emulator, client } = await busyDay();
    expect(() => emulator.journal.find(filter)).toThrow(`The filter is not valid:\n  ${message}`);
    expect(() => emulator.journal.check({ request: filter, exactly: 0 })).toThrow(`request.${message}`);
    await expect(emulator.journal.wait({ request: filter })).rejects.toThrow(`request.${message}`);
    const query = new URLSearchParams(filter as Record<string, string>);
    const { status, body } = await client.get(`/_emulator/v1/journal?${query}`);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('accepts codes of failed jobs and of deviations, and codes that it has seen', async () => {
    const { emulator, client } = await busyDay();
    expect(serials(emulator, { code: 'INPUT_EXPIRED' })).toEqual([]);
    await emulator.deviations.on('error-503-unavailable');
    emulator.switches.set({ key_store_unreadable: true });
    expect(serials(emulator, { code: 'ANYTHING' })).toEqual([]);
    await client.get('/v1/usage');
    await emulator.deviations.off();
    expect(serials(emulator, { code: 'UNAVAILABLE' })).toEqual([7]);
    expect(() => serials(emulator, { code: 'ANYTHING' })).toThrow('code: is not a code');
  });

  it('finds by keys with another format and by those of removed accounts', async () => {
    const { emulator, client } = await busyDay();
    await client.get('/v1/usage', { key: 'not a key' });
    expect(serials(emulator, { key: 'not a key' })).toEqual([7]);
    const id = emulator.journal.find()[0]?.keyId ?? '';
    emulator.accounts.remove('demo');
    expect(serials(emulator, { key: id })).toEqual([1, 2, 3, 4]);
  });

  it('finds by the id of a key', async () => {
    const { emulator } = await busyDay();
    const [{ keyId } = { keyId: null }] = emulator.journal.find({ route: 'GET /v1/usage' });
    expect(serials(emulator, { key: keyId ?? '' })).toEqual([5]);
  });

  it('reports everything about an exchange', async () => {
    const { emulator, job } = await busyDay();
    expect(emulator.journal.find({ idempotency_key: 'order-17' })).toEqual([
      {
        serial: 2,
        at: '2026-01-01T00:00:00.000Z',
        route: 'POST /v1/makeup/try-ons',
        method: 'POST',
        path: '/v1/makeup/try-ons',
        query: '',
        key: 'pk_test_…',
        keyId: expect.stringMatching(/^key_/),
        requestHeaders: { 'content-type': 'application/json', 'idempotency-key': 'order-17' },
        requestBody: expect.stringContaining('"asset_id"'),
        status: 202,
        responseHeaders: expect.objectContaining({ Location: `/v1/jobs/${job.id}`, 'Retry-After': '1' }),
        responseBody: JSON.stringify(job),
        requestId: null,
        because: null,
        fault: null,
      },
    ]);
  });

  it('stores only the size of an image', async () => {
    const { emulator } = await busyDay();
    const { byteLength } = await facePng();
    expect(emulator.journal.find({ method: 'POST' })[0]?.requestBody).toBe(`(${byteLength} bytes of image/png)`);
  });
});

describe('journal.verify', () => {
  const GOOD: [string, Omit<VerifyInput, 'request'>, number][] = [
    ['nothing said, which is at least one', {}, 2],
    ['exactly', { exactly: 2 }, 2],
    ['exactly none', { exactly: 0 }, 0],
    ['at least', { at_least: 1 }, 2],
    ['at most', { at_most: 2 }, 2],
    ['never', { at_most: 0 }, 0],
    ['between', { at_least: 1, at_most: 3 }, 2],
  ];
  it.each(GOOD)('passes for %s', async (_, amount, found) => {
    const { emulator } = await busyDay();
    const request: FilterInput = found === 0 ? { status: 500 } : { route: JOB };
    expect(() => emulator.journal.verify({ request, ...amount })).not.toThrow();
    expect(emulator.journal.check({ request, ...amount })).toMatchObject({ ok: true, found, near_misses: [] });
  });

  it.each<[Omit<VerifyInput, 'request'>, string]>([
    [{ exactly: 1 }, 'wanted exactly 1 of'],
    [{ exactly: 3 }, 'wanted exactly 3 of'],
    [{ at_least: 3 }, 'wanted at least 3 of'],
    [{ at_most: 1 }, 'wanted 0 to 1 of'],
    [{ at_most: 0 }, 'wanted 0 to 0 of'],
    [{ at_least: 3, at_most: 4 }, 'wanted 3 to 4 of'],
  ])('fails for %j if there are two', async (amount, message) => {
    const { emulator } = await busyDay();
    expect(() => emulator.journal.verify({ request: { route: JOB }, ...amount })).toThrow(
      `${message} {"route":"${JOB}"}, found 2`,
    );
  });

  it('shows the nearest exchanges, and how they differ', async () => {
    const { emulator, job } = await busyDay();
    const request = { route: JOB, status: 409, key: 'pk_test_demo' };
    const { near_misses, ...rest } = emulator.journal.check({ request, exactly: 1 });
    expect(rest).toEqual({ ok: false, found: 0, wanted: 'exactly 1' });
    expect(near_misses.map(({ unmet, exchange }) => [unmet, exchange.path])).toEqual([
      [['status'], '/v1/jobs/job_none'],
      [['status'], `/v1/jobs/${job.id}`],
      [['route', 'status'], '/v1/makeup/try-ons'],
    ]);
    expect(() => emulator.journal.verify({ request })).toThrow(
      `found 0; the closest requests were:\n  GET /v1/jobs/job_none (404): differs in status\n  GET /v1/jobs/${job.id} (200)`,
    );
  });

  it('reports if no request came at all', async () => {
    const { emulator } = await emulatorFor();
    expect(() => emulator.journal.verify({ request: { status: 200 } })).toThrow('found 0; there was no request');
  });
});

describe('journal.wait', () => {
  const pollOf = (client: Client, id: string) => client.get(`/v1/jobs/${id}`);

  it('resolves at once with a request that has already come', async () => {
    const { emulator } = await busyDay();
    const found = await emulator.journal.wait({ request: { code: 'JOB_NOT_FOUND' }, timeout: '0s' });
    expect(found).toEqual(emulator.journal.find({ code: 'JOB_NOT_FOUND' })[0]);
  });

  it('resolves when the request comes, but not with one from before `after`', async () => {
    const { emulator, client } = await emulatorFor();
    await pollOf(client, 'job_first');
    const waiting = emulator.journal.wait({ request: { route: JOB }, after: 1 });
    await client.get('/v1/usage');
    await pollOf(client, 'job_second');
    expect(await waiting).toMatchObject({ serial: 3, path: '/v1/jobs/job_second' });
  });

  it('is refused with 408 and the near misses after the timeout', async () => {
    const { emulator } = await busyDay();
    const refusal = await emulator.journal.wait({ request: { route: JOB, status: 409 }, timeout: '1ms' }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ControlRefusal);
    expect(refusal).toMatchObject({
      status: 408,
      message: expect.stringMatching(
        /^no request \{"route":"GET \/v1\/jobs\/:id","status":409\} arrived in time; the closest requests were:\n {2}GET \/v1\/jobs\/job_none \(404\): differs in status\n/,
      ),
    });
  });

  it('resolves at once with a job that already has the status', async () => {
    const { emulator, job } = await busyDay();
    expect(await emulator.journal.wait({ job: job.id, status: 'queued', timeout: 0 })).toEqual(job);
  });

  it('resolves with the job as the API shows it when it reaches the status', async () => {
    const { emulator, client, job } = await busyDay();
    const waiting = emulator.journal.wait({ job: job.id, status: 'succeeded' });
    await emulator.clock.advance('1h');
    expect(await waiting).toEqual((await pollOf(client, job.id)).body);
  });

  it('shows the current state of the job after the timeout', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: 'preparing' });
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1h');
    await expect(emulator.journal.wait({ job: job.id, status: 'succeeded', timeout: '1ms' })).rejects.toThrow(
      `${job.id} did not become succeeded in time: it is running (preparing, held), the clock frozen`,
    );
  });
});
