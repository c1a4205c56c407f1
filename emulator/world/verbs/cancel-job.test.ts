import { describe, expect, it } from 'vitest';
import type { Stage } from '../../domain/job.ts';
import { outcomeOf, smallWorld, statusIn } from '../../testing/small-world.ts';

describe('3 A cancel', () => {
  it.each<[stage: Stage, settled: boolean, ends: string, charge: string]>([
    ['queued', true, 'cancelled', 'released'],
    ['picked_up', false, 'cancelled', 'released'],
    ['preparing', false, 'cancelled', 'released'],
    ['processing', false, 'succeeded', 'captured'],
    ['cancelled', true, 'cancelled', 'released'],
  ])('of a job that is %s is settled at once: %j, and the job ends %s and %s', (stage, settled, ends, charge) => {
    const small = smallWorld();
    const { job } = small.submit();
    if (stage === 'cancelled') small.make('cancel', { caller: small.caller, job: job.id });
    else small.takeTo(job, stage);
    expect(small.make('cancel', { caller: small.caller, job: job.id }).settled).toBe(settled);
    small.pass(60_000);
    small.doEffects();
    small.pass(60_000);
    expect([statusIn(small, job.id), small.jobNow(job)?.charge?.state]).toEqual([ends, charge]);
  });

  it.each(['succeeded', 'failed'] as const)('of a job that has %s comes too late', (ended) => {
    const small = smallWorld();
    if (ended === 'failed') small.failNext();
    const job = small.takeTo(small.submit().job, ended);
    expect(outcomeOf(() => small.make('cancel', { caller: small.caller, job: job.id }))).toBe('job_not_cancellable');
  });

  it.each([
    ['queued', 0],
    ['picked_up', 0],
    ['preparing', 1],
  ] as const)('of a job that is %s leaves %i units of the daily quota used', (stage, used) => {
    const small = smallWorld();
    const job = small.takeTo(small.submit().job, stage);
    small.make('cancel', { caller: small.caller, job: job.id });
    small.pass(60_000);
    expect([...small.state.usage.values()]).toEqual([expect.objectContaining({ accepted: 1 })]);
    expect(small.state.quotaUses.size).toBe(used);
  });

  it('of somebody else’s job finds nothing', () => {
    const small = smallWorld();
    const other = { ...small.caller, owner: 'small/test' };
    const { job } = small.submit();
    expect(outcomeOf(() => small.make('cancel', { caller: other, job: job.id }))).toBe('job_not_found');
  });
});
