import { describe, expect, it } from 'vitest';
import { type Client, emulatorFor, type Reply } from '../testing/client.ts';
import { finishedJob, idsOf, invalid, LIVE, newestFirst, refusal, refusalOf, UNTIL } from '../testing/steps.ts';

const INVALID_CURSOR = refusal(400, 'INVALID_CURSOR', ['cursor']);
const OPERATIONS = ['skin.analyze', 'makeup.apply', 'hair.try_on'] as const;

/** One job of each operation at one instant, under a key. */
async function oneOfEach(client: Client, key?: string): Promise<Reply['body'][]> {
  const jobs: Reply['body'][] = [];
  for (const operation of OPERATIONS)
    jobs.push((await client.submitOn(operation, key === undefined ? {} : { key })).body);
  return jobs;
}

/** Jobs in every status, as the list shows them. */
async function inEveryStatus() {
  const { emulator, client } = await emulatorFor();
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  await finishedJob({ emulator, client }, 'makeup.apply');
  await finishedJob({ emulator, client }, 'skin.analyze');
  await client.submitOn('hair.try_on');
  await emulator.clock.advance(UNTIL.processing);
  const cancelled = await client.submitOn('makeup.apply');
  await client.call('POST', `/v1/jobs/${cancelled.body.id}/cancel`);
  await client.submitOn('skin.analyze');
  return { client, all: (await client.get('/v1/jobs')).body.data as { status: string; operation: string }[] };
}

describe('4.3 GET /v1/jobs', () => {
  it('shows the newest first, and at one instant the greater id, whatever the operation', async () => {
    const { emulator, client } = await emulatorFor();
    const jobs = await oneOfEach(client);
    await emulator.clock.advance('1ms');
    jobs.push(...(await oneOfEach(client)));
    expect(idsOf(await client.get('/v1/jobs'))).toEqual(newestFirst(jobs));
  });

  it('shows each job as a read does', async () => {
    const { client, all } = await inEveryStatus();
    expect(all.map(({ status }) => status)).toEqual(['queued', 'cancelled', 'running', 'succeeded', 'failed']);
    const reads = await Promise.all(idsOf(await client.get('/v1/jobs')).map((id) => client.get(`/v1/jobs/${id}`)));
    expect(all).toEqual(reads.map(({ body }) => body));
  });

  it("shows the caller's own jobs only, and those of all keys of the environment", async () => {
    const { client } = await emulatorFor({
      accounts: [
        { name: 'demo', keys: ['pk_live_demo', 'pk_test_demo', 'pk_test_two'].map((secret) => ({ secret })) },
        { name: 'other', keys: [{ secret: 'pk_test_other' }] },
      ],
    });
    const own = [...(await oneOfEach(client)), ...(await oneOfEach(client, 'pk_test_two'))];
    const live = await oneOfEach(client, LIVE);
    await oneOfEach(client, 'pk_test_other');
    expect(idsOf(await client.get('/v1/jobs'))).toEqual(newestFirst(own));
    expect(idsOf(await client.get('/v1/jobs', { key: LIVE }))).toEqual(newestFirst(live));
  });

  it('has 20 on a page by default', async () => {
    const { client } = await emulatorFor();
    const asset = await client.upload();
    const inputs = [{ asset_id: asset.body.id, role: 'source' }];
    for (let made = 0; made < 21; made += 1) await client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] });
    const { body } = await client.get('/v1/jobs');
    expect([body.data.length, body.has_more]).toEqual([20, true]);
    const rest = await client.get(`/v1/jobs?cursor=${body.next_cursor}`);
    expect([rest.body.data.length, rest.body.has_more, rest.body.next_cursor]).toEqual([1, false, null]);
  });
});

describe('4.3 GET /v1/jobs, filters', () => {
  it.each(['queued', 'running', 'succeeded', 'failed', 'cancelled'])('shows the status %s alone', async (status) => {
    const { client, all } = await inEveryStatus();
    const { data } = (await client.get(`/v1/jobs?status=${status}`)).body;
    expect(data).toHaveLength(1);
    expect(data).toEqual(all.filter((job) => job.status === status));
  });

  it('shows what passes both', async () => {
    const { client, all } = await inEveryStatus();
    const { data } = (await client.get('/v1/jobs?operation=makeup.apply&status=failed')).body;
    expect(data).toEqual(all.filter(({ operation, status }) => operation === 'makeup.apply' && status === 'failed'));
    expect((await client.get('/v1/jobs?operation=hair.try_on&status=failed')).body.data).toEqual([]);
  });
});

describe('4.3 GET /v1/jobs, cursors', () => {
  it('are good with the same filters and any limit, and no good with others or for another caller', async () => {
    const { client } = await emulatorFor();
    await oneOfEach(client);
    await oneOfEach(client);
    const filters = 'status=queued&operation=skin.analyze';
    const cursor = `cursor=${(await client.get(`/v1/jobs?limit=1&${filters}`)).body.next_cursor}`;
    expect(idsOf(await client.get(`/v1/jobs?${filters}&${cursor}&limit=100`))).toHaveLength(1);
    for (const others of [
      '',
      'status=queued',
      'status=running&operation=skin.analyze',
      `${filters}&created_lt=2027-01-01T00:00:00Z`,
    ]) {
      expect(refusalOf(await client.get(`/v1/jobs?${cursor}&${others}`))).toEqual(INVALID_CURSOR);
    }
    expect(refusalOf(await client.get(`/v1/jobs?${filters}&${cursor}`, { key: LIVE }))).toEqual(INVALID_CURSOR);
    expect(refusalOf(await client.get(`/v1/assets?${cursor}`))).toEqual(INVALID_CURSOR);
  });
});

describe('4.3 GET /v1/jobs, refused parameters', () => {
  it.each([
    ...['0', '101', 'ten', ''].map((limit) => [`limit=${limit}`, 'limit']),
    ...['done', 'QUEUED', ''].map((status) => [`status=${status}`, 'status']),
    ...['hair.apply', 'skin', ''].map((operation) => [`operation=${operation}`, 'operation']),
    ...['created_gte', 'created_lt'].map((name) => [`${name}=2026-01-01`, name]),
    ...['purpose', 'job_id', 'page'].map((name) => [`${name}=input`, name]),
    ['status=queued&status=queued', 'status'],
    ['limit=1&limit=2', 'limit'],
  ])('?%s names %s', async (query, name) => {
    const { client } = await emulatorFor();
    const answer = await client.get(`/v1/jobs?${query}`);
    expect(refusalOf(answer)).toEqual(invalid(name));
    expect(answer.body.error.message).toContain(name);
  });
});
