import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import { parseConfig } from '../control/schemas/read-config.ts';
import { emulatorFor } from '../testing/client.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { replay } from '../world/commands.ts';
import { emptyWorld } from './build-world.ts';

const FROZEN = { clock: 'frozen' } as const;
const FAILED = { status: 'failed', code: 'PROCESSING_FAILED' } as const;

describe('jobs of a configuration', () => {
  it('exist from the start, finished, with their configured ages, on as many pages as needed', async () => {
    const jobs = [{ count: 45, every: '1h', age: '2h', outcome: FAILED }];
    const { emulator, client } = await emulatorFor({ ...FROZEN, jobs });
    expect(emulator.clock.now()).toBe('2026-01-01T00:00:00.000Z');
    const first = (await client.get('/v1/jobs?limit=20')).body;
    expect(first.data[0]).toMatchObject({
      status: 'failed',
      created_at: '2025-12-31T22:00:00.000Z',
      completed_at: '2025-12-31T22:00:04.000Z',
    });
    expect(first.data[1].created_at).toBe('2025-12-31T21:00:00.000Z');
    let [count, cursor] = [first.data.length, first.next_cursor];
    while (cursor !== null) {
      const page = (await client.get(`/v1/jobs?limit=20&cursor=${cursor}`)).body;
      [count, cursor] = [count + page.data.length, page.next_cursor];
    }
    expect(count).toBe(45);
  });

  it('have the requested output, error or stage, and continue from there', async () => {
    const { emulator, client } = await emulatorFor({
      ...FROZEN,
      jobs: [
        { operation: 'hair.try_on', idempotency_key: 'order-17' },
        { operation: 'skin.analyze', outcome: { status: 'succeeded', scores: { acne: 12 } } },
        { outcome: { status: 'failed', code: 'INPUT_EXPIRED' } },
        { outcome: { status: 'cancelled' } },
        { key: 'pk_live_demo', stage: 'processing', age: 0 },
      ],
    });
    const { data } = (await client.get('/v1/jobs')).body;
    const byStatus = (status: string) => data.filter((job: { status: string }) => job.status === status);
    expect(byStatus('succeeded').map(({ output }: { output: { type: string } }) => output.type)).toEqual([
      'skin.analysis',
      'hair.try_on',
    ]);
    expect(byStatus('succeeded')[0].output.concerns[0]).toMatchObject({ concern: 'acne', score: 12 });
    expect(byStatus('failed')[0].error.code).toBe('INPUT_EXPIRED');
    expect(byStatus('cancelled')).toHaveLength(1);
    const live = { key: 'pk_live_demo' };
    const [held] = (await client.get('/v1/jobs', live)).body.data;
    expect(held).toMatchObject({ status: 'running', created_at: emulator.clock.now(), livemode: true });
    expect((await client.get('/v1/credits/balance', live)).body.held_units).toBe(1);
    await emulator.jobs.release(held.id);
    await emulator.clock.advance('2s');
    expect((await client.get(`/v1/jobs/${held.id}`, live)).body.status).toBe('succeeded');
    const result = byStatus('succeeded')[1].output.image;
    expect((await client.get(result.href)).status).toBe(200);
    expect((await client.get('/v1/usage')).body.data).not.toEqual([]);
    const again = await client.submitOn('hair.try_on', { idempotencyKey: 'order-17' });
    expect(again.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('do not use up plans, faults, unreadable stores, receivers or the journal', async () => {
    const { emulator, client } = await emulatorFor({
      ...FROZEN,
      jobs: [{ key: 'pk_live_solo' }],
      plans: [{ outcome: FAILED }],
      unreadable: { ledger: true },
      accounts: [
        {
          name: 'solo',
          keys: [{ secret: 'pk_live_solo' }],
          endpoints: [{ url: 'http://127.0.0.1:9/', environment: 'live' }],
        },
      ],
    });
    expect(emulator.plans.list()).toMatchObject([{ matched: 0 }]);
    expect(emulator.webhooks.deliveries(emulator.webhooks.list()[0]?.id ?? '')).toEqual([]);
    expect(emulator.journal.find()).toEqual([]);
    expect((await client.submitOn('makeup.apply', { key: 'pk_live_solo' })).status).toBe(503);
  });

  it('exist in a created world, whatever its clock mode, and after a reset', async () => {
    const { emulator, client } = await emulatorFor();
    for (const clock of ['auto', 'running'] as const) {
      const made = await client.call('POST', '/_emulator/v1/worlds', { json: { clock, jobs: [{ count: 2 }] } });
      const world = emulator.worlds.get(made.body.name);
      const list = async () => (await client.get('/v1/jobs', { key: made.body.keys.test })).body.data;
      expect((await list()).map(({ status }: { status: string }) => status)).toEqual(['succeeded', 'succeeded']);
      await client.call('DELETE', `/v1/jobs/${(await list())[0].id}`, { key: made.body.keys.test });
      expect(await list()).toHaveLength(1);
      world?.reset();
      expect(await list()).toHaveLength(2);
      expect(world?.clock.read().mode).toBe(clock);
    }
  });

  it('are created by commands, so that a replay creates them again', async () => {
    const config: ConfigInput = { ...FROZEN, jobs: [{ age: '1h', count: 2 }, { stage: 'queued' }] };
    const { world, commands } = await hostedWorld(config);
    const again = emptyWorld(parseConfig(config), Date.UTC(2025, 11, 31, 22, 59));
    replay(again, commands);
    expect(again.state).toEqual(world.state);
  });

  it.each<[string, ConfigInput['jobs'], string]>([
    ['an unknown key', [{ key: 'pk_live_nobody' }], 'jobs[0].key: is not a key of this world'],
    ['a stage that is none', [{ stage: 'done' as never }], 'jobs[0].stage'],
    [
      'a cancelled job in a stage',
      [{ stage: 'queued', outcome: { status: 'cancelled' } }],
      'jobs[0].stage: cannot be combined',
    ],
    ['an idempotency key of several', [{ count: 2, idempotency_key: 'a' }], 'jobs[0].idempotency_key: names one job'],
  ])('are refused with %s', async (_, jobs, message) => {
    await expect(emulatorFor({ ...FROZEN, jobs })).rejects.toThrow(message);
  });

  it('are refused if the service would refuse them', async () => {
    const accounts = [{ name: 'poor', credits: { granted: 1 }, keys: [{ secret: 'pk_live_poor' }] }];
    await expect(emulatorFor({ ...FROZEN, accounts, jobs: [{ count: 2 }] })).rejects.toThrow(
      'jobs[0]: the service refuses such a submission: 402 INSUFFICIENT_CREDITS',
    );
  });
});
