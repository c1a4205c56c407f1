import { describe, expect, it } from 'vitest';
import { featuresOf } from '../features.ts';
import { after, knownAfter } from '../known.ts';
import type { Session } from '../operation.ts';
import { drawSession } from './draw-session.ts';
import { type Means, pastOf } from './means.ts';
import { createTried } from './tried.ts';

describe('what was tried', () => {
  it('prefers a new action to a new combination, and a new combination to an old one', () => {
    const tried = createTried();
    tried.note(['read job', 'key=primary', 'state=queued']);
    tried.note(['read job', 'key=second', 'state=done']);
    const scores = [
      tried.newIn(['read job', 'key=primary', 'state=queued']),
      tried.newIn(['read job', 'key=primary', 'state=done']),
      tried.newIn(['read job', 'key=primary', 'state=processing']),
      tried.newIn(['delete job', 'key=primary', 'state=queued']),
    ];
    expect(scores[0]).toBe(0);
    expect(scores.toSorted((one, other) => one - other)).toEqual(scores);
    expect(new Set(scores).size).toBe(4);
  });

  it('prefers another state for the same caller to another parameter', () => {
    const tried = createTried();
    for (const state of ['queued', 'done'])
      for (const key of ['primary', 'second']) tried.note(['read job', `key=${key}`, 'state=other', `age=${state}`]);
    tried.note(['read job', 'key=primary', 'state=queued', 'age=done']);
    const [state, age] = [
      tried.newIn(['read job', 'key=second', 'state=queued', 'age=done']),
      tried.newIn(['read job', 'key=primary', 'state=queued', 'age=queued']),
    ];
    expect(state).toBeGreaterThan(age);
  });

  it('prefers another state for the same caller to several new parameters', () => {
    const tried = createTried();
    tried.note(['list assets', 'key=primary', 'state=queued', 'times=0']);
    const [state, parameters] = [
      tried.newIn(['list assets', 'key=primary', 'state=done', 'times=0']),
      tried.newIn(['list assets', 'key=primary', 'state=queued', 'times=1', 'with=limit', 'with=purpose', 'with=job']),
    ];
    expect(state).toBeGreaterThan(parameters);
  });

  it('makes the sessions of a run differ', () => {
    const shared = pastOf('run');
    const together = pairsOf((nth) => drawSession(`seed ${nth}`, MEANS, 40, shared));
    const alone = pairsOf((nth) => drawSession(`seed ${nth}`, MEANS, 40));
    expect(together.size).toBeGreaterThan(alone.size * 1.1);
  });
});

const MEANS: Means = {
  primary: 'live',
  roles: ['primary', 'second', 'other_env', 'other_account', 'no_scope', 'no_skin', 'revoked', 'none'],
  drivers: ['tenants', 'clock', 'jobs'],
  stages: ['queued', 'preparing', 'processing'],
  units: 'none',
  features: { lists: true, 'job.list': true, 'job.cancel': true, 'job.delete': true, 'credits.balance': true },
  only: null,
  hasPlots: true,
};

/** Each action with each of the features that it had in eight sessions. */
function pairsOf(draw: (nth: number) => Session): Set<string> {
  const pairs = Array.from({ length: 8 }, (_, nth) => {
    const { world, operations } = draw(nth);
    let known = knownAfter({ world, operations: [] });
    return operations.flatMap((operation) => {
      const [action, ...others] = featuresOf(operation, known);
      known = after(known, operation);
      return others.map((other) => `${action} ${other}`);
    });
  });
  return new Set(pairs.flat());
}
