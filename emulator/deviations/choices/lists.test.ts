import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../index.ts';
import { describeChoices, type Shown } from '../../testing/choices/seen-choices.ts';
import { type Client, emulatorFor, type Reply } from '../../testing/client.ts';

type Made = { emulator: Emulator; client: Client };

const outcomeOf = ({ status, body }: Reply) => (status === 200 ? body.data?.length : body.error.code);
const ask =
  (path: string) =>
  async ({ client }: Made) =>
    outcomeOf(await client.get(path));
const goOn = (client: Client, cursor: string, path = '/v1/assets?limit=1', key?: string) =>
  client.get(`${path}&cursor=${encodeURIComponent(cursor)}`, key === undefined ? {} : { key });

async function uploads({ client }: Made, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await client.upload()).body.id);
  return ids;
}

async function cursorOf(made: Made, path = '/v1/assets?limit=1'): Promise<string> {
  await uploads(made, 2);
  return (await made.client.get(path)).body.next_cursor;
}

async function jobs({ client }: Made, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await client.submitOn('makeup.apply')).body.id);
  return ids;
}

const GTE = 'created_gte=2026-01-01T00:00:00Z';
const SAME_GTE = 'created_gte=2026-01-01T01:00:00%2B01:00';

const SHOWN: Readonly<Record<string, Shown>> = {
  cursor_characters: {
    see: async (made) => {
      const cursor = await cursorOf(made);
      return [cursor.replace(/[A-Za-z0-9]/g, '').slice(0, 5), outcomeOf(await goOn(made.client, cursor))];
    },
    as: { to_be_encoded: ['+/=&%', 1] },
  },
  cursor_other_key: {
    options: { accounts: [{ name: 'two', keys: ['pk_test_one', 'pk_test_other'].map((secret) => ({ secret })) }] },
    see: async ({ client }) => {
      const key = 'pk_test_one';
      for (const _ of [1, 2]) await client.upload({ key });
      const cursor = (await client.get('/v1/assets?limit=1', { key })).body.next_cursor;
      const of = async (by: string) => outcomeOf(await goOn(client, cursor, undefined, by));
      return [await of(key), await of('pk_test_other')];
    },
    as: { refuse: [1, 'INVALID_CURSOR'] },
  },
  cursor_filters: {
    see: async (made) => {
      const cursor = await cursorOf(made, `/v1/assets?limit=1&${GTE}`);
      return outcomeOf(await goOn(made.client, cursor, `/v1/assets?limit=1&${SAME_GTE}`));
    },
    as: { by_meaning: 1 },
  },
  empty_cursor: { see: ask('/v1/assets?cursor='), as: { invalid_request: 'INVALID_REQUEST', first_page: 0 } },
  next_cursor_at_end: {
    see: async (made) => {
      await uploads(made, 1);
      const { body } = await made.client.get('/v1/assets');
      return [body.has_more, body.next_cursor && (await goOn(made.client, body.next_cursor)).body.data];
    },
    as: { present: [false, []] },
  },
  page_walk: {
    see: async (made) => {
      const [, second] = await uploads(made, 2);
      const one = (await made.client.get('/v1/assets?limit=1')).body;
      await uploads(made, 1);
      const two = (await goOn(made.client, one.next_cursor)).body;
      return two.data[0].id === second ? 'the same again' : 'the next one';
    },
    as: { by_offset: 'the same again' },
  },
  malformed_parameter: {
    see: async ({ client }) => {
      const paths = ['limit=many', 'created_gte=today', 'limit=0', 'purpose=none'];
      return Promise.all(paths.map(async (path) => outcomeOf(await client.get(`/v1/assets?${path}`))));
    },
    as: { ignore: [0, 0, 'INVALID_REQUEST', 'INVALID_REQUEST'] },
  },
  empty_parameter: {
    see: async ({ client }) => {
      const paths = ['purpose=', 'created_gte=', 'cursor='];
      return Promise.all(paths.map(async (path) => outcomeOf(await client.get(`/v1/assets?${path}`))));
    },
    as: { ignore: [0, 0, 'INVALID_CURSOR'] },
  },
  inverted_range: { see: ask(`/v1/assets?${GTE}&created_lt=2026-01-01T00:00:00Z`), as: { refuse: 'INVALID_REQUEST' } },
  list_of_unknown_job: { see: ask('/v1/assets?job_id=job_01'), as: { 400: 'INVALID_REQUEST', 404: 'JOB_NOT_FOUND' } },
  malformed_job_id: {
    see: async (made) => [await ask('/v1/assets?job_id=01')(made), await ask('/v1/assets?job_id=job_01')(made)],
    as: { 400: ['INVALID_REQUEST', 0] },
  },
  list_limit_per_minute: {
    see: async ({ emulator, client }) => {
      for (let asked = 0; asked < 60; asked += 1) await client.get(asked % 2 === 0 ? '/v1/assets' : '/v1/jobs');
      const { status, headers } = await client.get('/v1/assets');
      await emulator.clock.advance('1m');
      return [status, headers.get('retry-after'), (await client.get('/v1/jobs')).status];
    },
    as: { 60: [429, '60', 200] },
  },
  jobs_list_shape: {
    see: async (made) => {
      const [id] = await jobs(made, 1);
      const { body } = await made.client.get('/v1/jobs');
      return JSON.parse(JSON.stringify(body).replaceAll(String(id), 'THE_JOB'), (name, value) =>
        name === 'created_at' || typeof value !== 'object' || !('inputs' in (value ?? {})) ? value : value.id,
      );
    },
    as: {
      bare_list: ['THE_JOB'],
      under_jobs: { jobs: ['THE_JOB'], has_more: false, next_cursor: null },
      summaries: { jobs: [{ id: 'THE_JOB', state: 'queued' }], after: null },
    },
  },
  jobs_list_parameters: {
    under: { jobs_list_shape: 'bare_list' },
    see: async ({ client }) => {
      const paths = ['limit=1', 'status=queued', GTE];
      return Promise.all(paths.map(async (path) => (await client.get(`/v1/jobs?${path}`)).status));
    },
    as: { limit_and_cursor: [200, 400, 400], none: [400, 400, 400] },
  },
  jobs_list_default_limit: {
    see: async (made) => {
      await jobs(made, 3);
      return (await made.client.get('/v1/jobs')).body.data.length;
    },
    as: { 2: 2 },
  },
  jobs_list_max_limit: {
    see: async ({ client }) => {
      const limits = [20, 21, 100, 101, 1000];
      return Promise.all(limits.map(async (limit) => (await client.get(`/v1/jobs?limit=${limit}`)).status));
    },
    as: { 20: [200, 400, 400, 400, 400], 1000: [200, 200, 200, 200, 200] },
  },
  jobs_list_ties: {
    see: async (made) => {
      const before = await jobs(made, 2);
      await made.emulator.clock.advance('1ms');
      const after = await jobs(made, 3);
      const ids = [...before, ...after];
      const seen: number[] = [];
      for (let path: string | null = '/v1/jobs?limit=2'; path !== null; ) {
        const { body }: Reply = await made.client.get(path);
        seen.push(...body.data.map(({ id }: { id: string }) => ids.indexOf(id)));
        path = body.next_cursor && `/v1/jobs?limit=2&cursor=${body.next_cursor}`;
      }
      return seen;
    },
    as: { id_ascending: [2, 3, 4, 0, 1] },
  },
  jobs_list_deleted: {
    see: async (made) => {
      const { emulator, client } = made;
      const [first, second] = await jobs(made, 2);
      await emulator.clock.advance('10s');
      await client.call('DELETE', `/v1/jobs/${second}`);
      const { data } = (await client.get('/v1/jobs')).body;
      const succeeded = (await client.get('/v1/jobs?status=succeeded')).body.data.length;
      return [data[0].id === second && data[0], data[1]?.id === first, succeeded];
    },
    as: { shown: [{ id: expect.any(String), object: 'job', deleted: true }, true, 1] },
  },
};

describeChoices('lists', SHOWN);

describe('lists of a world that runs', () => {
  it('follow what is chosen, and go on with the cursors of before', async () => {
    const made = await emulatorFor();
    const cursor = await cursorOf(made);
    await made.emulator.readings.set({ page_walk: 'by_offset', jobs_list_default_limit: 1 });
    expect(outcomeOf(await goOn(made.client, cursor))).toBe(1);
    await jobs(made, 2);
    expect(outcomeOf(await made.client.get('/v1/jobs'))).toBe(1);
    await made.emulator.readings.set({ cursor_characters: 'to_be_encoded' });
    expect(outcomeOf(await goOn(made.client, cursor))).toBe('INVALID_CURSOR');
  });

  it('refuse choices that make no sense together', async () => {
    const { emulator } = await emulatorFor();
    await expect(emulator.readings.set({ jobs_list_parameters: 'none' })).rejects.toThrow(
      'a cursor that nothing takes',
    );
    await expect(emulator.readings.set({ jobs_list_default_limit: 101 })).rejects.toThrow('at most');
  });

  it('are by their old names what they were', async () => {
    const made = await emulatorFor({ deviate: ['jobs-list-under-jobs'] });
    expect(Object.keys((await made.client.get('/v1/jobs')).body)).toEqual(['jobs', 'has_more', 'next_cursor']);
  });
});
