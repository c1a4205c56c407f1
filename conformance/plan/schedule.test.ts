import { describe, expect, it } from 'vitest';
import { shuffled } from './schedule.ts';
import { seededDraws } from './seeded-draws.ts';

describe('An order', () => {
  const items = Array.from({ length: 20 }, (_, index) => index);

  it('is the same for the same seed, contains everything once, and differs for another seed', () => {
    const of = (seed: string) => shuffled(items, seededDraws(seed));
    expect(of('one')).toEqual(of('one'));
    expect(of('one')).not.toEqual(of('two'));
    expect([...of('one')].sort((a, b) => a - b)).toEqual(items);
  });
});
