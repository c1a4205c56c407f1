import { afterAll, describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { postHead, sendThenRead } from '../testing/refusals.ts';

const MIB = 1 << 20;
const SIZE = 11 * MIB;

const emulator = await createEmulator({ clock: 'frozen' });
const port = Number(new URL(emulator.url).port);
afterAll(() => emulator.close());

const KEY = `X-API-Key: ${emulator.keys.test}`;
const PNG = 'Content-Type: image/png';

type Row = [name: string, path: string, headers: readonly string[], status: number, code: string];

const REFUSED: Row[] = [
  ['an upload that is too large', '/v1/assets', [KEY, PNG], 413, 'PAYLOAD_TOO_LARGE'],
  ['an upload to an unknown world', '/v1/assets', [PNG, 'Emulator-World: none'], 400, 'INVALID_REQUEST'],
  ['a body for an unknown path', '/v1/nowhere', [KEY], 404, 'NOT_FOUND'],
  ['a request with a broken header', '/v1/assets', ['Odd : x'], 400, 'INVALID_REQUEST'],
  ['a request with too many headers', '/v1/assets', [`X-Big: ${'x'.repeat(20_000)}`], 431, 'INVALID_REQUEST'],
  ['a control call of a page', '/_emulator/v1/plans', ['Origin: http://other.test'], 403, 'origin'],
];

describe('An answer before the end of the request', () => {
  it.each(REFUSED)('reaches a client that only reads after sending: %s', async (_, path, headers, status, code) => {
    const answer = await sendThenRead(port, postHead(path, SIZE, ['Connection: close', ...headers]), SIZE);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*${code}`));
  });

  it('reaches an HTTP/1.0 client', async () => {
    const head = postHead('/v1/assets', SIZE, [KEY, PNG]).replace('HTTP/1.1', 'HTTP/1.0');
    expect(await sendThenRead(port, head, SIZE)).toMatch(/ 413 [\s\S]*PAYLOAD_TOO_LARGE/);
  });
});
