import { describe, expect, it } from 'vitest';
import type { Stage } from '../../domain/job.ts';
import { DAY } from '../../domain/values/time.ts';
import { outcomeOf, smallWorld } from '../../testing/small-world.ts';

describe('3 A delete of a job', () => {
  it.each<[stage: Stage, outcome: string | undefined]>([
    ['queued', 'job_in_progress'],
    ['picked_up', 'job_in_progress'],
    ['preparing', 'job_in_progress'],
    ['processing', 'job_in_progress'],
    ['succeeded', undefined],
    ['failed', undefined],
    ['cancelled', undefined],
  ])('that is %s: %s', (stage, outcome) => {
    const small = smallWorld();
    if (stage === 'failed') small.failNext();
    const { job } = small.submit();
    if (stage === 'cancelled') small.make('cancel', { caller: small.caller, job: job.id });
    small.takeTo(job, stage);
    const remove = () => outcomeOf(() => small.make('delete_job', { caller: small.caller, job: job.id }));
    expect([remove(), remove()]).toEqual([outcome, outcome]);
    expect(small.jobNow(job) === undefined).toBe(outcome === undefined);
  });

  it('erases what it kept and what it made, and leaves the input of the caller alone', () => {
    const small = smallWorld();
    const input = small.upload();
    const job = small.takeTo(small.submit({ submission: small.skin(input.id) }).job, 'succeeded');
    small.make('delete_job', { caller: small.caller, job: job.id });
    expect([...small.state.assets.keys()]).toEqual([input.id]);
    expect([...small.state.blobUses]).toEqual([[input.digest, 1]]);
    expect([...small.state.timers.values()].map(({ kind }) => kind)).toEqual(['asset-expiry']);
    expect(small.state.tombstones.get(job.id)?.cause).toBe('deleted');
  });

  it('finds no job whose retention has passed', () => {
    const small = smallWorld();
    const job = small.takeTo(small.submit().job, 'succeeded');
    small.pass(8 * DAY);
    expect(outcomeOf(() => small.make('delete_job', { caller: small.caller, job: job.id }))).toBe('job_not_found');
  });
});
