import { describe, expect, it } from 'vitest';
import { pathInside } from './disk-files.ts';

describe('the path of a file in a folder', () => {
  it.each([
    ['blobs/one', '/data/blobs/one'],
    ['', '/data'],
    ['blobs/../lock', '/data/lock'],
    ['..one', '/data/..one'],
  ])('is accepted inside it: %j', (path, file) => {
    expect(pathInside('/data', path)).toBe(file);
  });

  it.each(['..', '../data-too/one', 'blobs/../../one', '/etc/passwd', 'blobs/\0'])('is refused outside: %j', (path) => {
    expect(() => pathInside('/data', path)).toThrow(/is not a file in \/data/);
  });
});
