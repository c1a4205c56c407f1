import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestListener } from './request-listener.ts';

/** Says what it was asked, as an app of Hono would see it. */
const server = createServer(
  requestListener(
    async (request) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request.body ?? []) chunks.push(chunk);
      const seen: string[] = [];
      request.headers.forEach((_, name) => {
        seen.push(name);
      });
      if (request.url.endsWith('/breaks')) throw new Error('broken');
      const { method, url } = request;
      const body = { method, url, odd: request.headers.get('X-Odd'), seen, text: Buffer.concat(chunks).toString() };
      return Response.json(body, { status: 201, headers: { 'X-Said': 'yes' } });
    },
    (_, outgoing) => outgoing.writeHead(400).end('refused'),
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

/** What comes back for bytes as they are. */
function answerTo(target: string, host = 'localhost'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
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
    ['/a b'.replace(' ', '%20'), 'localhost:8080', 'http://localhost:8080/a%20b'],
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

  it('closes the connection where no answer can be made', async () => {
    expect(await answerTo('/breaks')).toBe('');
  });

  it('does not touch what brings Node’s HTTP client with it', async () => {
    const file = JSON.stringify(new URL('../../.test-dist/index.js', import.meta.url).href);
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
