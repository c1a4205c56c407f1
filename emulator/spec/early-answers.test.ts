import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { postHead, sendThenRead } from '../testing/refusals.ts';

const MIB = 1 << 20;
const SIZE = 11 * MIB;

const emulator = await createEmulator({ clock: 'frozen' });
const port = Number(new URL(emulator.url).port);
afterAll(() => emulator.close());

const TEST_KEY = emulator.keys.test ?? '';
const KEY = `X-API-Key: ${TEST_KEY}`;
const PNG = 'Content-Type: image/png';
const JSON_TYPE = 'Content-Type: application/json';
const CLAIM = 'Idempotency-Key: early';

type Row = [name: string, path: string, headers: readonly string[], status: number, code: string];

const REFUSED: Row[] = [
  ['an upload that is too large', '/v1/assets', [KEY, PNG], 413, 'PAYLOAD_TOO_LARGE'],
  ['an upload without a key', '/v1/assets', [PNG], 401, 'INVALID_API_KEY'],
  ['an upload to an unknown world', '/v1/assets', [PNG, 'Emulator-World: none'], 400, 'INVALID_REQUEST'],
  ['a submission that is too large', '/v1/skin/analyses', [KEY, JSON_TYPE, CLAIM], 413, 'PAYLOAD_TOO_LARGE'],
  ['a submission without a key', '/v1/makeup/try-ons', [JSON_TYPE], 401, 'INVALID_API_KEY'],
  ['a body for an unknown path', '/v1/nowhere', [KEY], 404, 'NOT_FOUND'],
  ['a body for an unknown job', '/v1/jobs/job_none/cancel', [KEY], 404, 'JOB_NOT_FOUND'],
  ['a request with two hosts', '/v1/assets', ['Host: other'], 400, 'INVALID_REQUEST'],
  ['a request with an unknown expectation', '/v1/assets', [KEY, 'Expect: more'], 400, 'INVALID_REQUEST'],
  ['a request with a broken header', '/v1/assets', ['Odd : x'], 400, 'INVALID_REQUEST'],
  ['a request with too many headers', '/v1/assets', [`X-Big: ${'x'.repeat(20_000)}`], 431, 'INVALID_REQUEST'],
  ['a control call that does not exist', '/_emulator/v1/nowhere', [], 404, 'unknown control call'],
  ['a control call of a page', '/_emulator/v1/plans', ['Origin: http://other.test'], 403, 'origin'],
  ['a control call to an unknown world', '/_emulator/v1/plans', ['Emulator-World: none'], 404, 'no world'],
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

  it('reaches urllib of Python', async (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) context.skip('there is no python3 here');
    const python = spawn('python3', ['-c', URLLIB, `${emulator.url}/v1/assets`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect((await text(python.stdout)).trim()).toBe('413 413 413');
  });
});

const URLLIB = `
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

def status():
    request = Request(sys.argv[1], b'x' * ${SIZE}, {'Content-Type': 'image/png', 'X-API-Key': '${TEST_KEY}'})
    try:
        return urlopen(request).status
    except HTTPError as error:
        error.read()
        return error.code

print(*(status() for _ in range(3)))
`;
