import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcp } from 'node:net';
import { describe, expect, it } from 'vitest';
import { closing, listen, served } from '../../testing/one-request.ts';
import type { RawExchange } from '../traffic.ts';
import { MOST_KEPT } from './pair-messages.ts';
import { openRelay } from './relay.ts';

async function relayTo(base_url: string) {
  const passed: RawExchange[] = [];
  const relay = await openRelay({
    server: new URL(base_url),
    port: 0,
    onExchange: (raw) => void passed.push(raw),
    onTrouble: () => {},
  });
  closing.push(relay.close);
  return { ...relay, passed };
}

/** Sends bytes through a relay to a server that answers with fixed bytes, and returns what each side received. */
async function through(sent: string, answered: string, host = '127.0.0.1') {
  let heard = '';
  const server = createTcp((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (heard.length < sent.length) return;
      socket.write(answered);
      socket.end();
    });
  });
  const relay = await relayTo((await listen(server)).replace('127.0.0.1', host));
  const client = connect(Number(new URL(relay.url).port), '127.0.0.1');
  let got = '';
  client.on('data', (chunk) => {
    got += chunk.toString('latin1');
  });
  for (const piece of sent.match(/[\s\S]{1,7}/g) ?? []) client.write(piece);
  await once(client, 'close');
  return { heard, got, passed: relay.passed, skipped: relay.skipped() };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

const shown = (passed: readonly RawExchange[]) =>
  passed.map(({ method, url, body, answer }) => [
    `${method} ${url}`,
    body && Buffer.from(body).toString(),
    answer?.status,
    answer?.body && Buffer.from(answer.body).toString(),
  ]);

describe('The proxy passes on without changes', () => {
  it.each<[string, string, string, unknown[][]]>([
    [
      'chunks and trailers in both directions',
      'POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwxyz\r\n0\r\nX-Late: 1\r\n\r\n',
      [['POST /a', 'abcde', 200, 'wxyz']],
    ],
    [
      'answers of 1xx before the answer',
      'POST /a HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx',
      [['POST /a', 'hi', 201, 'x']],
    ],
    [
      'a method that no one knows, and a body to the end of the stream',
      'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n',
      'HTTP/1.0 418 Teapot\r\nX-Odd:  two  spaces\r\n\r\nto the end',
      [['BREW /pot', '', 418, 'to the end']],
    ],
    [
      'HEAD, 204 and 304, which have no body, one after the other',
      'HEAD /a HTTP/1.1\r\n\r\nDELETE /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n',
      [
        ['HEAD /a', '', 200, ''],
        ['DELETE /b', '', 204, ''],
        ['GET /c', '', 304, ''],
      ],
    ],
    ['bytes that are no HTTP', '\x16\x03\x01 hello', '\x00\x01\x02', []],
    [
      'an answer that breaks off, of which no body is kept',
      'GET /a HTTP/1.1\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf',
      [['GET /a', '', 200, null]],
    ],
  ])('%s', async (_, sent, answered, exchanges) => {
    const { heard, got, passed } = await through(sent, answered);
    expect([heard, got]).toEqual([sent, answered]);
    expect(shown(passed)).toEqual(exchanges);
  });

  it('a change of protocol, after which nothing is read', async () => {
    const upgrade = 'GET /socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
    const { got, passed, skipped } = await through(
      upgrade,
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nHTTP/1.1 is not this',
    );
    expect(got).toContain('is not this');
    expect([passed, skipped]).toEqual([[], 1]);
  });

  it('everything except the Host header for a server on another machine, which gets its own name', async () => {
    const rest = 'X-Host: me\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nhost: a\r\n0\r\n\r\n';
    // Its text is not a loopback address, although it leads to one.
    const { heard, passed } = await through(`POST /a HTTP/1.1\r\nhost: me:1\r\n${rest}`, OK, '0.0.0.0');
    expect(heard).toMatch(/^POST \/a HTTP\/1\.1\r\nhost: 0\.0\.0\.0:\d+\r\n/);
    expect(heard.slice(heard.indexOf('X-Host'))).toBe(rest);
    expect(shown(passed)).toEqual([['POST /a', 'host: a', 200, '']]);
  });

  it('a body that is larger than the limit of what is kept', async () => {
    const base = await served((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
      });
      request.on('end', () => response.end(String(size)));
    });
    const { url, passed } = await relayTo(base);
    const sent = Buffer.alloc(MOST_KEPT + 1, 'a');
    expect(await (await fetch(`${url}/v1/assets`, { method: 'POST', body: sent })).text()).toBe(
      String(sent.byteLength),
    );
    expect(passed.map(({ body }) => body)).toEqual([null]);
  });

  it('an aborted request, whose answer is ignored', async () => {
    const server = createTcp({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {}).on('end', () => socket.end('HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n'));
      socket.resume();
    });
    const { url, passed } = await relayTo(await listen(server));
    const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    client.resume();
    client.end('POST /a HTTP/1.1\r\nContent-Length: 50\r\n\r\nhalf');
    await once(client, 'close');
    expect(passed.map(({ answer, silence }) => [answer, silence])).toEqual([[null, 'closed']]);
  });

  it('1,000 requests over 16 connections, without losing one', async () => {
    const base = await listen(
      createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => response.end(`${request.url} ${Buffer.concat(chunks)}`));
      }),
    );
    const { url, passed } = await relayTo(base);
    const { Agent, request } = await import('node:http');
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const ask = (number: number) =>
      new Promise<string>((resolve, reject) => {
        const sent = request(`${url}/v1/${number}`, { method: 'POST', agent }, (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          answer.on('end', () => resolve(text));
        });
        sent.on('error', reject);
        sent.end(`body ${number}`);
      });
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const answers = await Promise.all(numbers.map(ask));
    agent.destroy();
    expect(answers.filter((text, number) => text !== `/v1/${number} body ${number}`)).toEqual([]);
    const read = new Set(
      passed.map(
        ({ url: path, body, answer }) => `${path} ${Buffer.from(body ?? [])} ${Buffer.from(answer?.body ?? [])}`,
      ),
    );
    expect(numbers.filter((number) => !read.has(`/v1/${number} body ${number} /v1/${number} body ${number}`))).toEqual(
      [],
    );
    expect(passed.length).toBe(1_000);
  });
});
