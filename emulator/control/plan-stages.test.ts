import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { imagesBehindGate, openWorld } from '../testing/open-world.ts';

const STAGES = [
  { stage: 'queued', status: 'queued', reachedAfter: 0, next: 'picked_up' },
  { stage: 'picked_up', status: 'queued', reachedAfter: 1_000, next: 'preparing' },
  { stage: 'preparing', status: 'running', reachedAfter: 1_500, next: 'processing' },
  { stage: 'processing', status: 'running', reachedAfter: 2_000, next: 'succeeded' },
] as const;

describe('The stages of a plan', () => {
  it.each(STAGES)('last as long as it says: $stage', async ({ stage, reachedAfter, next }) => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ stages: { [stage]: '1h' } });
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance(reachedAfter + 3_600_000 - 1);
    expect(emulator.jobs.read(job.id).stage).toBe(stage);
    await emulator.clock.advance(1);
    expect(emulator.jobs.read(job.id).stage).toBe(next);
  });

  it('of no length are passed through at once', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ stages: { queued: 0, picked_up: '0s', preparing: 0, processing: 'PT0S' } });
    const { body: job } = await client.submitOn('makeup.apply');
    expect(job.status).toBe('queued');
    await emulator.clock.advance(0);
    expect((await client.get(`/v1/jobs/${job.id}`)).body).toMatchObject({
      status: 'succeeded',
      completed_at: job.created_at,
    });
  });
});

describe('A job that is held', () => {
  it.each(STAGES)('stays $stage until it is released, and then goes on at once', async (held) => {
    const { stage, status, reachedAfter, next } = held;
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: stage });
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance(reachedAfter);
    expect(emulator.jobs.read(job.id)).toMatchObject({
      id: job.id,
      status,
      stage,
      held: true,
      cancel_requested: false,
    });
    await emulator.clock.advance('12h');
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe(status);
    expect(await emulator.jobs.release(job.id)).toMatchObject({ stage: next, held: false });
    await emulator.clock.advance({ until: 'idle' });
    expect(emulator.jobs.read(job.id).status).toBe('succeeded');
  });

  it.each(STAGES)(
    'and is released early stays $stage for the rest of its time',
    async ({ stage, reachedAfter, next }) => {
      const { emulator, client } = await emulatorFor();
      emulator.plans.add({ hold_at: stage, stages: { [stage]: '10s' } });
      const { body: job } = await client.submitOn('makeup.apply');
      await emulator.clock.advance(reachedAfter + 4_000);
      expect(await emulator.jobs.release(job.id)).toMatchObject({ stage, held: false });
      await emulator.clock.advance(5_999);
      expect(emulator.jobs.read(job.id).stage).toBe(stage);
      await emulator.clock.advance(1);
      expect(emulator.jobs.read(job.id).stage).toBe(next);
    },
  );

  it.each(STAGES.slice(1))('is not held at $stage where it was released before', async ({ stage }) => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: stage });
    const { body: job } = await client.submitOn('makeup.apply');
    expect(await emulator.jobs.release(job.id)).toMatchObject({ stage: 'queued', held: false });
    await emulator.clock.advance('4s');
    expect(emulator.jobs.read(job.id).status).toBe('succeeded');
  });

  it('is cancelled at once while it is queued, and at the boundary where it is let go later', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: 'queued' });
    const { body: queued } = await client.submitOn('makeup.apply');
    expect((await client.call('POST', `/v1/jobs/${queued.id}/cancel`)).body.status).toBe('cancelled');
    emulator.plans.add({ hold_at: 'preparing' });
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance('1h');
    expect((await client.call('POST', `/v1/jobs/${job.id}/cancel`)).status).toBe(202);
    expect(emulator.jobs.read(job.id)).toMatchObject({ stage: 'preparing', held: true, cancel_requested: true });
    expect(await emulator.jobs.release(job.id)).toMatchObject({ status: 'cancelled', held: false });
  });
});

describe('A step', () => {
  it('takes a job over each boundary, and time stays', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply');
    const before = emulator.clock.now();
    for (const { next } of STAGES) expect((await emulator.jobs.step(job.id)).stage).toBe(next);
    expect((await emulator.jobs.step(job.id)).stage).toBe('succeeded');
    expect(emulator.clock.now()).toBe(before);
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
    expect((await emulator.clock.advance('1m')).fired).toEqual([]);
  });

  it.each(STAGES)('takes a job out of a hold at $stage', async ({ stage, reachedAfter, next }) => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: stage });
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance(reachedAfter);
    expect(await emulator.jobs.step(job.id)).toMatchObject({ stage: next, held: false });
  });

  it('does not take a later hold away', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: 'preparing' });
    const { body: job } = await client.submitOn('makeup.apply');
    expect((await emulator.jobs.step(job.id)).stage).toBe('picked_up');
    expect(await emulator.jobs.step(job.id)).toMatchObject({ stage: 'preparing', held: true });
    await emulator.clock.advance('1h');
    expect(emulator.jobs.read(job.id).stage).toBe('preparing');
  });

  it('out of processing ends the job with its pictures, where they are still being made', async () => {
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
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ outcome: { status: 'failed', code, ...(message !== undefined && { message }) } });
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('4s');
    const { body, status } = await client.get(`/v1/jobs/${job.id}`);
    expect([status, body.status, body.output, body.error]).toEqual([200, 'failed', null, { code, message: shown }]);
    expect((await client.get(`/v1/assets?job_id=${job.id}`)).body.data).toEqual([]);
  });

  it('gives scores and unavailable concerns, and leaves the others to the seed', async () => {
    const { emulator, client } = await emulatorFor();
    const concernsOf = async () => {
      const { body: job } = await client.submitOn('skin.analyze');
      await emulator.clock.advance('4s');
      return (await client.get(`/v1/jobs/${job.id}`)).body.output.concerns;
    };
    const [acne, redness] = await concernsOf();
    emulator.plans.add({ outcome: { status: 'succeeded', scores: { acne: 12.5, pore: 1 } } });
    expect(await concernsOf()).toEqual([{ ...acne, score: 12.5 }, redness]);
    emulator.plans.add({ outcome: { status: 'succeeded', unavailable: { redness: 'not_measurable' } } });
    const unavailable = {
      concern: 'redness',
      score: null,
      status: 'unavailable',
      unavailable_reason: 'not_measurable',
    };
    expect(await concernsOf()).toEqual([acne, unavailable]);
    expect(await concernsOf()).toEqual([acne, redness]);
  });

  it('gives the colors that a hair try-on says it applied', async () => {
    const { emulator, client } = await emulatorFor();
    const applied = { dark: { color: '#000001', opacity: 0.25 }, light: { color: '#000002' } };
    emulator.plans.add({ outcome: { status: 'succeeded', applied } });
    const { body: job } = await client.submitOn('hair.try_on');
    await emulator.clock.advance('4s');
    const { output } = (await client.get(`/v1/jobs/${job.id}`)).body;
    expect(output.applied).toEqual({ color_gradient: { ...applied, light: { color: '#000002', opacity: 1 } } });
  });
});
