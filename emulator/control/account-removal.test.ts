import { describe, expect, it } from 'vitest';
import { WORKING_STAGES } from '../domain/job.ts';
import { keysAscending } from '../domain/values/sorted-list.ts';
import { REQUESTS } from '../testing/client.ts';
import { aMoment, imagesBehindGate, openWorld } from '../testing/open-world.ts';

const SHOP = { id: 'shop', keys: { live: { secret: 'pk_live_shop' } } };
const live = { key: 'pk_live_shop' };

/** A world in which the shop has an input, a job in every stage, finished and deleted jobs, claims and usage. */
async function busyShop() {
  const opened = await openWorld();
  const { emulator, client } = opened;
  emulator.accounts.create(SHOP);
  for (const stage of WORKING_STAGES) {
    emulator.plans.add({ hold_at: stage, match: { idempotency_key: stage } });
    await client.submitOn('makeup.apply', { ...live, idempotencyKey: stage });
  }
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  await client.submitOn('skin.analyze', { ...live, idempotencyKey: 'failed' });
  const succeeded = await client.submitOn('skin.analyze', { ...live, idempotencyKey: 'succeeded' });
  const deleted = await client.submitOn('skin.analyze', { ...live, idempotencyKey: 'deleted' });
  const cancelled = await client.submitOn('hair.try_on', { ...live, idempotencyKey: 'cancelled' });
  await client.call('POST', `/v1/jobs/${cancelled.body.id}/cancel`, live);
  await emulator.clock.advance('1m');
  await client.call('DELETE', `/v1/jobs/${deleted.body.id}`, live);
  return { ...opened, jobId: succeeded.body.id as string };
}

describe('The removal of an account', () => {
  it('leaves a world as empty as if the account had never existed', async () => {
    const { emulator, host, kept, unexpected } = await busyShop();
    const stages = emulator.jobs.list().map(({ stage }) => stage);
    expect(stages).toEqual([...WORKING_STAGES, 'failed', 'succeeded', 'cancelled']);
    expect(kept.size).toBeGreaterThan(1);
    emulator.accounts.remove('shop');

    const {
      accounts,
      keys,
      assets,
      jobs,
      tombstones,
      claims,
      usage,
      quotaUses,
      admissions,
      timers,
      effects,
      blobUses,
    } = host.world.state;
    const orders = [...host.world.state.jobOrder.values(), ...host.world.state.assetOrder.values()];
    expect([...accounts.keys()]).toEqual(['demo']);
    expect([...keys.keys()]).toEqual(['pk_live_demo', 'pk_test_demo']);
    for (const rows of [assets, jobs, tombstones, claims, usage, quotaUses, admissions, timers, effects, blobUses])
      expect([...rows]).toEqual([]);
    expect(orders.flatMap((list) => [...keysAscending(list)])).toEqual([]);
    expect([...kept]).toEqual([]);
    expect(await emulator.clock.advance('30d')).toMatchObject({ fired: [], next_due: null });
    expect(unexpected).toEqual([]);
  });

  it('makes its keys unknown, and its name and secrets available', async () => {
    const { emulator, client, jobId } = await busyShop();
    emulator.accounts.remove('shop');
    const refused = await client.get(`/v1/jobs/${jobId}`, live);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect(() => emulator.jobs.read(jobId)).toThrow(`there is no job ${jobId}`);

    emulator.accounts.create(SHOP);
    expect((await client.get(`/v1/jobs/${jobId}`, live)).status).toBe(404);
    expect((await client.get('/v1/jobs', live)).body.data).toEqual([]);
    expect((await client.get('/v1/usage', live)).body.data).toEqual([]);
    expect((await client.submitOn('skin.analyze', { ...live, idempotencyKey: 'deleted' })).status).toBe(202);
    expect((await client.get('/v1/credits/balance', live)).body).toMatchObject({
      held_units: 1,
      settled_units: 10_000,
    });
  });

  it('does not change other accounts, even with the same picture', async () => {
    const { emulator, client, host } = await busyShop();
    const { body: job } = await client.submitOn('skin.analyze', { key: 'pk_live_demo' });
    emulator.accounts.remove('shop');
    await emulator.clock.advance('4s');
    const { body } = await client.get(`/v1/jobs/${job.id}`, { key: 'pk_live_demo' });
    expect(body.status).toBe('succeeded');
    const [{ href }] = body.output.visualizations;
    expect((await client.get(href, { key: 'pk_live_demo' })).status).toBe(200);
    expect([...host.world.state.jobs.keys()]).toEqual([job.id]);
  });

  it('causes no error in pictures that are being created: they arrive late and are dropped', async () => {
    const { images, open } = imagesBehindGate();
    const { emulator, client, host, kept, unexpected } = await openWorld({}, { images });
    emulator.accounts.create(SHOP);
    await client.submitOn('makeup.apply', live);
    const advanced = emulator.clock.advance('1h');
    expect(emulator.jobs.list()).toMatchObject([{ stage: 'processing' }]);
    emulator.accounts.remove('shop');
    open();
    expect((await advanced).now).toBe('2026-01-01T01:00:00.000Z');
    expect([...host.world.state.effects]).toEqual([]);
    expect([...kept]).toEqual([]);
    expect(unexpected).toEqual([]);
  });

  it('refuses an upload that is still being received', async () => {
    const { images, open } = imagesBehindGate('inspect');
    const { emulator, client, host, kept, unexpected } = await openWorld({}, { images });
    emulator.accounts.create(SHOP);
    const upload = client.upload(live);
    await aMoment();
    emulator.accounts.remove('shop');
    open();
    const refused = await upload;
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect([...host.world.state.assets]).toEqual([]);
    expect([...kept]).toEqual([]);
    expect(unexpected).toEqual([]);
  });

  it('refuses a submission whose body is still being received', async () => {
    const { emulator, client, host, unexpected } = await openWorld();
    emulator.accounts.create(SHOP);
    const { body: asset } = await client.upload(live);
    const { path, body } = REQUESTS['makeup.apply'];
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const headers = { 'X-API-Key': live.key, 'Content-Type': 'application/json', 'Idempotency-Key': 'late' };
    const submitted = emulator.fetch(path, { method: 'POST', headers, body: slow.readable, duplex: 'half' });
    await aMoment();
    emulator.accounts.remove('shop');
    const writer = slow.writable.getWriter();
    const json = { inputs: [{ asset_id: asset.id, role: 'source' }], ...body };
    await writer.write(Buffer.from(JSON.stringify(json)));
    await writer.close();
    expect((await submitted).status).toBe(401);
    expect([...host.world.state.jobs]).toEqual([]);
    expect(unexpected).toEqual([]);
  });
});
