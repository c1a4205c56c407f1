import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import type { EmulatorOptions, PlanInput } from '../index.ts';
import { REQUESTS } from '../testing/client.ts';
import { studio } from '../testing/pictures/studio.ts';

const SUCCEED: PlanInput = { outcome: { status: 'succeeded' } };
const OPERATIONS = Object.entries(REQUESTS);
const MAKEUP = REQUESTS['makeup.apply'];
const SKIN = REQUESTS['skin.analyze'];
const NOT_DECODED = { code: 'INPUT_UNPROCESSABLE', message: 'The input image could not be decoded.' };

/** A world in which jobs run on a magic image, and what is reported about them. */
async function planned(image: string, options: EmulatorOptions = {}) {
  const { emulator, client, upload, submit, jobOf } = await studio(options);
  const { bytes, mediaType } = fixtures.magicImage(image);
  const id = await upload(bytes(), mediaType);
  const start = (product: { path: string; body: object }, change: object = {}) =>
    submit(product.path, [[id, 'source']], { ...product.body, ...change });
  const reportOf = async (job: string) => {
    const { decided_by, outcome } = emulator.inspect.job(job);
    const { status, error } = await jobOf(job);
    return { status, error, by: decided_by.by, plan: decided_by.plan, outcome };
  };
  const run = async (...of: Parameters<typeof start>) => {
    const job = await start(...of);
    await emulator.clock.advance('10s');
    return { job, ...(await reportOf(job)) };
  };
  return { emulator, client, start, reportOf, run, jobOf };
}

describe('A plan that says succeeded', () => {
  const DECODABLE = fixtures.magic().flatMap(({ name }) => (name === 'truncated' ? [] : [name]));

  it.each(DECODABLE)('decides every product, whatever the picture shows: %s', async (image) => {
    const { emulator, run } = await planned(image);
    for (const [, product] of OPERATIONS) {
      const plan = emulator.plans.add({ ...SUCCEED, stages: { processing: '1s' } });
      expect(await run(product)).toMatchObject({ status: 'succeeded', by: 'plan', plan });
    }
    expect(emulator.plans.list().map(({ overruled }) => overruled)).toEqual(OPERATIONS.map(() => []));
  });

  it('sets the scores of a picture without a face', async () => {
    const { emulator, run, jobOf } = await planned('no-face');
    emulator.plans.add({
      outcome: { status: 'succeeded', scores: { acne: 12 }, unavailable: { pore: 'not_measured' } },
    });
    const visualizations = [{ concern: 'acne', kind: 'mask' }];
    const { job } = await run(SKIN, { concerns: ['acne', 'pore'], visualizations });
    const { output } = await jobOf(job);
    expect(output.concerns).toMatchObject([{ score: 12 }, { unavailable_reason: 'not_measured' }]);
    expect(output.visualizations).toHaveLength(1);
  });

  it.each<[what: string, product: { path: string; body: object }, change: object, options: EmulatorOptions]>([
    ['an analysis without visualizations', SKIN, { visualizations: [] }, {}],
    ['a try-on whose result does not depend on it', MAKEUP, {}, { readings: { test_results: 'fixed' } }],
  ])('does not need bytes that are not drawn on: %s', async (_, product, change, options) => {
    const { emulator, run } = await planned('truncated', options);
    emulator.plans.add(SUCCEED);
    expect(await run(product, change)).toMatchObject({ status: 'succeeded', by: 'plan' });
    expect(await run(product, change)).toMatchObject({ status: 'failed', by: 'magic_image', plan: null });
  });
});

describe('A job that ends differently from what its plan says', () => {
  it('because its picture cannot be decoded says so while it is still at work', async () => {
    const { emulator, start, reportOf } = await planned('truncated');
    const plan = emulator.plans.add(SUCCEED);
    const job = await start(MAKEUP);
    expect(await reportOf(job)).toMatchObject({ by: 'plan', plan, outcome: { status: 'succeeded' } });
    await emulator.clock.advance('2s');
    expect(await reportOf(job)).toMatchObject({ status: 'running', by: 'input', outcome: { status: 'failed' } });
    await emulator.clock.advance('10s');
    const outcome = { status: 'failed', ...NOT_DECODED };
    expect(await reportOf(job)).toEqual({ status: 'failed', error: NOT_DECODED, by: 'input', plan, outcome });
    expect(emulator.plans.list()).toMatchObject([{ id: plan, used: 1, overruled: [job] }]);
  });

  it.each<[what: string, by: string, code: string, options: EmulatorOptions]>([
    ['its input expires', 'input', 'INPUT_EXPIRED', {}],
    ['it takes too long', 'timeout', 'PROCESSING_FAILED', { readings: { job_timeout: '10m' } }],
  ])('because %s names that', async (_, by, code, options) => {
    const { emulator, start, reportOf } = await planned('slow', options);
    emulator.plans.add({ ...SUCCEED, hold_at: 'queued' });
    const job = await start(MAKEUP);
    await emulator.clock.advance('2d');
    if (by === 'input') emulator.jobs.release(job);
    await emulator.clock.advance('1m');
    expect(await reportOf(job)).toMatchObject({
      status: 'failed',
      error: { code },
      by,
      outcome: { status: 'failed', code },
    });
    expect(emulator.plans.list()).toMatchObject([{ overruled: [job] }]);
  });

  it('because it is cancelled has no outcome', async () => {
    const { emulator, client, start, reportOf } = await planned('slow');
    const plan = emulator.plans.add(SUCCEED);
    const job = await start(MAKEUP);
    await client.call('POST', `/v1/jobs/${job}/cancel`);
    expect(await reportOf(job)).toMatchObject({ status: 'cancelled', by: 'cancel', plan, outcome: null });
    expect(emulator.plans.list()).toMatchObject([{ overruled: [job] }]);
  });
});

it('A plan without an outcome leaves the decision to the picture', async () => {
  const { emulator, run } = await planned('no-face');
  const plan = emulator.plans.add({ stages: { processing: '3s' } });
  expect(await run(MAKEUP)).toMatchObject({ status: 'failed', by: 'magic_image', plan });
  expect(emulator.plans.list()).toMatchObject([{ used: 1, overruled: [] }]);
});
