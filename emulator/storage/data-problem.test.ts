import { describe, expect, it } from 'vitest';
import { causeOf } from './data-problem.ts';

describe('why a file cannot be used', () => {
  it.each<[code: string, syscall: string, says: RegExp]>([
    ['ENOSPC', 'write', /no room left \(ENOSPC\): make room/],
    ['EROFS', 'open', /may not be written to \(EROFS\)/],
    ['EACCES', 'open', /no right to it \(EACCES\)/],
    ['ENOENT', 'open', /no such file or folder/],
    ['ENOENT', 'mkdir', /may the folder above it be written to/],
    ['EISDIR', 'read', /it is a folder; name a file/],
    ['EEXIST', 'mkdir', /it is a file; name a folder/],
    ['ENOTDIR', 'scandir', /is a file/],
  ])('is explained for %s of %s without the message of the system', (code, syscall, says) => {
    const text = causeOf(Object.assign(new Error(`${code}: some words, ${syscall} 'x'`), { code, syscall }));
    expect(text).toMatch(says);
    expect(text).not.toContain('some words');
  });
});
