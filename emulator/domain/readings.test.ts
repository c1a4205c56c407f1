import { describe, expect, it } from 'vitest';
import { DEFAULT_READINGS, readingsSchema } from './readings.ts';

describe('the default readings', () => {
  it('are the defaults of the schema', () => {
    expect(DEFAULT_READINGS).toEqual(readingsSchema.parse({}));
  });
});
