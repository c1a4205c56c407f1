import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MissingValue } from '../../../../shared/expression/scope.ts';
import { isHeld } from '../finding.ts';
import { progressOf } from './progress.ts';

const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const [START, LATER] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:09Z'];
const QUEUED = {
  ...{ id: 'job_1', operation: 'skin.analyze', status: 'queued', livemode: true, created_at: START, updated_at: START },
  ...{ inputs: [{ asset_id: 'asset_1', role: 'source' }] },
  ...{ completed_at: null, expires_at: null, output: null, error: null },
};
const DONE = { ...QUEUED, status: 'succeeded', updated_at: LATER, completed_at: LATER, output: { type: 'x' } };
const isProgress = (earlier: unknown, later: unknown) => isHeld(progressOf(earlier, { value: later, pointer: '' }));
const jobs = fc.record({
  status: fc.constantFrom(...STATUSES),
  output: fc.constantFrom(null, { type: 'a' }),
  updated_at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:01Z'),
});

describe('Progress of a Job', () => {
  it('is possible from a Job to itself', () => {
    fc.assert(fc.property(jobs, (job) => isProgress(job, job)));
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(jobs, jobs, jobs, (a, b, c) => {
        fc.pre(isProgress(a, b) && isProgress(b, c));
        expect(isProgress(a, c)).toBe(true);
      }),
    );
  });

  it('is never possible in both directions between two statuses', () => {
    for (const one of STATUSES)
      for (const other of STATUSES)
        expect(isProgress({ status: one }, { status: other }) && isProgress({ status: other }, { status: one })).toBe(
          one === other,
        );
  });

  it('is possible from queued to every status, and from a terminal status to none', () => {
    for (const status of STATUSES) expect(isProgress({ status: 'queued' }, { status })).toBe(true);
    expect(isProgress({ status: 'succeeded' }, { status: 'failed' })).toBe(false);
    expect(isProgress({ status: 'running' }, { status: 'queued' })).toBe(false);
    expect(isProgress({ status: 'running' }, { status: 'lost' })).toBe(false);
  });

  it.each([
    [{ id: 'job_2' }],
    [{ operation: 'makeup.apply' }],
    [{ created_at: '2026-01-01T00:00:01Z' }],
    [{ inputs: [] }],
    [{ livemode: false }],
    [{ updated_at: '2025-12-31T23:59:59Z' }],
  ])('never changes %j', (change) => {
    expect(isProgress(QUEUED, { ...DONE, ...change })).toBe(false);
  });

  it.each([
    [{ output: null }],
    [{ completed_at: '2026-01-01T00:00:10Z' }],
    [{ expires_at: '2026-02-01T00:00:00Z' }],
    [{ error: {} }],
  ])('does not change %j after the end of the Job', (change) => {
    expect(isProgress(DONE, { ...DONE, ...change })).toBe(false);
    expect(isProgress(QUEUED, { ...DONE, ...change })).toBe(true);
  });

  it('is untested without an earlier Job', () => {
    expect(() => progressOf({ error: {} }, { value: DONE, pointer: '' })).toThrow(MissingValue);
    expect(isProgress(QUEUED, 'a text')).toBe(false);
  });
});
