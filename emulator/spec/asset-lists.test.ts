import { describe, expect, it } from 'vitest';
import { type Client, emulatorFor, type Reply } from '../testing/client.ts';
import { finishedJob, idsOf, invalid, LIVE, newestFirst, refusal, refusalOf } from '../testing/steps.ts';

const INVALID_CURSOR = refusal(400, 'INVALID_CURSOR', ['cursor']);
const START = '2026-01-01T00:00:00.000Z';

/** Uploads several assets at one instant. */
async function uploads(client: Client, count: number, key?: string): Promise<Reply['body'][]> {
  const assets: Reply['body'][] = [];
  for (let made = 0; made < count; made += 1) assets.push((await client.upload(key === undefined ? {} : { key })).body);
  return assets;
}

/** All pages of a list, one after the other. */
async function pagesOf(client: Client, query: string): Promise<Reply[]> {
  const pages = [await client.get(`/v1/assets?${query}`)];
  for (let cursor = pages[0]?.body.next_cursor; cursor !== null; cursor = pages.at(-1)?.body.next_cursor) {
    pages.push(await client.get(`/v1/assets?${query}&cursor=${encodeURIComponent(cursor)}`));
  }
  return pages;
}

describe('4.1 GET /v1/assets', () => {
  it('orders by created_at and then by id, newest first', async () => {
    const { emulator, client } = await emulatorFor();
    const assets = await uploads(client, 4);
    await emulator.clock.advance('1ms');
    assets.push(...(await uploads(client, 4)));
    expect(idsOf(await client.get('/v1/assets'))).toEqual(newestFirst(assets));
  });

  it('mixes inputs and results in that order', async () => {
    const { emulator, client } = await emulatorFor();
    await finishedJob({ emulator, client }, 'skin.analyze');
    await uploads(client, 2);
    await finishedJob({ emulator, client }, 'makeup.apply');
    const { data } = (await client.get('/v1/assets')).body;
    expect(data.map(({ purpose }: { purpose: string }) => purpose).sort()).toEqual([
      ...['input', 'input', 'input', 'input'],
      ...['result', 'result'],
    ]);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(newestFirst(data));
  });

  it('has 20 on a page by default, 1 at least and 100 at most', async () => {
    const { client } = await emulatorFor();
    await uploads(client, 101);
    for (const [query, count] of [
      ['', 20],
      ['?limit=1', 1],
      ['?limit=100', 100],
    ] as const) {
      const { body } = await client.get(`/v1/assets${query}`);
      expect([body.data.length, body.has_more, typeof body.next_cursor]).toEqual([count, true, 'string']);
    }
  });

  it.each([
    [1, [1, 1, 1, 1]],
    [2, [2, 2]],
    [3, [3, 1]],
    [4, [4]],
    [5, [4]],
  ])('gives four assets in pages of %i, each once, and says where they end', async (limit, sizes) => {
    const { client } = await emulatorFor();
    const assets = await uploads(client, 4);
    const pages = await pagesOf(client, `limit=${limit}`);
    expect(pages.map(({ body }) => body.data.length)).toEqual(sizes);
    expect(pages.flatMap(idsOf)).toEqual(newestFirst(assets));
    expect(pages.map(({ body }) => body.has_more)).toEqual(sizes.map((_, index) => index < sizes.length - 1));
    expect(pages.at(-1)?.body.next_cursor).toBeNull();
  });

  it('says has_more only for what passes the filter', async () => {
    const { emulator, client } = await emulatorFor();
    await uploads(client, 2);
    await finishedJob({ emulator, client }, 'makeup.apply');
    const { body } = await client.get('/v1/assets?purpose=result&limit=1');
    expect([body.data.length, body.has_more, body.next_cursor]).toEqual([1, false, null]);
  });
});

describe('4.1 GET /v1/assets, filters', () => {
  it.each([
    ['created_gte=2026-01-01T00:00:01Z', [1, 2]],
    ['created_gte=2026-01-01T00:00:01.001Z', [2]],
    ['created_gte=2026-01-01T00:00:01.0001Z', [2]],
    ['created_lt=2026-01-01T00:00:01Z', [0]],
    ['created_lt=2026-01-01T00:00:01.001Z', [0, 1]],
    ['created_lt=2026-01-01T00:00:01.0001Z', [0, 1]],
    ['created_gte=2026-01-01T00:00:01Z&created_lt=2026-01-01T00:00:02Z', [1]],
    ['created_gte=2026-01-01T00:00:02Z&created_lt=2026-01-01T00:00:01Z', []],
    ['created_gte=2026-01-01T01:00:01%2B01:00', [1, 2]],
    ['created_lt=2025-12-31T23:30:01-00:30', [0]],
    ['created_gte=2026-01-01t00:00:02z', [2]],
    ['purpose=input&created_gte=2026-01-01T00:00:01Z', [1, 2]],
    ['purpose=result&created_gte=2026-01-01T00:00:01Z', []],
  ])('with %s shows what was made then', async (query, expected) => {
    const { emulator, client } = await emulatorFor();
    const assets: Reply['body'][] = [];
    for (let second = 0; second < 3; second += 1) {
      assets.push(...(await uploads(client, 1)));
      await emulator.clock.advance('1s');
    }
    expect(assets[0].created_at).toBe(START);
    const { status, body } = await client.get(`/v1/assets?${query}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(expected.map((index) => assets[index]).reverse());
  });

  it('shows only the results of a job under job_id', async () => {
    const { emulator, client } = await emulatorFor();
    const [job] = [await finishedJob({ emulator, client }, 'skin.analyze')];
    await finishedJob({ emulator, client }, 'makeup.apply');
    const results = job.body.output.visualizations.map(({ id }: { id: string }) => id);
    expect(idsOf(await client.get(`/v1/assets?job_id=${job.body.id}`))).toEqual(results);
    expect(idsOf(await client.get(`/v1/assets?job_id=${job.body.id}&purpose=result`))).toEqual(results);
    expect(idsOf(await client.get(`/v1/assets?job_id=${job.body.id}&purpose=input`))).toEqual([]);
  });

  it('shows nothing for a job that is unknown, foreign or not finished', async () => {
    const { emulator, client } = await emulatorFor();
    const foreign = await finishedJob({ emulator, client }, 'makeup.apply', { key: LIVE });
    const queued = await client.submitOn('makeup.apply');
    for (const id of ['job_never', foreign.body.id, queued.body.id]) {
      const { status, body } = await client.get(`/v1/assets?job_id=${id}`);
      expect([status, body]).toEqual([200, { data: [], has_more: false, next_cursor: null }]);
    }
  });
});

describe('4.1 GET /v1/assets, cursors', () => {
  const FILTERS = 'purpose=input&created_gte=2026-01-01T00:00:00Z';

  async function withCursor(query: string) {
    const { client } = await emulatorFor();
    await uploads(client, 3);
    await uploads(client, 3, LIVE);
    const { next_cursor } = (await client.get(`/v1/assets?limit=1&${query}`)).body;
    const next = (filters: string, key?: string) =>
      client.get(`/v1/assets?cursor=${encodeURIComponent(next_cursor)}&${filters}`, key === undefined ? {} : { key });
    return { client, next, cursor: String(next_cursor) };
  }

  it('are good with the same filters, in any order and with any limit', async () => {
    const { next } = await withCursor(FILTERS);
    expect(idsOf(await next(`${FILTERS}&limit=100`))).toHaveLength(2);
    expect(idsOf(await next(FILTERS.split('&').reverse().join('&')))).toHaveLength(2);
    expect(idsOf(await next(`${FILTERS}&limit=1`))).toHaveLength(1);
  });

  it.each([
    ['', 'purpose=input'],
    [FILTERS, ''],
    [FILTERS, 'purpose=input'],
    [FILTERS, FILTERS.replace('input', 'result')],
    [FILTERS, FILTERS.replace('00Z', '01Z')],
    [FILTERS, `${FILTERS}&created_lt=2027-01-01T00:00:00Z`],
    [FILTERS, `${FILTERS}&job_id=job_never`],
  ])('made with "%s" are no good with "%s"', async (made, sent) => {
    const { next } = await withCursor(made);
    expect(refusalOf(await next(sent))).toEqual(INVALID_CURSOR);
  });

  it('are no good for another caller', async () => {
    const { next } = await withCursor('');
    expect(refusalOf(await next('', LIVE))).toEqual(INVALID_CURSOR);
  });

  it('are no good in another list', async () => {
    const { client, cursor } = await withCursor('');
    expect(refusalOf(await client.get(`/v1/jobs?cursor=${cursor}`))).toEqual(INVALID_CURSOR);
  });
});

describe('4.1 GET /v1/assets, refused parameters', () => {
  it.each([
    ...['0', '101', '-1', '1.5', '1e1', '+5', 'ten', '', '%205', '0x10', '99999999999999999999'].map((limit) => [
      `limit=${limit}`,
      'limit',
    ]),
    ...['output', 'INPUT', ''].map((purpose) => [`purpose=${purpose}`, 'purpose']),
    ...['created_gte', 'created_lt'].flatMap((name) =>
      ['2026-01-01', 'yesterday', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '0', ''].map(
        (instant) => [`${name}=${instant}`, name],
      ),
    ),
    ...['page', 'status', 'Limit', 'offset', '__proto__', 'constructor'].map((name) => [`${name}=1`, name]),
    ...['limit=5', 'purpose=input', 'job_id=job_1', `created_gte=${START}`, `created_lt=${START}`].map((pair) => [
      `${pair}&${pair}`,
      pair.split('=')[0] ?? '',
    ]),
    ['cursor=x&cursor=x', 'cursor'],
    ['limit=5&limit=6', 'limit'],
  ])('?%s names %s', async (query, name) => {
    const { client } = await emulatorFor();
    const answer = await client.get(`/v1/assets?${query}`);
    expect(refusalOf(answer)).toEqual(invalid(name));
    expect(answer.body.error.message).toContain(name);
  });

  it('names each of several wrong parameters', async () => {
    const { client } = await emulatorFor();
    const answer = await client.get('/v1/assets?limit=0&purpose=x&page=2');
    expect(refusalOf(answer)).toEqual(invalid('limit', 'purpose', 'page'));
  });
});
