import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

const TEXT = Buffer.from('{"id":"job_1"}');
const MOST = 1_000;

it.each<[string | null, Buffer]>([
  ['gzip', gzipSync(TEXT)],
  [' X-GZIP', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  ['identity', TEXT],
  ['', TEXT],
  [null, TEXT],
])('decodes a body of the coding %s', async (encoding, bytes) => {
  expect(await decodeBody(bytes, encoding, MOST)).toEqual(TEXT);
});

it('leaves an unknown coding, and a body without a byte, as they are', async () => {
  expect(await decodeBody(TEXT, 'zstd', MOST)).toEqual(TEXT);
  expect(await decodeBody(Buffer.alloc(0), 'gzip', MOST)).toEqual(Buffer.alloc(0));
});

it.each([
  ['is not what it claims to be', TEXT],
  ['is cut off', gzipSync(TEXT).subarray(0, -9)],
  ['is longer than it may be', gzipSync(Buffer.alloc(MOST + 1))],
])('refuses a body that %s', async (_, bytes) => {
  await expect(decodeBody(bytes, 'gzip', MOST)).rejects.toThrow();
});
