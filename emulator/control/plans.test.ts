import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PlanInput } from '../index.ts';
import { emulatorFor, facePng } from '../testing/client.ts';
import { makeup, openPlayed, type Played, play, statuses } from '../testing/play.ts';

const FAIL: PlanInput = { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } };
const ORDER = makeup({}, { idempotencyKey: 'order-1' });
const FAIL_ALL = { ...FAIL, times: null };

/** Submits `count` jobs and returns the indexes of those that fail. */
async function failuresAmong(played: Played, count: number): Promise<number[]> {
  const ids = [];
  for (let job = 0; job < count; job += 1) ids.push((await play(played, 'makeup')).body.id);
  await played.emulator.clock.advance({ until: 'idle' });
  return ids.flatMap((id, index) => (played.emulator.jobs.read(id).status === 'failed' ? [index + 1] : []));
}

const face = await facePng();

describe('The match of a plan', () => {
  const digest = (form: 'hex' | 'base64url') => createHash('sha256').update(face).digest(form);

  it.each<[string, PlanInput['match'], boolean]>([
    ['nothing', {}, true],
    ['the operation', { operation: 'makeup.apply' }, true],
    ['the key by its secret', { key: 'pk_test_demo' }, true],
    ['the environment', { environment: 'test' }, true],
    ['the input by its digest in hex', { input_digest: digest('hex') }, true],
    ['the input by its digest in upper case hex', { input_digest: digest('hex').toUpperCase() }, true],
    ['the input by its digest in base64url', { input_digest: digest('base64url') }, true],
    ['the idempotency key', { idempotency_key: 'order-1' }, true],
    ['all of it at once', { operation: 'makeup.apply', environment: 'test', idempotency_key: 'order-1' }, true],
    ['another operation', { operation: 'skin.analyze' }, false],
    ['another key', { key: 'pk_live_demo' }, false],
    ['another environment', { environment: 'live' }, false],
    ['another input', { input_digest: '0'.repeat(64) }, false],
    ['another idempotency key', { idempotency_key: 'order-2' }, false],
    ['one part that is not so', { operation: 'makeup.apply', idempotency_key: 'order-2' }, false],
  ])('by %s', async (_, match, isMet) => {
    const played = await openPlayed();
    played.emulator.plans.add({ match, ...FAIL });
    const { body } = await play(played, ORDER, '1m', 'GET /v1/jobs/{job}');
    expect(body.status).toBe(isMet ? 'failed' : 'succeeded');
    const times = Number(isMet);
    expect(played.emulator.plans.list()).toMatchObject([{ matched: times, used: times, spent: isMet }]);
  });

  it('selects a job by the id of its key', async () => {
    const played = await openPlayed();
    await play(played, 'GET /v1/usage');
    played.emulator.plans.add({ match: { key: played.emulator.journal.find()[0]?.keyId ?? '' }, ...FAIL });
    expect(await failuresAmong(played, 1)).toEqual([1]);
  });

  it('does not count a replay or a refused submission', async () => {
    const played = await openPlayed();
    played.emulator.plans.add({ ...FAIL, nth: 2 });
    expect(await statuses(ORDER, ORDER, makeup({ products: [] }))(played)).toEqual([202, 200, 400]);
    expect(played.emulator.plans.list()).toMatchObject([{ matched: 1, used: 0 }]);
  });
});

describe('The trigger of a plan', () => {
  it('takes effect from the first instant of between until the second one', async () => {
    const played = await openPlayed();
    const { emulator } = played;
    emulator.plans.add({ ...FAIL_ALL, between: ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'] });
    const ids: string[] = [];
    for (const to of ['00:59:59.999', '01:00:00', '01:59:59.999', '02:00:00']) {
      await emulator.clock.advance({ to: `2026-01-01T${to}Z` });
      ids.push((await play(played, 'makeup')).body.id);
    }
    await emulator.clock.advance({ until: 'idle' });
    expect(ids.map((id) => emulator.jobs.read(id).status)).toEqual(['succeeded', 'failed', 'failed', 'succeeded']);
  });
});

// order.property.test.ts compares the order of plans with a model.
describe('Several plans', () => {
  it('override existing ones, and come before those of the configuration', async () => {
    const succeed: PlanInput = { outcome: { status: 'succeeded' }, times: null };
    const played = await openPlayed({ plans: [FAIL_ALL] });
    const { plans } = played.emulator;
    plans.add(succeed);
    plans.add({ ...FAIL, nth: 2 });
    expect(await failuresAmong(played, 3)).toEqual([2]);
    plans.add(FAIL_ALL);
    expect(await failuresAmong(played, 1)).toEqual([1]);
    plans.add({ ...succeed, prepend: true });
    plans.add(FAIL);
    expect(await failuresAmong(played, 1)).toEqual([]);
    const shown = ['prepended', 'ending', 'ending', 'standing', 'standing', 'configured'];
    expect(plans.list().map(({ place }) => place)).toEqual(shown);
  });

  it('cannot be configured to come before all others', async () => {
    const plans = [{ prepend: true }] as never;
    await expect(emulatorFor({ plans })).rejects.toThrow('plans[0].prepend: is not a known field');
  });

  it('are listed if they were not applied to any job', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.assertAllUsed();
    const used = emulator.plans.add({ match: { operation: 'makeup.apply' } });
    const unused = emulator.plans.add({ match: { operation: 'skin.analyze' } });
    const late = emulator.plans.add({ match: { operation: 'makeup.apply' }, nth: 7 });
    await client.submitOn('makeup.apply');
    expect(emulator.plans.unused().map(({ id }) => id)).toEqual([unused, late]);
    const message = `^2 plans not used:\n {2}${unused} \\(matched 0 jobs\\).*\n {2}${late} \\(matched 1 job\\)`;
    expect(() => emulator.plans.assertAllUsed()).toThrow(new RegExp(message));
    emulator.plans.remove(unused);
    emulator.plans.remove(late);
    emulator.plans.assertAllUsed();
    expect(emulator.plans.list().map(({ id }) => id)).toEqual([used]);
  });

  it('can be removed one by one and all together, and then have no effect', async () => {
    const played = await openPlayed();
    const { emulator, client } = played;
    const control = (method: string, path: string, json?: unknown) =>
      client.call(method, `/_emulator/v1/plans${path}`, json === undefined ? {} : { json });
    const { id } = (await control('POST', '', FAIL_ALL)).body;
    emulator.plans.add(FAIL_ALL);
    expect([(await control('DELETE', `/${id}`)).status, (await control('DELETE', `/${id}`)).status]).toEqual([
      204, 404,
    ]);
    expect(await failuresAmong(played, 1)).toEqual([1]);
    expect((await control('DELETE', '')).status).toBe(204);
    expect((await control('GET', '')).body).toEqual([]);
    expect(await failuresAmong(played, 1)).toEqual([]);
  });
});
