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
  const text = `<${path}>`;
  return { answer: { status: 200, headers: { 'Content-Length': String(text.length) }, body: text }, harm: null };
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

/** The bodies of the answers, in order. `later` is sent after the first answer. */
async function answersTo(bytes: string, later = ''): Promise<string[]> {
  const text = await new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.once('data', () => later !== '' && socket.write(later));
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => {}).on('close', () => resolve(received));
    socket.write(bytes);
  });
  return text.match(/<.*>/g) ?? [];
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

  it('handles no request after a refusal', () => {
    expect(asked).not.toContain('/b');
  });
});
