import { describe, expect, it } from 'vitest';
import { type SmallWorld, smallWorld } from '../../testing/small-world.ts';

const plan = (small: SmallWorld, index: number) => small.state.plans[index]?.count;

describe('Plans', () => {
  it('decide in their order; each that matches is counted, and one that is used up lets the next decide', () => {
    const small = smallWorld();
    small.planNext({ holdAt: 'queued' });
    small.planNext({ holdAt: 'preparing' });
    const held = [1, 2, 3].map(() => small.submit().job.holdAt);
    expect(held).toEqual(['queued', 'preparing', null]);
    expect([plan(small, 0), plan(small, 1)]).toEqual([
      { matched: 3, hits: 1 },
      { matched: 3, hits: 1 },
    ]);
  });

  it('that match something else decide nothing', () => {
    const small = smallWorld();
    small.planNext({ holdAt: 'queued', match: { operation: 'hair.try_on' } });
    expect(small.submit().job.holdAt).toBeNull();
    expect(plan(small, 0)).toEqual({ matched: 0, hits: 0 });
  });

  it('are not used up by a submission that is refused', () => {
    const small = smallWorld();
    small.planNext({ holdAt: 'queued' });
    expect(() => small.submit({ submission: small.skin('asset_none') })).toThrow();
    expect(plan(small, 0)).toEqual({ matched: 0, hits: 0 });
  });

  it.each([
    [null, 0],
    ['first', 1],
  ])('are removed: %s', (which, left) => {
    const small = smallWorld();
    small.planNext({ holdAt: 'queued' });
    small.planNext({ holdAt: 'preparing' });
    const [first] = small.state.plans;
    small.make('remove_plans', { id: which === null ? null : (first?.id ?? '') });
    expect(small.state.plans.map(({ holdAt }) => holdAt)).toEqual(['preparing'].slice(0, left));
  });
});

describe('Faults', () => {
  const subject = { route: 'GET /v1/usage', method: 'GET', key: 'key_1', environment: 'live' };

  it.each([
    [{ route: 'GET /v1/usage' }, true],
    [{ route: 'GET /v1/jobs' }, false],
    [{ method: 'GET', environment: 'test' }, false],
    [{ key: 'key_1' }, true],
    [{}, true],
  ])('that match %j meet a request: %j', (match, isMet) => {
    const small = smallWorld();
    small.make('add_fault', {
      fault: {
        match: { route: null, method: null, key: null, environment: null, ...match },
        trigger: { nth: null, every: null, times: 1, between: null },
        effect: { kind: 'reset' },
        place: 'ending',
      },
    });
    const met = [1, 2].map(() => small.make('meet_fault', { subject }) !== null);
    expect(met).toEqual([isMet, false]);
  });
});
