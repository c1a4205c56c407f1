import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { clientOf, REQUESTS } from '../testing/client.ts';

describe('three days of an integrator', () => {
  it('a job stays queued, is cancelled too late, runs on and is billed', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const client = clientOf(emulator);
    const live = { key: emulator.keys.live };
    const balance = async () => (await client.get('/v1/credits/balance', live)).body;
    const before = await balance();

    emulator.plans.add({ match: { operation: 'makeup.apply' }, hold_at: 'processing' });
    const { body: job } = await client.submitOn('makeup.apply', live);
    expect(emulator.jobs.read(job.id).stage).toBe('queued');

    await emulator.clock.advance('1h');
    expect(emulator.jobs.read(job.id)).toMatchObject({ status: 'running', stage: 'processing', held: true });
    const late = await client.call('POST', `/v1/jobs/${job.id}/cancel`, live);
    expect(late.status).toBe(202);
    expect(late.body.status).toBe('running');

    await emulator.jobs.release(job.id);
    const done = await client.get(`/v1/jobs/${job.id}`, live);
    expect(done.body.status).toBe('succeeded');
    const after = await balance();
    expect(after.held_units).toBe(0);
    expect(after.settled_units).toBe(before.settled_units - before.unit_costs['makeup.apply']);
    emulator.plans.assertAllUsed();
  });

  it('the network drops the answer to an accepted submit, and the retry finds the same job, charged once', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const key = emulator.keys.live ?? '';
    const { path, body } = REQUESTS['skin.analyze'];
    const asset = await clientOf(emulator).upload({ key });
    emulator.faults.add({ match: { route: `POST ${path}` }, effect: { kind: 'commit_then_drop' } });

    const submit = () =>
      fetch(emulator.url + path, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': 'order-17' },
        body: JSON.stringify({ inputs: [{ asset_id: asset.body.id, role: 'source' }], ...body }),
      });
    await expect(submit()).rejects.toThrow('fetch failed');

    const retry = await submit();
    expect(retry.status).toBe(200);
    expect(retry.headers.get('Idempotency-Replayed')).toBe('true');
    const { id } = (await retry.json()) as { id: string };
    expect(emulator.jobs.list().map((job) => job.id)).toEqual([id]);
    const balance = await clientOf(emulator).get('/v1/credits/balance', { key });
    expect(balance.body.held_units).toBe(balance.body.unit_costs['skin.analyze']);
    expect(emulator.faults.list()).toMatchObject([{ matched: 2, hits: 1, spent: true }]);
    expect(emulator.journal.find({ idempotency_key: 'order-17' }).map(({ fault }) => fault !== null)).toEqual([
      true,
      false,
    ]);
    emulator.audit.assertClean();
  });

  it('a client polls too fast and is told so', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const client = clientOf(emulator);
    const { body: job, headers } = await client.submitOn('hair.try_on');
    expect(headers.get('Retry-After')).toBe('1');

    const first = await client.get(`/v1/jobs/${job.id}`);
    await emulator.clock.advance('400ms');
    await client.get(`/v1/jobs/${job.id}`, { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
    expect(() => emulator.audit.assertClean()).toThrow(
      `polled /v1/jobs/${job.id} after 400 ms, but was told to wait 1 s`,
    );

    emulator.reset();
    emulator.audit.assertClean();
  });
});
