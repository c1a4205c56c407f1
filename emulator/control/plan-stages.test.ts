import { describe, expect, it } from 'vitest';
import type { PlanInput } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { imagesBehindGate, openWorld } from '../testing/open-world.ts';

const STAGES = [
  { stage: 'queued', status: 'queued', reachedAfter: 0, next: 'picked_up' },
  { stage: 'picked_up', status: 'queued', reachedAfter: 1_000, next: 'preparing' },
  { stage: 'preparing', status: 'running', reachedAfter: 1_500, next: 'processing' },
  { stage: 'processing', status: 'running', reachedAfter: 2_000, next: 'succeeded' },
] as const;

/** A job with a plan, and functions for what the control API reports about it. */
async function planned(
  plan: PlanInput = {},
  product: 'makeup.apply' | 'skin.analyze' | 'hair.try_on' = 'makeup.apply',
) {
  const { emulator, client } = await emulatorFor();
  emulator.plans.add(plan);
  const { body: job } = await client.submitOn(product);
  const stage = () => emulator.jobs.read(job.id).stage;
  const pass = async (time: number | string) => {
    await emulator.clock.advance(time);
    return stage();
  };
  const read = async () => (await client.get(`/v1/jobs/${job.id}`)).body;
  const cancel = () => client.call('POST', `/v1/jobs/${job.id}/cancel`);
  const { step, release } = emulator.jobs;
  return { emulator, client, job, stage, pass, read, cancel, step: () => step(job.id), release: () => release(job.id) };
}

describe.each(STAGES)('The stage $stage of a plan', ({ stage, status, reachedAfter, next }) => {
  it('lasts the given time', async () => {
    const { pass } = await planned({ stages: { [stage]: '1h' } });
    expect([await pass(reachedAfter + 3_600_000 - 1), await pass(1)]).toEqual([stage, next]);
  });

  it('holds a job until it is released, which then continues at once', async () => {
    const { emulator, job, pass, read, release } = await planned({ hold_at: stage });
    await pass(reachedAfter);
    expect(emulator.jobs.read(job.id)).toMatchObject({ status, stage, held: true, cancel_requested: false });
    await pass('12h');
    expect((await read()).status).toBe(status);
    expect(await release()).toMatchObject({ stage: next, held: false });
    await emulator.clock.advance({ until: 'idle' });
    expect((await read()).status).toBe('succeeded');
  });

  it('keeps a job that is released early for the rest of its time', async () => {
    const { pass, release } = await planned({ hold_at: stage, stages: { [stage]: '10s' } });
    await pass(reachedAfter + 4_000);
    expect(await release()).toMatchObject({ stage, held: false });
    expect([await pass(5_999), await pass(1)]).toEqual([stage, next]);
  });

  it('does not hold a job that was released before', async () => {
    const { pass, release } = await planned({ hold_at: stage });
    if (stage !== 'queued') expect(await release()).toMatchObject({ stage: 'queued', held: false });
    expect(await pass('4s')).toBe(stage === 'queued' ? 'queued' : 'succeeded');
  });

  it('ends the hold of a job by a step', async () => {
    const { pass, step } = await planned({ hold_at: stage });
    await pass(reachedAfter);
    expect(await step()).toMatchObject({ stage: next, held: false });
  });
});

describe('A job with a plan', () => {
  it('passes stages with a duration of zero at once', async () => {
    const stages = { queued: 0, picked_up: '0s', preparing: 0, processing: 'PT0S' };
    const { job, pass, read } = await planned({ stages });
    expect([job.status, await pass(0)]).toEqual(['queued', 'succeeded']);
    expect((await read()).completed_at).toBe(job.created_at);
  });

  it('is cancelled at once while it is held in the queue', async () => {
    const { cancel } = await planned({ hold_at: 'queued' });
    expect((await cancel()).body.status).toBe('cancelled');
  });

  it('is cancelled at the boundary if it is released later', async () => {
    const { emulator, job, cancel, pass, release } = await planned({ hold_at: 'preparing' });
    await pass('1h');
    expect((await cancel()).status).toBe(202);
    expect(emulator.jobs.read(job.id)).toMatchObject({ stage: 'preparing', held: true, cancel_requested: true });
    expect(await release()).toMatchObject({ status: 'cancelled', held: false });
  });
});

describe('A step', () => {
  it('moves a job over each boundary without advancing time', async () => {
    const { emulator, step } = await planned();
    const before = emulator.clock.now();
    for (const { next } of STAGES) expect((await step()).stage).toBe(next);
    expect((await step()).stage).toBe('succeeded');
    expect(emulator.clock.now()).toBe(before);
    expect((await emulator.clock.advance('1m')).fired).toEqual([]);
  });

  it('does not remove a later hold', async () => {
    const { pass, step } = await planned({ hold_at: 'preparing' });
    expect((await step()).stage).toBe('picked_up');
    expect(await step()).toMatchObject({ stage: 'preparing', held: true });
    expect(await pass('1h')).toBe('preparing');
  });

  it('after processing ends the job with its pictures, even if they are still being created', async () => {
    const { images, open } = imagesBehindGate();
    const { emulator, client } = await openWorld({}, { images });
    const { body: job } = await client.submitOn('makeup.apply');
    for (const _ of ['queued', 'picked_up']) await emulator.jobs.step(job.id);
    const processing = emulator.jobs.step(job.id);
    expect(emulator.jobs.read(job.id).stage).toBe('processing');
    const ending = emulator.jobs.step(job.id);
    open();
    await processing;
    expect((await ending).stage).toBe('succeeded');
    expect(emulator.clock.now()).toBe('2026-01-01T00:00:00.000Z');
  });
});

describe('The outcome of a plan', () => {
  it.each([
    ['INPUT_UNPROCESSABLE', undefined, 'The input could not be processed as a face image.'],
    ['INPUT_EXPIRED', undefined, 'The input image was no longer kept.'],
    ['PROCESSING_FAILED', undefined, 'The processing failed.'],
    ['PROCESSING_FAILED', 'The oven was cold.', 'The oven was cold.'],
  ] as const)('makes a job fail with %s and the message %j', async (code, message, shown) => {
    const outcome = { status: 'failed', code, ...(message !== undefined && { message }) } as const;
    const { client, job, pass, read } = await planned({ outcome }, 'skin.analyze');
    await pass('4s');
    expect(await read()).toMatchObject({ status: 'failed', output: null, error: { code, message: shown } });
    expect((await client.get(`/v1/assets?job_id=${job.id}`)).body.data).toEqual([]);
  });

  it.each([
    [{ scores: { acne: 12.5, pore: 1 } }, { score: 12.5 }, {}],
    [
      { unavailable: { redness: 'not_measurable' } },
      {},
      { score: null, status: 'unavailable', unavailable_reason: 'not_measurable' },
    ],
  ] as const)('sets %j, and derives the rest from the seed', async (given, acne, redness) => {
    const concernsOf = async (outcome: PlanInput['outcome']) => {
      const { pass, read } = await planned({ outcome }, 'skin.analyze');
      await pass('4s');
      return (await read()).output.concerns;
    };
    const usual = await concernsOf({ status: 'succeeded' });
    const concerns = await concernsOf({ status: 'succeeded', ...given } as PlanInput['outcome']);
    expect(concerns).toEqual([
      { ...usual[0], ...acne },
      { ...usual[1], ...redness },
    ]);
  });

  it('sets the colors that a hair try-on reports as applied', async () => {
    const applied = { dark: { color: '#000001', opacity: 0.25 }, light: { color: '#000002' } };
    const { pass, read } = await planned({ outcome: { status: 'succeeded', applied } }, 'hair.try_on');
    await pass('4s');
    const color_gradient = { ...applied, light: { color: '#000002', opacity: 1 } };
    expect((await read()).output.applied).toEqual({ color_gradient });
  });
});
