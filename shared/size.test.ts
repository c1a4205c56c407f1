import { describe, expect, it } from 'vitest';
import { formatSize, parseSize } from './size.ts';

describe('a size', () => {
  it.each([
    ['0', 0],
    ['4096', 4_096],
    ['12 B', 12],
    ['1KB', 1_024],
    ['1.5 MB', 1_572_864],
    ['2gb', 2_147_483_648],
  ])('%j is %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', 'MB', '-1', '1TB', '1e9', '1,5MB', '99999999999GB'])('%j is none', (text) => {
    expect(parseSize(text)).toBeNull();
  });

  it.each([
    [0, '0'],
    [1_000, '1000'],
    [1_024, '1KB'],
    [1024 ** 3, '1GB'],
    [256 * 1024 ** 2, '256MB'],
  ])('of %d is written %j', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
    expect(parseSize(text)).toBe(bytes);
  });
});
