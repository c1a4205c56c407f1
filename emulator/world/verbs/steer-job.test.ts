import { describe, expect, it } from 'vitest';
import type { WorkingStage } from '../../domain/job.ts';
import { smallWorld } from '../../testing/small-world.ts';

describe('A job that is held', () => {
  it.each<[stage: WorkingStage, next: string]>([
    ['queued', 'picked_up'],
    ['picked_up', 'preparing'],
    ['preparing', 'processing'],
    ['processing', 'succeeded'],
  ])('stays %s until it is released, and then is %s', (stage, next) => {
    const small = smallWorld({ config: { stages: { queued: 1, picked_up: 1, preparing: 1, processing: 1 } } });
    small.planNext({ holdAt: stage });
    const { job } = small.submit();
    const muchLater = () => {
      small.pass(60_000);
      small.doEffects();
      small.pass(60_000);
    };
    muchLater();
    expect(small.jobNow(job)?.stage).toBe(stage);
    small.make('release_job', { job: job.id });
    small.pass(0);
    expect(small.jobNow(job)?.stage).toBe(next);
  });

  it('is taken over one boundary by a step, and goes on', () => {
    const small = smallWorld();
    small.planNext({ holdAt: 'queued' });
    const { job } = small.submit();
    small.make('step_job', { job: job.id });
    expect(small.jobNow(job)).toMatchObject({ stage: 'picked_up', holdAt: null });
  });
});

describe('A step', () => {
  it('while pictures are made ends the job with them, whatever its processing time', () => {
    const small = smallWorld({ config: { stages: { processing: 60_000 } } });
    const job = small.takeTo(small.submit().job, 'preparing');
    small.make('step_job', { job: job.id });
    small.make('step_job', { job: job.id });
    expect(small.jobNow(job)?.stage).toBe('processing');
    small.doEffects();
    small.pass(0);
    expect(small.jobNow(job)?.stage).toBe('succeeded');
  });

  it('changes nothing of a job that has ended', () => {
    const small = smallWorld();
    const job = small.takeTo(small.submit().job, 'succeeded');
    small.make('step_job', { job: job.id });
    expect(small.jobNow(job)).toBe(job);
  });
});
