import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestListener } from './request-listener.ts';

const unexpected: unknown[] = [];

/** Reads the beginning of a body, and leaves the rest. */
async function halfRead({ body }: Request): Promise<Response> {
  for await (const _ of body ?? []) return new Response('enough', { status: 413 });
  return new Response('empty');
}

/** Says what it was asked, as an app of Hono would see it. */
const server = createServer(
  requestListener(
    async (request) => {
      if (request.url.endsWith('/half')) return halfRead(request);
      const chunks: Uint8Array[] = [];
      for await (const chunk of request.body ?? []) chunks.push(chunk);
      const seen: string[] = [];
      request.headers.forEach((_, name) => {
        seen.push(name);
      });
      if (request.url.endsWith('/breaks')) throw new Error('broken');
      const { method, url } = request;
      const [odd, type] = [request.headers.get('X-Odd'), request.headers.get('Content-Type')];
      const body = { method, url, odd, type, seen, text: Buffer.concat(chunks).toString() };
      return Response.json(body, { status: 201, headers: { 'X-Said': 'yes' } });
    },
    {
      refuse: (_, outgoing) => outgoing.writeHead(400).end('refused'),
      onUnexpected: (error) => unexpected.push(error),
    },
  ),
);
let port = 0;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function answerTo(target: string, host = 'localhost'): Promise<string> {
  return say(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

/** What comes back for bytes as they are. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

describe('The listener', () => {
  it('hands a request over and writes what is answered', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/a?b=c`, {
      method: 'POST',
      headers: { 'X-Odd': '1' },
      body: 'é',
    });
    expect([answer.status, answer.headers.get('X-Said')]).toEqual([201, 'yes']);
    const said = { method: 'POST', url: `http://127.0.0.1:${port}/a?b=c`, odd: '1', text: 'é' };
    expect(await answer.json()).toMatchObject({ ...said, seen: expect.arrayContaining(['x-odd', 'host']) });
  });

  it.each([
    ['/a/../b', 'localhost', 'http://localhost/b'],
    ['/a%20b', 'localhost:8080', 'http://localhost:8080/a%20b'],
    ['http://other.test/x', 'localhost', 'http://other.test/x'],
    ['//evil.test/x', 'localhost', 'http://localhost//evil.test/x'],
    ['/x', '[::1]:80', 'http://[::1]/x'],
    ['/x', 'LOCALHOST:65000', 'http://localhost:65000/x'],
    ['/x?y=\\', 'localhost', 'http://localhost/x?y=\\'],
  ])('makes of %s at %s the address %s', async (target, host, url) => {
    expect(await answerTo(target, host)).toContain(`"url":${JSON.stringify(url)}`);
  });

  it.each([
    ['/x', 'localhost:99999'],
    ['/x', 'user@localhost'],
    ['/x', 'local host'],
    ['/x', 'a/b'],
    ['/x\\y', 'localhost'],
    ['*', 'localhost'],
    ['http://:1/', 'localhost'],
  ])('refuses %s at %s', async (target, host) => {
    expect(await answerTo(target, host)).toContain('refused');
  });

  it('closes the connection where no answer can be made, and tells why', async () => {
    unexpected.length = 0;
    expect(await answerTo('/breaks')).toBe('');
    expect(unexpected).toEqual([new Error('broken')]);
  });

  it('takes a header that comes twice for both of them', async () => {
    const answer = await say('GET /x HTTP/1.1\r\nHost: localhost\r\nX-Odd: 1\r\nX-Odd: 2\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('"odd":"1, 2"');
    const types = 'Content-Type: image/png\r\nContent-Type: text/plain';
    const typed = await say(`GET /type HTTP/1.1\r\nHost: localhost\r\n${types}\r\nConnection: close\r\n\r\n`);
    expect(typed).toContain('"type":"image/png, text/plain"');
  });

  it('answers an app that has read half of a body, and the next request on the same connection', async () => {
    const body = 'x'.repeat(1_000_000);
    const first = `POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const second = 'GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const text = await say(first + second);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"url":"http://localhost/next"');
  });

  it('does not touch what brings Node’s HTTP client with it', async () => {
    const { SHIPPED } = await import('../testing/shipped-package.ts');
    const file = JSON.stringify(new URL('index.js', SHIPPED).href);
    const script = `
      for (const name of ['Request', 'Response', 'Headers'])
        Object.defineProperty(globalThis, name, { configurable: true, get: () => { throw new Error(name + ' was touched'); } });
      const { get } = await import('node:http');
      const { createEmulator } = await import(${file});
      const emulator = await createEmulator();
      const status = await new Promise((answered) => {
        get(emulator.url + '/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } }, (answer) => {
          answer.resume();
          answered(answer.statusCode);
        });
      });
      await emulator.close();
      console.log(status);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout.trim()).toBe('200');
  });
});
