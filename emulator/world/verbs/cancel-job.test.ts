import { describe, expect, it } from 'vitest';
import { smallWorld } from '../../testing/small-world.ts';

describe('3 A cancel', () => {
  it.each([
    ['queued', 0],
    ['picked_up', 0],
    ['preparing', 1],
  ] as const)('of a job that is %s leaves %i used units in the daily quota', (stage, used) => {
    const small = smallWorld();
    const job = small.takeTo(small.submit().job, stage);
    small.make('cancel', { caller: small.caller, job: job.id });
    small.pass(60_000);
    expect([...small.state.usage.values()]).toEqual([expect.objectContaining({ accepted: 1 })]);
    expect(small.state.quotaUses.size).toBe(used);
  });
});
