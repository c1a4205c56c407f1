import { describe, expect, it } from 'vitest';
import { wordWeights } from './word-weights.ts';

describe('the likeness of two texts', () => {
  const likeness = wordWeights(['a job is read', 'a job is deleted', 'a job is watermarked', 'an asset is read']);

  it('is 1 for the same words in any order, spelling of capitals or plural, and 0 for none in common', () => {
    expect(likeness('the Jobs were read', 'read the job were')).toBeCloseTo(1);
    expect(likeness('a job', 'watermarks')).toBe(0);
  });

  it('is greater for a rare word in common than for a frequent one', () => {
    expect(likeness('job watermarked', 'asset watermarked')).toBeGreaterThan(
      likeness('job watermarked', 'job deleted'),
    );
  });

  it('is 0 for a text without words', () => {
    expect(likeness('', 'a job is read')).toBe(0);
    expect(likeness('…', '…')).toBe(0);
  });
});
