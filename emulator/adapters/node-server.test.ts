import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReply, WireRequest } from '../world/wire.ts';
import { type ListeningServer, listen } from './node-server.ts';
import { wallClock } from './wall-clock.ts';

const asked: string[] = [];
let server: ListeningServer;

/** Answers with the path, for some paths later than for others, and reads the body for one path only. */
async function service({ path, body }: WireRequest): Promise<WireReply> {
  asked.push(path);
  if (path === '/reads') await body.read(1_000);
  if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, 30));
  if (path === '/live') return { answer: { status: 200, headers: {}, body: null }, harm: null, live: live() };
  const text = `<${path}>`;
  return { answer: { status: 200, headers: { 'Content-Length': String(text.length) }, body: text }, harm: null };
}

function live(): ReadableStream<Uint8Array> {
  return new Blob(['<one>', '<two>']).stream();
}

beforeAll(async () => {
  const options = {
    answerers: { service, beside: null, wall: wallClock },
    requestTimeout: 60_000,
    maxHeaderBytes: 16_384,
    onBadRequest: (problem: string) => ({ status: 400, body: `<${problem}>` }),
    onUnexpected: () => {},
  };
  server = await listen(options, '127.0.0.1', 0);
});
afterAll(() => server.close());

const HOST = 'Host: localhost';
const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, HOST, ...headers].join('\r\n')}\r\n\r\n`;
const chunked = (path: string, ...headers: string[]) =>
  get(path, 'Transfer-Encoding: chunked', ...headers).replace('GET', 'POST');
const LAST = get('/last', 'Connection: close');
const GARBAGE = 'gar bage\r\n\r\n';
const TUNNEL = `CONNECT other:443 HTTP/1.1\r\n${HOST}\r\n\r\n`;

/** Everything that is received until the server closes the connection. `later` is sent after the first answer. */
function received(bytes: string, later = ''): Promise<string> {
  return new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.once('data', () => later !== '' && socket.write(later));
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.write(bytes);
  });
}

/** The bodies of the answers, in order. */
async function answersTo(bytes: string, later = ''): Promise<string[]> {
  return (await received(bytes, later)).match(/<.*>/g) ?? [];
}

describe('A connection', () => {
  it.each<[name: string, bytes: string, answers: string[], later?: string]>([
    [
      'is used on after an answer that came before the body',
      chunked('/a'),
      ['</a>', '</last>'],
      `1\r\nx\r\n0\r\n\r\n${LAST}`,
    ],
    ['gives one answer to a body that breaks after it', chunked('/a'), ['</a>'], 'ZZ\r\n'],
    ['reports a body that breaks before its answer', `${chunked('/reads')}ZZ\r\n`, ['<malformed>']],
    [
      'reports one on a connection that is to close',
      `${chunked('/reads', 'Connection: close')}ZZ\r\n`,
      ['<malformed>'],
    ],
    [
      'answers in order where a later body breaks',
      `${get('/slow')}${chunked('/reads')}ZZ\r\n`,
      ['</slow>', '<malformed>'],
    ],
    ['answers in order before garbage', get('/slow') + GARBAGE + GARBAGE, ['</slow>', '<malformed>']],
    ['answers in order before a tunnel', get('/slow') + TUNNEL, ['</slow>', '<not_served>']],
    ['says nothing behind its last answer', get('/slow', 'Connection: close') + get('/b'), ['</slow>']],
    ['says nothing behind a refusal', get('/a', HOST) + get('/b'), ['<malformed>']],
    ['says nothing behind a refusal with a body', `${chunked('/a', HOST)}0\r\n\r\n${get('/b')}`, ['<malformed>']],
  ])('%s', async (_, bytes, answers, later) => {
    expect(await answersTo(bytes, later)).toEqual(answers);
  });

  it('is closed after an answer to HTTP/1.0, unless the client asks to keep it alive', async () => {
    const old = (path: string, ...headers: string[]) =>
      get(path, ...headers)
        .replace('HTTP/1.1', 'HTTP/1.0')
        .replace(`${HOST}\r\n`, '');
    const once = await received(old('/a') + old('/b'));
    expect(once).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n(?:.*\r\n)*\r\n<\/a>$/);
    const kept = await received(old('/a', 'Connection: keep-alive') + old('/c'));
    expect(kept).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: keep-alive\r\n/);
    expect(kept.match(/<.*>/g)).toEqual(['</a>', '</c>']);
  });

  it.each<[name: string, host: string[]]>([
    ['has none', []],
    ['has an empty one', ['Host: ']],
    ['has one', [HOST]],
  ])('needs no Host for HTTP/1.0: a request that %s', async (_, host) => {
    const head = ['GET /a?b=c HTTP/1.0', ...host].join('\r\n');
    const text = await received(`${head}\r\n\r\n`);
    expect(text.match(/<.*>/g)).toEqual(['</a>']);
    expect(text).not.toMatch(/^transfer-encoding/im);
  });

  it('sends an answer of unknown length to HTTP/1.0 without chunks', async () => {
    const text = await received('GET /live HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: close\r\n(?:.*\r\n)*\r\n<one><two>$/);
  });

  it('handles no request after a refusal', () => {
    expect(asked).not.toContain('/b');
  });
});

describe('RFC 9110, 9.3.2: an answer to HEAD has no body', () => {
  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const USUAL = 'HEAD /a HTTP/1.1';

  it.each<[name: string, bytes: string]>([
    ['no path', head('HEAD a HTTP/1.1', HOST)],
    ['an unknown version', head('HEAD /a HTTP/9.9', HOST)],
    ['no Host', head(USUAL)],
    ['a Host with a space', head(USUAL, 'Host: a b')],
    ['a space before a colon', head(USUAL, HOST, 'X-Odd : b')],
    ['a header without a name', head(USUAL, HOST, ': b')],
    ['a path that is too long', head(`HEAD /${'a'.repeat(20_000)} HTTP/1.1`, HOST)],
    ['headers that are too large', head(USUAL, HOST, `X-Big: ${'a'.repeat(20_000)}`)],
    ['too many headers', head(USUAL, HOST, ...Array.from({ length: 2_100 }, () => 'a:'))],
    ['an unknown transfer coding', head(USUAL, HOST, 'Transfer-Encoding: gzip')],
    ['a body that breaks', `${head('HEAD /reads HTTP/1.1', HOST, 'Transfer-Encoding: chunked')}ZZ\r\n`],
    ['an earlier request', get('/slow') + head(USUAL, HOST, 'X-Odd : b')],
    ['later requests', head(USUAL, HOST, ': b') + get('/b')],
  ])('with %s', async (_, bytes) => {
    const text = await received(bytes);
    expect(text).toMatch(/HTTP\/1\.1 400 .*\r\n(?:.*\r\n)*Connection: close\r\n\r\n$/);
  });

  it('but one to another method does, after an answered HEAD too', async () => {
    const text = await received(head(USUAL, HOST) + get('/a', 'X-Odd : b'));
    expect(text.match(/<.*>/g)).toEqual(['<malformed>']);
  });
});
