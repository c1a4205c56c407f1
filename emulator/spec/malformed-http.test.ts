import { afterAll, describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { overSocket } from '../testing/mixed-requests.ts';
import { type RawRequest, sendRaw, wellness, wrongAnswers } from '../testing/refusals.ts';

const unexpected: unknown[] = [];
const emulator = await createEmulator({
  clock: 'frozen',
  server: { request_timeout: 300 },
  onUnexpected: (error) => unexpected.push(error),
});
const port = Number(new URL(emulator.url).port);
const isWell = wellness(overSocket(emulator), unexpected);
/** All 4xx statuses. */
const REFUSED = Array.from({ length: 100 }, (_, index) => 400 + index);

afterAll(() => emulator.close());

const HOST = 'Host: emulator.test';
const KEY = 'X-API-Key: pk_test_demo';
const CLOSE = 'Connection: close';
const JSON_TYPE = 'Content-Type: application/json';

type Raw = [name: string, request: RawRequest];

/** A request as text: its first line, its headers, and what follows. */
const words = (line: string, headers: readonly string[], body = '') =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;
const get = (name: string, line: string, headers: readonly string[] = [HOST, KEY, CLOSE]): Raw => [
  name,
  { bytes: Buffer.from(words(line, headers), 'latin1') },
];
const withHeaders = (name: string, ...headers: string[]) => get(name, 'GET /v1/usage HTTP/1.1', [...headers, CLOSE]);
const post = (name: string, headers: readonly string[], body: string, path = '/v1/assets'): Raw => [
  name,
  { bytes: Buffer.from(words(`POST ${path} HTTP/1.1`, [HOST, KEY, ...headers], body), 'latin1') },
];

const LINES: Raw[] = [
  get('no version', 'GET /v1/usage'),
  get('a version that never existed', 'GET /v1/usage HTTP/9.9'),
  get('a version that is no number', 'GET /v1/usage HTTP/x.y'),
  get('another protocol', 'GET /v1/usage ICY/1.1'),
  get('a method in small letters', 'get /v1/usage HTTP/1.1'),
  get('no method', '/v1/usage HTTP/1.1'),
  get('a method that is no word', 'G@T /v1/usage HTTP/1.1'),
  get('no path', 'GET HTTP/1.1'),
  get('a path without a slash', 'GET v1/usage HTTP/1.1'),
  get('a path with a NUL', 'GET /v1/us\0age HTTP/1.1'),
  get('a path with a space', 'GET /v1/us age HTTP/1.1'),
  get('a path with raw bytes', 'GET /v1/jobs/\xff\xfe HTTP/1.1'),
  get('a path with a lone percent sign', 'GET /v1/jobs/% HTTP/1.1'),
  get('a path with an encoded NUL', 'GET /v1/jobs/%00 HTTP/1.1'),
  get('a path that climbs out', 'GET /../../../etc/passwd HTTP/1.1'),
  get('a path that climbs out in code', 'GET /v1/assets/..%2f..%2fetc%2fpasswd HTTP/1.1'),
  get('two slashes first', 'GET //v1/usage HTTP/1.1'),
  get('an address with a broken host', 'GET http://[/v1/usage HTTP/1.1'),
  get('an address of another scheme', 'GET ftp://emulator.test/v1/nothing HTTP/1.1'),
  get('an address to pass on to', 'GET http://other.test/v1/nothing HTTP/1.1'),
  get('the path *', 'OPTIONS * HTTP/1.1'),
  get('a tunnel', 'CONNECT emulator.test:443 HTTP/1.1'),
  get('TRACE', 'TRACE /v1/usage HTTP/1.1'),
  get('another protocol’s preface', 'PRI * HTTP/2.0'),
  ['a TLS greeting', { bytes: Buffer.from(`16030102000100${'01fc0303'.repeat(20)}`, 'hex') }],
  ['only line ends, and then nonsense', { bytes: '\r\n\r\n\r\nnonsense\r\n\r\n' }],
  ['NUL bytes', { bytes: Buffer.alloc(1_000) }],
  ['random bytes', { bytes: Buffer.from('f00dbabe'.repeat(300), 'hex') }],
];

const HEADERS: Raw[] = [
  withHeaders('no Host', KEY),
  withHeaders('two Hosts', HOST, 'Host: other.test', KEY),
  withHeaders('an empty Host', 'Host: ', KEY),
  withHeaders('a Host with a space', 'Host: a b', KEY),
  withHeaders('a Host with a path', 'Host: a/b?c#d', KEY),
  withHeaders('a Host with a user', 'Host: user@host', KEY),
  withHeaders('a Host with a port that cannot be', 'Host: a:99999', KEY),
  withHeaders('a Host of raw bytes', 'Host: \xff\xfe', KEY),
  withHeaders('a Host with an open bracket', 'Host: [::1', KEY),
  withHeaders('a Host of 10000 letters', `Host: ${'a'.repeat(10_000)}:x`, KEY),
  withHeaders('a key of raw bytes', HOST, 'X-API-Key: pk_test_\xff\xfe'),
  withHeaders('a key twice', HOST, KEY, 'X-API-Key: pk_live_demo'),
  withHeaders('a NUL in a header', HOST, KEY, 'X-Odd: a\0b'),
  withHeaders('a header without a colon', HOST, KEY, 'X-Odd'),
  withHeaders('a header without a name', HOST, KEY, ': odd'),
  withHeaders('a space before the colon', HOST, KEY, 'X-Odd : b'),
  withHeaders('a folded header', HOST, KEY, 'X-Odd: a\r\n b'),
  withHeaders('a bare line feed in a header', HOST, KEY, 'X-Odd: a\nb'),
  withHeaders('a bare carriage return in a header', HOST, KEY, 'X-Odd: a\rb'),
  withHeaders('a header name of raw bytes', HOST, KEY, 'X-\xff: a'),
  withHeaders('a header of 1 MiB', HOST, KEY, `X-Big: ${'a'.repeat(1 << 20)}`),
  withHeaders(
    '1 MiB of headers',
    HOST,
    KEY,
    ...Array.from({ length: 10_000 }, (_, index) => `X-${index}: ${'a'.repeat(100)}`),
  ),
  withHeaders('a header name of 1 MiB', HOST, KEY, `${'X'.repeat(1 << 20)}: a`),
  get('a path of 1 MiB', `GET /v1/jobs/${'a'.repeat(1 << 20)} HTTP/1.1`),
  withHeaders('an unknown expectation', HOST, KEY, 'Expect: the-unexpected'),
];

const FRAMING: Raw[] = [
  post('Content-Length and Transfer-Encoding', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  post('Transfer-Encoding and Content-Length', ['Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n'),
  post('two Content-Lengths', ['Content-Length: 3', 'Content-Length: 4'], 'abcd'),
  post('a list of Content-Lengths', ['Content-Length: 3, 4'], 'abcd'),
  post('a negative Content-Length', ['Content-Length: -3'], 'abc'),
  post('a Content-Length with a sign', ['Content-Length: +3'], 'abc'),
  post('a Content-Length that is no number', ['Content-Length: three'], 'abc'),
  post('an empty Content-Length', ['Content-Length:'], 'abc'),
  post('a Content-Length beyond all numbers', ['Content-Length: 99999999999999999999999'], 'abc'),
  post('a Content-Length of 2 TiB', ['Content-Length: 2199023255552', CLOSE], 'abc'),
  post('an unknown encoding', ['Transfer-Encoding: gzip'], 'abc'),
  post('chunked, and not last', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'),
  post('an encoding that looks like chunked', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
  post('a chunk size that is no number', ['Transfer-Encoding: chunked'], 'ZZ\r\nabc\r\n0\r\n\r\n'),
  post('a negative chunk size', ['Transfer-Encoding: chunked'], '-1\r\nabc\r\n0\r\n\r\n'),
  post('a chunk size beyond all numbers', ['Transfer-Encoding: chunked'], 'ffffffffffffffffff\r\nabc'),
  post('a chunk longer than it says', ['Transfer-Encoding: chunked'], '1\r\nabc\r\n0\r\n\r\n'),
  post('a body longer than it says', ['Content-Length: 1', CLOSE], 'abcdef'),
  post('no body and no length', [CLOSE], ''),
  post('JSON without a length', [JSON_TYPE, CLOSE], '{}', '/v1/skin/analyses'),
];

const IMAGE = ['Content-Type: image/png', 'Content-Length: 1000'];
const SLOW: Raw[] = [
  ['nothing at all', { bytes: '' }],
  ['half a first line', { bytes: 'GET /v1/us' }],
  ['half the headers', { bytes: `GET /v1/usage HTTP/1.1\r\n${HOST}\r\n` }],
  post('half an upload', IMAGE, 'abc'),
  post('half a chunked upload', ['Content-Type: image/png', 'Transfer-Encoding: chunked'], '5\r\nab'),
  post('half a submission', [JSON_TYPE, 'Content-Length: 100'], '{"inputs":', '/v1/skin/analyses'),
];
const refusedEarly = (path: string, headers: readonly string[]): RawRequest => ({
  bytes: words(`POST ${path} HTTP/1.1`, [HOST, ...headers, 'Content-Length: 1000'], 'abc'),
});
const EARLY: Raw[] = [
  ['to a path that is not there', refusedEarly('/v1/nowhere', [KEY])],
  ['without a key', refusedEarly('/v1/assets', [])],
  [
    'that is to be too large',
    { bytes: words('POST /v1/assets HTTP/1.1', [HOST, KEY, 'Content-Length: 99999999'], 'abc') },
  ],
];
const CUT_OFF: Raw[] = [...SLOW, ...EARLY].flatMap(([name, request]): Raw[] => [
  [`${name}, then a broken connection`, { ...request, abort: true }],
  [`${name}, then no more`, { ...request, end: true }],
]);

describe('7 bytes that are not a valid request', () => {
  it.each([
    ['an odd first line', LINES],
    ['odd headers', HEADERS],
    ['a body of no certain length', FRAMING],
    ['a request that does not arrive in time', SLOW],
    ['an upload that goes on after its refusal', EARLY],
    ['a request that is broken off', CUT_OFF],
  ])('are refused once, or the connection is closed: %s', async (_, table) => {
    const rows = table.map(([name, request]) => ({ name, send: () => sendRaw(port, request) }));
    expect(await wrongAnswers(rows, isWell, REFUSED)).toEqual([]);
  });

  it('are answered 408 if they come too late, and 431 if their headers are too large', async () => {
    const slow = await sendRaw(port, { bytes: words('POST /v1/assets HTTP/1.1', [HOST, KEY, ...IMAGE], 'abc') });
    expect(slow).toMatchObject({ status: 408, body: { error: { code: 'INVALID_REQUEST' } } });
    const [, large] = withHeaders('large', HOST, KEY, `X-Big: ${'a'.repeat(1 << 20)}`);
    expect(await sendRaw(port, large)).toMatchObject({ status: 431, body: { error: { code: 'INVALID_REQUEST' } } });
  });

  it.each([
    ['200 to 2000 headers', 1_997, 200],
    ['431 to more, wherever the key is', 1_998, 431],
    ['431 to many more', 3_500, 431],
  ])('are answered %s', async (_, more, status) => {
    const many = Array.from({ length: more }, () => 'a:');
    for (const headers of [
      [HOST, KEY, CLOSE, ...many],
      [HOST, CLOSE, ...many, KEY],
    ]) {
      const answer = await sendRaw(port, { bytes: words('GET /v1/usage HTTP/1.1', headers) });
      expect(answer).toMatchObject({ status, body: status === 200 ? {} : { error: { code: 'INVALID_REQUEST' } } });
    }
  });
});

describe('A request that Node passes to its server', () => {
  const CHUNKED = '0\r\n\r\n';
  const coded = (line: string, ...codings: string[]) =>
    words(line, [HOST, ...codings.map((coding) => `Transfer-Encoding: ${coding}`)], CHUNKED);

  it.each<[name: string, bytes: string, status: number, code: string]>([
    ['about no path', words('OPTIONS * HTTP/1.1', [HOST, CLOSE]), 404, 'NOT_FOUND'],
    ['about no path, and that could only be about one', words('GET * HTTP/1.1', [HOST]), 400, 'INVALID_REQUEST'],
    ['for a tunnel', words('CONNECT other.test:443 HTTP/1.1', [HOST], 'hello'), 400, 'INVALID_REQUEST'],
    ['for a tunnel, of no host', words('CONNECT other.test:443 HTTP/1.1', [], 'hello'), 400, 'INVALID_REQUEST'],
    ['of HTTP/1.0 in chunks', coded('POST /v1/assets HTTP/1.0', 'chunked'), 400, 'INVALID_REQUEST'],
    ['of an unknown coding', coded('POST /v1/assets HTTP/1.1', 'nonsense'), 400, 'INVALID_REQUEST'],
    ['of an unknown coding in chunks', coded('POST /v1/assets HTTP/1.1', 'gzip, chunked'), 400, 'INVALID_REQUEST'],
    ['in chunks twice', coded('POST /v1/assets HTTP/1.1', 'chunked', 'chunked'), 400, 'INVALID_REQUEST'],
    ['of no coding', coded('POST /v1/assets HTTP/1.1', ''), 400, 'INVALID_REQUEST'],
  ])('is answered: one %s', async (_, bytes, status, code) => {
    expect(await sendRaw(port, { bytes })).toMatchObject({ status, body: { error: { code } } });
  });

  it.each([
    ['a tunnel', words('CONNECT other.test:443 HTTP/1.1', [HOST])],
    ['a tunnel to the control API', words('CONNECT /_emulator/v1/clock HTTP/1.1', [HOST])],
    ['a control call of an unknown coding', coded('POST /_emulator/v1/reset HTTP/1.1', 'gzip')],
  ])('is refused with a sentence that names the reason: %s', async (_, bytes) => {
    const { status, body } = (await sendRaw(port, { bytes })) as {
      status: number;
      body: { error: { message: string } };
    };
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(/tunnel \(CONNECT\).*other than chunked/),
    ]);
  });

  it('is in the journal with its target, even if that is not a path', async () => {
    await sendRaw(port, { bytes: words('OPTIONS * HTTP/1.1', [HOST, KEY, CLOSE]) });
    const kept = emulator.journal.find({ method: 'OPTIONS' }).at(-1);
    expect(kept).toMatchObject({ path: '*', status: 404 });
  });
});
