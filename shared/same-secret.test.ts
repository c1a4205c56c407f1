import { describe, expect, it } from 'vitest';
import { isSameSecret } from './same-secret.ts';

describe('A secret', () => {
  it.each([
    ['one', 'one', true],
    ['one', 'onf', false],
    ['one', 'one ', false],
    ['one', '', false],
    ['ä', 'ä', true],
  ])('%j is %j: %s', (one, other, is) => {
    expect(isSameSecret(one, other)).toBe(is);
  });
});
