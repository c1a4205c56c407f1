import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReply, WireRequest } from '../world/wire.ts';
import { requestListener } from './request-listener.ts';
import { wallClock } from './wall-clock.ts';

const unexpected: unknown[] = [];

/** Returns the request it received; for some paths it reads only a part of the body. */
async function echo({ body, ...request }: WireRequest): Promise<WireReply> {
  const bytes = await body.read(request.path === '/half' ? 10 : 1_000);
  if (request.path === '/breaks') throw new Error('broken');
  const said = JSON.stringify({ ...request, text: bytes && Buffer.from(bytes).toString() });
  const headers = { 'X-Said': 'yes', 'Content-Length': String(Buffer.byteLength(said)) };
  return { answer: { status: bytes === null ? 413 : 201, headers, body: said }, harm: null };
}

const beside = {
  below: '/beside',
  load: async () => (request: WireRequest) => ({
    answer: { status: 200, headers: {}, body: JSON.stringify({ beside: request.path }) },
    harm: null,
  }),
};

const server = createServer(
  requestListener(
    { service: echo, beside, wall: wallClock },
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

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;

/** Returns the answer to raw bytes. */
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
  it('passes a request as a value and writes the answer', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/a%2541?b=c&b=%20`, {
      method: 'POST',
      headers: { 'X-Odd': '1' },
      body: 'é',
    });
    expect([answer.status, answer.headers.get('X-Said')]).toEqual([201, 'yes']);
    expect(await answer.json()).toEqual({
      method: 'POST',
      target: '/a%2541?b=c&b=%20',
      isSecure: false,
      path: '/a%2541',
      query: [
        ['b', 'c'],
        ['b', ' '],
      ],
      headers: expect.objectContaining({ 'x-odd': '1', host: `127.0.0.1:${port}` }),
      address: '127.0.0.1',
      text: 'é',
    });
  });

  it.each([
    ['/a/../b', '/b'],
    ['/%61?c#d', '/a'],
    ['/a%2fb#c', '/a%2fb'],
    ['http://other.test/x', '/x'],
  ])('maps %s to the path %s', async (target, path) => {
    const answer = await say(get(target));
    expect(answer).toContain(`"path":${JSON.stringify(path)}`);
    expect(answer).toContain(`"target":${JSON.stringify(target)}`);
  });

  it('refuses what cannot be parsed as a request', async () => {
    expect(await say(get('/x\\y'))).toContain('refused');
  });

  it.each([
    ['/beside', '"beside":"/beside"'],
    ['/beside/a?b', '"beside":"/beside/a"'],
    ['/x/../%62eside/a', '"beside":"/beside/a"'],
    ['/besides', '"path":"/besides"'],
  ])('leaves everything below its path to the other service: %s', async (target, said) => {
    expect(await say(get(target))).toContain(said);
  });

  it('states the length of an answer of the other service', async () => {
    expect(await say(get('/beside'))).toMatch(/content-length: 20\r\n/i);
  });

  it('closes the connection if no answer can be made, and reports the reason', async () => {
    unexpected.length = 0;
    expect(await say(get('/breaks'))).toBe('');
    expect(unexpected).toEqual([new Error('broken')]);
  });

  it('combines the values of a repeated header', async () => {
    expect(await say(get('/x', 'X-Odd: 1', 'X-Odd: 2'))).toContain('"x-odd":"1, 2"');
    const typed = await say(get('/x', 'Content-Type: image/png', 'Content-Type: text/plain'));
    expect(typed).toContain('"content-type":"image/png, text/plain"');
  });

  it('answers without reading a body to its end, and then answers the next request on the same connection', async () => {
    const chunk = 'x'.repeat(1_000);
    const body = `3e8\r\n${chunk}\r\n`.repeat(1_000);
    const first = `POST /half HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`;
    const text = await say(first + get('/next'));
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"path":"/next"');
  });

  it.each(['{}', '{ readings: { input_content: "serve" } }'])(
    'loads neither the HTTP client of Node nor zod for a start and a request: %s',
    async (options) => {
      const { SHIPPED } = await import('../testing/shipped-package.ts');
      const file = JSON.stringify(new URL('index.js', SHIPPED).href);
      const script = `
      const { get } = process.getBuiltinModule('node:http');
      const { createEmulator } = await import(${file});
      const emulator = await createEmulator(${options});
      const status = await new Promise((answered) => {
        get(emulator.url + '/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } }, (answer) => {
          answer.resume();
          answered(answer.statusCode);
        });
      });
      await emulator.close();
      const loaded = [...process.moduleLoadList, ...Object.keys(process.getBuiltinModule('node:module')._cache)];
      console.log(status, loaded.filter((name) => /undici|zod/.test(name)));`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
      expect(stdout.trim()).toBe('200 []');
    },
  );

  it('is bundled so that Node keeps the compiled code of all files but the first, and no file imports a module of Node', async () => {
    const { SHIPPED } = await import('../testing/shipped-package.ts');
    const importsOf = (file: URL) => readFileSync(file, 'utf8').match(/^import\b.*$/gm) ?? [];
    const [cli, kit] = [new URL('cli.js', SHIPPED), new URL('conformance-cli.js', SHIPPED)];
    for (const file of [cli, kit]) expect(importsOf(file)).toEqual([expect.stringContaining('/compile-cache-')]);
    // The folder may contain files of earlier builds, so only files that the commands load are read.
    const loaded = new Set([cli.href, kit.href]);
    for (const file of loaded)
      for (const [, path = ''] of readFileSync(new URL(file), 'utf8').matchAll(/["'](\.{1,2}\/[\w./-]+\.js)["']/g))
        if (existsSync(new URL(path, file))) loaded.add(new URL(path, file).href);
    expect(loaded.size).toBeGreaterThan(10);
    const imports = [...loaded].flatMap((file) => importsOf(new URL(file)));
    expect(imports.filter((text) => text.includes('"node:'))).toEqual([]);
    // V8 stores a source with any other character in twice as many bytes.
    const isAscii = (text: string) => Buffer.byteLength(text) === text.length;
    expect([...loaded].filter((file) => !isAscii(readFileSync(new URL(file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['a non-default choice loads nothing from the kit', '/deviator-', 'conformance/'],
    ['the command start loads no deviations and no choices', '/start-', 'emulator/deviations/'],
  ])('is bundled so that %s, in few files, with its tables as JSON', async (_, first, unwanted) => {
    const { SHIPPED } = await import('../testing/shipped-package.ts');
    const textOf = (file: string) => readFileSync(new URL(file), 'utf8');
    const reachOf = (file: string, links: RegExp) => {
      const reached = new Set([file]);
      for (const one of reached)
        for (const [, path = ''] of textOf(one).matchAll(links)) reached.add(new URL(path, one).href);
      return [...reached];
    };
    const all = reachOf(new URL('cli.js', SHIPPED).href, /(?: from |\bimport\()"(\.\/[\w./-]+\.js)"/g);
    const start = all.find((file) => file.includes(first)) ?? '';
    const loaded = reachOf(start, / from "(\.\/[\w.-]+\.js)"/g);
    // Each file takes about a millisecond.
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.length).toBeLessThan(10);
    expect(loaded.filter((file) => textOf(file).includes(`// ${unwanted}`))).toEqual([]);
    // Node compiles a large literal far more slowly than it reads JSON.
    expect(loaded.filter((file) => textOf(file).includes('const QUESTIONS = JSON.parse('))).toHaveLength(1);
  });
});
