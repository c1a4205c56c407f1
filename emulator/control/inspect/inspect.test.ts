import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../index.ts';
import { emulatorFor } from '../../testing/client.ts';

const CONTROL = '/_emulator/v1';
const live = ({ keys }: Emulator) => ({ key: keys.live ?? '' });

describe('GET /jobs', () => {
  it('returns a page of the newest jobs, and the page before it', async () => {
    const { emulator, client } = await emulatorFor();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await client.submitOn('makeup.apply')).body.id);
    const page = emulator.jobs.list({ limit: 2 }).map(({ id }) => id);
    expect(page).toEqual(ids.slice(3));
    expect(emulator.jobs.list({ limit: 2, before: page[0] ?? '' }).map(({ id }) => id)).toEqual(ids.slice(1, 3));
    expect((await client.get(`${CONTROL}/jobs?limit=2`)).body).toHaveLength(2);
    expect((await client.get(`${CONTROL}/jobs?limit=0`)).status).toBe(400);
    expect((await client.get(`${CONTROL}/jobs?before=job_none`)).status).toBe(404);
  });

  it('filters by properties of a job', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('makeup.apply');
    const { body: cancelled } = await client.submitOn('skin.analyze', live(emulator));
    await client.call('POST', `/v1/jobs/${cancelled.id}/cancel`, live(emulator));
    for (const filter of [{ status: 'cancelled' }, { operation: 'skin.analyze' }, { environment: 'live' }] as const)
      expect(emulator.jobs.list(filter).map(({ id }) => id)).toEqual([cancelled.id]);
    expect(emulator.jobs.list({ account: 'nobody' })).toEqual([]);
  });
});

describe('GET /journal', () => {
  it('returns the newest matches between two serials', async () => {
    const { emulator, client } = await emulatorFor();
    for (let count = 0; count < 5; count += 1) await client.get(`/v1/jobs/job_${count}`);
    const serials = (filter: Parameters<Emulator['journal']['find']>[0]) =>
      emulator.journal.find(filter).map(({ serial }) => serial);
    expect(serials({ limit: 2 })).toEqual([4, 5]);
    expect(serials({ limit: 2, before: 4 })).toEqual([2, 3]);
    expect(serials({ after: 3 })).toEqual([4, 5]);
    expect(serials({ mentions: 'job_2' })).toEqual([3]);
    expect((await client.get(`${CONTROL}/journal?limit=1&after=0`)).body[0].path).toBe('/v1/jobs/job_4');
  });
});

describe('The story of a job', () => {
  it('contains its pictures, which are served, and what decided it', async () => {
    const { emulator, client } = await emulatorFor();
    const plan = emulator.plans.add({
      match: { operation: 'makeup.apply' },
      stages: { processing: '8m' },
      outcome: { status: 'succeeded' },
    });
    const { body: job } = await client.submitOn('makeup.apply', live(emulator));
    await emulator.clock.advance({ until: 'idle' });
    const { body: story } = await client.get(`${CONTROL}/jobs/${job.id}/story`);
    expect(story).toMatchObject({
      status: 'succeeded',
      decided_by: { by: 'plan', plan },
      stages: { processing: 480_000 },
      charge: { units: 1, state: 'captured' },
      body: { id: job.id, output: { type: 'makeup.try_on' } },
    });
    expect(story.pictures.map(({ role }: { role: string }) => role)).toEqual(['source', 'image']);
    for (const { name } of story.pictures) {
      const picture = await emulator.fetch(`${CONTROL}/jobs/${job.id}/pictures/${name}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    const { body: other } = await client.submitOn('skin.analyze');
    expect(emulator.inspect.job(other.id).decided_by).toEqual({ by: 'input', plan: null });
  });
});

describe('The agenda and the summary', () => {
  it('show what is due, and the totals', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply');
    const [next] = emulator.inspect.agenda({ limit: 1 });
    expect(next).toEqual({ at: '2026-01-01T00:00:01.000Z', kind: 'stage', ref: job.id });
    expect(emulator.inspect.summary()).toMatchObject({ jobs: { queued: 1 }, exchanges: 2, next_due: next?.at });
  });
});

describe('The ledger of an account', () => {
  it('adds up to its balance, whatever happened to its jobs', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('hair.try_on', live(emulator));
    await emulator.clock.advance({ until: 'idle' });
    const { body: cancelled } = await client.submitOn('skin.analyze', live(emulator));
    await client.call('POST', `/v1/jobs/${cancelled.id}/cancel`, live(emulator));
    await client.submitOn('makeup.apply', live(emulator));
    const rows = emulator.inspect.ledger('demo');
    expect(rows.map(({ kind, units, available }) => [kind, units, available])).toEqual([
      ['opening', 10_000, 10_000],
      ['hold', 2, 9_998],
      ['capture', 2, 9_998],
      ['hold', 1, 9_997],
      ['release', 1, 9_998],
      ['hold', 1, 9_997],
    ]);
    const { balance } = emulator.inspect.account('demo');
    expect(rows.at(-1)).toMatchObject({ settled: balance.settled_units, held: balance.held_units });
    expect(emulator.inspect.ledger('demo', { limit: 1 })).toEqual(rows.slice(-1));
  });
});

describe('An account', () => {
  it('is reported with its unmasked keys and their permissions', async () => {
    const { emulator } = await emulatorFor();
    emulator.accounts.create({ id: 'shop', keys: { old: { revoked: true }, office: { allowlist: ['10.0.0.0/8'] } } });
    const { keys } = emulator.inspect.account('shop');
    expect(keys.map(({ usable, networks }) => [usable, networks])).toEqual([
      [false, null],
      [true, ['10.0.0.0/8']],
    ]);
  });
});

describe('The journal as HAR', () => {
  it('contains the matching exchanges with masked keys', async () => {
    const { emulator, client } = await emulatorFor();
    await client.get('/v1/usage?day=1');
    await client.get('/v1/jobs/job_none');
    const { log } = (await client.get(`${CONTROL}/journal.har?status=404`)).body;
    expect(log).toMatchObject({ version: '1.2', entries: [{ request: { method: 'GET' }, response: { status: 404 } }] });
    expect(log.entries[0].request.url).toMatch(/^http:\/\/[^/]+\/v1\/jobs\/job_none$/);
    expect(JSON.stringify(log)).not.toContain(emulator.keys.test);
  });

  it('masks keys that are encoded several times, and contains repeated parameters twice', async () => {
    const { client } = await emulatorFor();
    await client.get('/v1/assets?limit=1&limit=2&key=%2570k_live_51HxQ9vZrk2eYpTn0f3a9');
    const { log } = (await client.get(`${CONTROL}/journal.har`)).body;
    expect(log.entries[0].request.queryString).toEqual([
      { name: 'limit', value: '1' },
      { name: 'limit', value: '2' },
      { name: 'key', value: 'pk_live_…f3a9' },
    ]);
  });
});

describe('GET /live', () => {
  it('reports a world at once, and again when something has happened', async () => {
    const { emulator, client } = await emulatorFor();
    const response = await emulator.fetch(`${CONTROL}/live`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const nextSummary = async () => JSON.parse(((await reader?.read())?.value ?? '').split('data: ')[1] ?? 'null');
    expect(await nextSummary()).toMatchObject({ exchanges: 0, changes: 0 });
    await client.get('/v1/usage');
    expect(await nextSummary()).toMatchObject({ exchanges: 1 });
    await reader?.cancel();
  });
});
