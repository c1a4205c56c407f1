import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoverageReport, Emulator } from '../index.ts';
import { type Client, clientOf, emulatorFor } from '../testing/client.ts';
import { catalogue } from './catalogue.ts';

let emulator: Emulator;
beforeAll(async () => {
  ({ emulator } = await emulatorFor({ journal_limit: 2 }));
});
afterAll(() => emulator.close());

async function freshWorld() {
  const world = await emulator.worlds.create({ clock: 'frozen' });
  const client: Client = clientOf({ keys: world.keys, fetch: emulator.fetch });
  return { world, client };
}

function stateOf({ behaviours }: CoverageReport, id: string) {
  return behaviours.find((one) => one.id === id)?.state;
}

describe('the list of all behaviors', () => {
  it('names each behavior once, and every mark belongs to one of them', () => {
    const all = catalogue();
    const ids = all.map(({ id }) => id);
    const keys = all.flatMap((one) => one.keys);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
    expect(ids).toContain('GET /v1/jobs/:id 304');
    expect(ids).toContain('POST /v1/makeup/try-ons 409 IDEMPOTENCY_KEY_REUSED');
    expect(ids).toContain('POST /v1/assets 2xx');
    expect(ids).not.toContain('GET /v1/usage 404 JOB_NOT_FOUND');
  });
});

describe('the coverage of a world', () => {
  it('includes answers, observed stages, replays and 304s', async () => {
    const { world, client } = await freshWorld();
    const { body, headers } = await client.submitOn('makeup.apply', { idempotencyKey: 'one' });
    const job = `/v1/jobs/${body.id}`;
    await client.get(job);
    await client.get(job, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    await world.clock.advance('1h');
    await client.get(job);
    const report = await world.coverage();
    const met = report.behaviours.filter(({ state }) => state === 'met').map(({ id }) => id);
    expect(met).toEqual([
      'POST /v1/assets 2xx',
      'POST /v1/makeup/try-ons 202',
      'GET /v1/jobs/:id 200',
      'GET /v1/jobs/:id 304',
      'job queued',
      'job succeeded makeup.apply',
    ]);
    expect(report).toMatchObject({ met: 6, unanswered: 0, total: catalogue().length, others: [] });
    expect(report.percent).toBe(Math.floor((6 / report.total) * 1_000) / 10);
  });

  it('distinguishes behaviors that were encountered from those that the client reacted to', async () => {
    const { world, client } = await freshWorld();
    world.faults.add({ match: { route: 'GET /v1/usage' }, effect: { kind: 'error', error: 'rate_limited' } });
    world.faults.add({ match: { route: 'GET /v1/usage' }, nth: 2, effect: { kind: 'error', error: 'internal_error' } });
    await client.get('/v1/usage');
    await client.get('/v1/jobs');
    const id = 'fault error';
    expect(stateOf(await world.coverage(), id)).toBe('unanswered');
    await client.get('/v1/usage');
    expect(stateOf(await world.coverage(), id)).toBe('met');
  });

  it('treats a submission with another key as a new one, not as a retry', async () => {
    const { world, client } = await freshWorld();
    world.faults.add({ match: { route: 'POST /v1/makeup/try-ons' }, effect: { kind: 'error' } });
    const id = 'POST /v1/makeup/try-ons 503 SERVICE_UNAVAILABLE';
    await client.submitOn('makeup.apply', { idempotencyKey: 'one' });
    await client.submitOn('makeup.apply', { idempotencyKey: 'two' });
    expect(stateOf(await world.coverage(), id)).toBe('unanswered');
    await client.submitOn('makeup.apply', { idempotencyKey: 'one' });
    expect(stateOf(await world.coverage(), id)).toBe('met');
  });

  it('counts a job as checked if its event was acknowledged', async () => {
    const { world, client } = await freshWorld();
    await using receiver = await world.webhooks.receiver();
    await client.submitOn('makeup.apply');
    expect(stateOf(await world.coverage(), 'POST /v1/makeup/try-ons 202')).toBe('unanswered');
    await world.clock.advance('1h');
    expect(receiver.received).toHaveLength(1);
    const report = await world.coverage();
    for (const id of ['POST /v1/makeup/try-ons 202', 'event job.succeeded', 'attempt 2xx', 'signature 1 v1'])
      expect([id, stateOf(report, id)]).toEqual([id, 'met']);
  });

  it('does not count an answer that was lost on its way', async () => {
    const { world, client } = await freshWorld();
    world.faults.add({ match: { route: 'GET /v1/usage' }, effect: { kind: 'commit_then_drop' } });
    await client.get('/v1/usage').catch(() => null);
    const report = await world.coverage();
    expect(stateOf(report, 'GET /v1/usage 200')).toBe('never');
    expect(stateOf(report, 'fault commit_then_drop')).toBe('unanswered');
  });

  it('reports the rule of a refusal', async () => {
    const { world, client } = await freshWorld();
    await client.get('/v1/jobs/job_none');
    const { behaviours } = await world.coverage();
    expect(behaviours.find(({ id }) => id === 'GET /v1/jobs/:id 404 JOB_NOT_FOUND')?.rule).toBe('JOB-404');
  });

  it('survives a cleared journal, a reset and the removal of the world, and is part of the coverage of the emulator', async () => {
    const { world, client } = await freshWorld();
    await client.get('/v1/jobs');
    for (let i = 0; i < 5; i += 1) await client.get('/v1/credits/balance');
    world.reset();
    expect(world.journal.find()).toEqual([]);
    expect(stateOf(await world.coverage(), 'GET /v1/jobs 200')).toBe('met');
    await emulator.worlds.remove(world.name);
    expect(stateOf(await emulator.coverage(), 'GET /v1/jobs 200')).toBe('met');
  });
});
