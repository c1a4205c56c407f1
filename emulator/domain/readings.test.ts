import { describe, expect, it } from 'vitest';
import { DEFAULT_READINGS, readingsSchema } from './readings.ts';

describe('the default readings', () => {
  it('are what the schema makes of nothing', () => {
    expect(DEFAULT_READINGS).toEqual(readingsSchema.parse({}));
  });
});
