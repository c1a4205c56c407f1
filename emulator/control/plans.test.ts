import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PlanInput } from '../index.ts';
import { emulatorFor, facePng, REQUESTS } from '../testing/client.ts';

const FAILED = { status: 'failed', code: 'PROCESSING_FAILED' } as const;
const FAIL: PlanInput = { outcome: FAILED };

/** Submits as many jobs and gives the status in which each ends. */
async function endsOf({ emulator, client }: Awaited<ReturnType<typeof emulatorFor>>, count: number) {
  const ids: string[] = [];
  for (let job = 0; job < count; job += 1) ids.push((await client.submitOn('makeup.apply')).body.id);
  await emulator.clock.advance({ until: 'idle' });
  return ids.map((id) => emulator.jobs.read(id).status);
}

const places = (ends: readonly string[]) => ends.flatMap((end, index) => (end === 'failed' ? [index + 1] : []));

describe('The match of a plan', () => {
  const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const matches: [string, (face: Uint8Array, keyId: string) => PlanInput['match']][] = [
    ['nothing', () => ({})],
    ['the operation', () => ({ operation: 'makeup.apply' })],
    ['the key by its secret', () => ({ key: 'pk_test_demo' })],
    ['the key by its id', (_, keyId) => ({ key: keyId })],
    ['the environment', () => ({ environment: 'test' })],
    ['the input by its digest in hex', (face) => ({ input_digest: hex(face) })],
    ['the input by its digest in upper case hex', (face) => ({ input_digest: hex(face).toUpperCase() })],
    [
      'the input by its digest in base64url',
      (face) => ({ input_digest: createHash('sha256').update(face).digest('base64url') }),
    ],
    ['the idempotency key', () => ({ idempotency_key: 'order-1' })],
    ['all of it at once', () => ({ operation: 'makeup.apply', environment: 'test', idempotency_key: 'order-1' })],
  ];
  const misses: [string, PlanInput['match']][] = [
    ['another operation', { operation: 'skin.analyze' }],
    ['another key', { key: 'pk_live_demo' }],
    ['another environment', { environment: 'live' }],
    ['another input', { input_digest: '0'.repeat(64) }],
    ['another idempotency key', { idempotency_key: 'order-2' }],
    ['one part that is not so', { operation: 'makeup.apply', idempotency_key: 'order-2' }],
  ];

  it.each(matches)('takes a job by %s', async (_, matchOf) => {
    const { emulator, client } = await emulatorFor();
    await client.get('/v1/usage');
    const match = matchOf(await facePng(), emulator.journal.find()[0]?.keyId ?? '');
    emulator.plans.add({ match, ...FAIL });
    const { body: job } = await client.submitOn('makeup.apply', { idempotencyKey: 'order-1' });
    await emulator.clock.advance('1m');
    expect(emulator.jobs.read(job.id).status).toBe('failed');
    expect(emulator.plans.list()).toMatchObject([{ matched: 1, used: 1, spent: true }]);
  });

  it.each(misses)('leaves a job for %s', async (_, match) => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ match, ...FAIL });
    const { body: job } = await client.submitOn('makeup.apply', { idempotencyKey: 'order-1' });
    await emulator.clock.advance('1m');
    expect(emulator.jobs.read(job.id).status).toBe('succeeded');
    expect(emulator.plans.list()).toMatchObject([{ matched: 0, used: 0, spent: false }]);
  });

  it('does not count a replay or a refused submission', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ ...FAIL, nth: 2 });
    const { path, body } = REQUESTS['makeup.apply'];
    const asset = await client.upload();
    const json = { inputs: [{ asset_id: asset.body.id, role: 'source' }], ...body };
    for (const status of [202, 200])
      expect((await client.submit(path, json, { idempotencyKey: 'order-1' })).status).toBe(status);
    expect((await client.submit(path, {}, { idempotencyKey: 'order-2' })).status).toBe(400);
    expect(emulator.plans.list()).toMatchObject([{ matched: 1, used: 0 }]);
  });
});

describe('The trigger of a plan', () => {
  it('takes effect from the first instant of between on, and before the second', async () => {
    const opened = await emulatorFor();
    const { emulator } = opened;
    emulator.plans.add({ ...FAIL, times: null, between: ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'] });
    const ids: string[] = [];
    for (const to of ['00:59:59.999', '01:00:00', '01:59:59.999', '02:00:00']) {
      await emulator.clock.advance({ to: `2026-01-01T${to}Z` });
      const { body: job } = await opened.client.submitOn('makeup.apply');
      ids.push(job.id);
    }
    await emulator.clock.advance({ until: 'idle' });
    expect(places(ids.map((id) => emulator.jobs.read(id).status))).toEqual([2, 3]);
  });
});

describe('Several plans', () => {
  it('override what stands, and stand before what the configuration has', async () => {
    const succeed: PlanInput = { outcome: { status: 'succeeded' }, times: null };
    const opened = await emulatorFor({ plans: [{ ...FAIL, times: null }] });
    opened.emulator.plans.add(succeed);
    opened.emulator.plans.add({ ...FAIL, nth: 2 });
    expect(places(await endsOf(opened, 3))).toEqual([2]);
    opened.emulator.plans.add({ ...FAIL, times: null });
    expect(places(await endsOf(opened, 1))).toEqual([1]);
    opened.emulator.plans.add({ ...succeed, prepend: true });
    opened.emulator.plans.add(FAIL);
    expect(places(await endsOf(opened, 1))).toEqual([]);
    const shown = ['prepended', 'ending', 'ending', 'standing', 'standing', 'configured'];
    expect(opened.emulator.plans.list().map(({ place }) => place)).toEqual(shown);
  });

  it('that stand before all are no matter of a configuration', async () => {
    const plans = [{ prepend: true }] as never;
    await expect(emulatorFor({ plans })).rejects.toThrow('plans[0].prepend: is not a known field');
  });

  it('are named where they decided no job', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.assertAllUsed();
    const used = emulator.plans.add({ match: { operation: 'makeup.apply' } });
    const unused = emulator.plans.add({ match: { operation: 'skin.analyze' } });
    const late = emulator.plans.add({ match: { operation: 'makeup.apply' }, nth: 7 });
    await client.submitOn('makeup.apply');
    expect(emulator.plans.unused().map(({ id }) => id)).toEqual([unused, late]);
    expect(() => emulator.plans.assertAllUsed()).toThrow(
      new RegExp(
        `^2 of the plans decided no job:\n {2}${unused} \\(matched 0 jobs\\).*\n {2}${late} \\(matched 1 job\\)`,
      ),
    );
    emulator.plans.remove(unused);
    emulator.plans.remove(late);
    emulator.plans.assertAllUsed();
    expect(emulator.plans.list().map(({ id }) => id)).toEqual([used]);
  });

  it('are removed one by one and all together, and decide nothing then', async () => {
    const opened = await emulatorFor();
    const { emulator, client } = opened;
    const { body } = await client.call('POST', '/_emulator/v1/plans', { json: { ...FAIL, times: null } });
    emulator.plans.add({ ...FAIL, times: null });
    expect((await client.call('DELETE', `/_emulator/v1/plans/${body.id}`)).status).toBe(204);
    expect((await client.call('DELETE', `/_emulator/v1/plans/${body.id}`)).status).toBe(404);
    expect(places(await endsOf(opened, 1))).toEqual([1]);
    expect((await client.call('DELETE', '/_emulator/v1/plans')).status).toBe(204);
    expect((await client.get('/_emulator/v1/plans')).body).toEqual([]);
    expect(places(await endsOf(opened, 1))).toEqual([]);
  });
});
