import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type BadInput, parseInput } from './bad-input.ts';

describe('a problem with a value', () => {
  it.each<[schema: z.ZodType, value: unknown, says: string]>([
    [z.enum(['auto', 'frozen']), 'fast', 'must be one of auto, frozen'],
    [z.literal('url'), 'x', 'must be url'],
    [z.string(), 3, 'must be a text, not a number'],
    [z.array(z.string()), 'a', 'must be a list, not a text'],
    [z.int(), 1.5, 'must be an integer'],
    [z.coerce.number(), 'abc', 'must be a number'],
    [z.number(), Number.POSITIVE_INFINITY, 'must be a number'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().max(9), 10, 'must be at most 9'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.array(z.string()).min(1), [], 'must have at least 1 items'],
    [z.discriminatedUnion('a', [z.object({ a: z.literal('x') }), z.object({ a: z.literal('y') })]), { a: 'z' }, ''],
    [z.union([z.string(), z.number()]), true, 'matches none of the accepted forms'],
    [z.string().regex(/a/, 'must have an a'), 'b', 'must have an a'],
  ])('is reported in the wording of the emulator: %#', (schema, value, says) => {
    const problem = problemOf(z.strictObject({ place: schema }), { place: value });
    expect(problem).not.toMatch(/expected|received|Invalid|Too |NaN|Infinity|integer, not/);
    expect(problem).toContain(says);
  });

  it('is reported as missing', () => {
    expect(problemOf(z.strictObject({ place: z.string() }), {})).toBe('is missing');
  });
});

function problemOf(schema: z.ZodType, input: unknown): string | undefined {
  try {
    parseInput('The thing', schema, input);
    return undefined;
  } catch (error) {
    return (error as BadInput).problems[0]?.problem;
  }
}
