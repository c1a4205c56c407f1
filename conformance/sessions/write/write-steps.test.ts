import { describe, expect, it } from 'vitest';
import { deedText } from '../deed-text.ts';
import { type Operation, referencesIn } from '../operation.ts';
import { stepsOf } from './write-steps.ts';

const steps = (operation: Operation) => stepsOf(operation, () => ({}));

describe('A wait for midnight', () => {
  it('is until a moment before or after the end of the day of an upload', () => {
    const midnight = 'instant(day(s0.body.created_at)) + 24h';
    const given = { if: 'defined(instant(s0.body.created_at))' };
    expect(steps({ nth: 4, does: 'wait for midnight', of: 0, by: -30 })).toEqual([
      { ...given, wait: { until: `\${${midnight} - 30s}` } },
    ]);
    expect(steps({ nth: 4, does: 'wait for midnight', of: 0, by: 30 })).toEqual([
      { ...given, wait: { until: `\${${midnight} + 30s}` } },
    ]);
  });

  it('is described as that', () => {
    expect(deedText({ nth: 4, does: 'wait for midnight', of: 0, by: 30 })).toBe('wait until 30s after midnight');
  });
});

describe('A submission with nearly the Idempotency-Key of another one', () => {
  const submission = (how: 'in capitals' | 'shorter'): Operation => ({
    ...{ nth: 5, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 5 },
    like: { claim: 2, how },
  });

  it.each([
    ['in capitals', '${upper(key2)}'],
    ['shorter', '${slice(key2, 0, len(key2) - 1)}'],
  ] as const)('has that key %s', (how, key) => {
    expect(steps(submission(how))[0]).toEqual({ let: { key5: key } });
    expect(deedText(submission(how))).toContain(` with the Idempotency-Key of job 2 ${how}: `);
  });

  it('is left out of a shorter session with that one', () => {
    expect(referencesIn(submission('shorter'))).toEqual([0, 2]);
  });
});

describe('A mistake in a later page', () => {
  it('is sent with the cursor of the page before', () => {
    const page: Operation = { nth: 5, does: 'next page', of: 3, thing: 'assets', query: { limit: 101 } };
    expect(steps(page)).toEqual([expect.objectContaining({ query: { limit: 101, cursor: '${s3.body.next_cursor}' } })]);
  });
});
