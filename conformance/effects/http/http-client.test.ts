import { createServer as createTcp, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { clientOf, closing, listen, requestOf, send, served } from '../../testing/one-request.ts';
import { createHttpClient } from './http-client.ts';
import { viewOf } from './view.ts';

/** A server that receives raw bytes and can write anything. */
async function wired(onData: (socket: Socket, text: string, nth: number) => void): Promise<string> {
  const sockets = new Set<Socket>();
  let nth = 0;
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      nth += 1;
      onData(socket, bytes.toString('latin1'), nth);
    });
  });
  const url = await listen(server);
  closing.push(() => sockets.forEach((socket) => void socket.destroy()));
  return url;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A server that answers ok and records what it received. */
async function hearing(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  return { url: await wired((socket, text) => void (heard.push(text) && socket.write(OK))), heard };
}

describe('A request', () => {
  it('is not sent if there is no time for it', async () => {
    const { url, heard } = await hearing();
    const client = createHttpClient({ base_url: url, within: () => 0 });
    const { answer, silence, detail } = await client.send(requestOf({}));
    expect({ answer, silence, detail, heard }).toEqual({
      ...{ answer: null, silence: 'timeout', heard: [] },
      detail: 'it was not sent, because the time is over',
    });
  });

  it('is sent to the path below the base address, as written', async () => {
    const { url, heard } = await hearing();
    await send(`${url}/prefix/`, { url: '/v1/../jobs/%2e%2e?a=[1]&b=é x' });
    expect(heard.join().split('\r\n')[0]).toBe('GET /prefix/v1/../jobs/%2e%2e?a=[1]&b=%C3%A9%20x HTTP/1.1');
  });

  it('is sent to a driver if that is its base, and to no other server', async () => {
    const url = await wired((socket) => socket.write(OK));
    const exchange = await send('http://127.0.0.1:1', { base_url: `${url}/driver`, url: '/clock' });
    expect(viewOf(exchange)).toMatchObject({ status: 200, text: 'ok' });
    await expect(send('http://127.0.0.1:1', { url: `${url}/elsewhere` })).rejects.toThrow(
      'is not a path below base_url',
    );
  });

  it('has the given headers, those of the connection, and no others', async () => {
    const { url, heard } = await hearing();
    await send(url, { method: 'POST', headers: { 'X-aPi-Key': 'k', Empty: '', Wide: 'ключ' }, body: '{"é":1}' });
    const head = heard.join('');
    const lines = head.split('\r\n').slice(1, -2);
    expect(lines.map((line) => Buffer.from(line, 'latin1').toString()).sort()).toEqual([
      'Connection: keep-alive',
      'Content-Length: 8',
      'Empty: ',
      `Host: ${url.slice(7)}`,
      'Wide: ключ',
      'X-aPi-Key: k',
    ]);
    expect(Buffer.from(head, 'latin1').toString()).toMatch(/\r\n\r\n\{"é":1\}$/);
  });

  it.each([
    ['POST', null, 'content-length: 0'],
    ['POST', 'abc', 'content-length: 3'],
    ['GET', 'abc', 'content-length: 3'],
  ] as const)('includes the length of the body of %s %s', async (method, body, header) => {
    const url = await served(({ headers }, outgoing) => outgoing.end(`content-length: ${headers['content-length']}`));
    expect(viewOf(await send(url, { method, body })).text).toBe(header);
  });

  it.each(['GET', 'DELETE'])('includes no length if %s has no body', async (method) => {
    const url = await served((incoming, outgoing) => outgoing.end(JSON.stringify(Object.keys(incoming.headers))));
    expect(viewOf(await send(url, { method })).body).toEqual(['host', 'connection']);
  });

  it.each(['a\nb', 'a\r', 'a\0', 'a\u0001', 'a\u007f'])('is refused if a header contains %j', async (value) => {
    const sending = send('http://127.0.0.1:1', { headers: { 'X-A': value } });
    await expect(sending).rejects.toThrow('the header X-A cannot be sent');
  });

  it('is recorded as given', async () => {
    const url = await served((incoming, outgoing) => void incoming.resume().on('end', () => outgoing.end()));
    const headers = { 'X-API-Key': 'k' };
    const { request, answer } = await send(url, { method: 'POST', url: '/a?b', headers, body: Buffer.from([0, 255]) });
    expect(request).toMatchObject({ method: 'POST', url: '/a?b', headers, body: { kind: 'bytes', size: 2 } });
    expect(answer?.body).toEqual({ kind: 'none' });
  });
});

describe('An answer', () => {
  it('keeps its headers in their order and spelling', async () => {
    const url = await wired((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nx-B: 1\r\nX-a: 2\r\nx-b: 3\r\nContent-Length: 0\r\n\r\n'),
    );
    const { answer } = await send(url);
    expect(answer?.headers.slice(0, 3).join()).toBe('x-B,1,X-a,2,x-b,3');
  });

  it('ends with the connection if it has no length', async () => {
    const url = await wired((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nwhole'));
    expect(viewOf(await send(url)).text).toBe('whole');
  });

  it.each([
    ['is decoded', gzipSync('{"id":"job_1"}'), { status: 200, text: '{"id":"job_1"}', size: 14 }],
    ['is malformed if it cannot be decoded', Buffer.from('ok'), { status: null, silence: 'malformed' }],
  ])('in gzip %s, although it was not asked for', async (_, bytes, expected) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    const url = await wired((socket) => socket.write(Buffer.concat([Buffer.from(head), bytes])));
    expect(viewOf(await send(url, {}))).toMatchObject(expected);
  });

  it('to a HEAD ends without a body', async () => {
    const url = await wired((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n'));
    expect(viewOf(await send(url, { method: 'HEAD' }))).toMatchObject({ status: 200, text: '', size: 0 });
  });

  it('is not redirected', async () => {
    const url = await served((_, outgoing) => outgoing.writeHead(302, { Location: '/x' }).end());
    expect(viewOf(await send(url))).toMatchObject({ status: 302, header: { location: '/x' } });
  });

  const TOO_LARGE = 'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n';
  it.each<[what: string, refuse: (socket: Socket) => unknown]>([
    ['closes', (socket) => socket.end(`${TOO_LARGE}Connection: close\r\n\r\nno`, () => socket.destroy())],
    ['resets', (socket) => socket.write(`${TOO_LARGE}\r\nno`, () => socket.resetAndDestroy())],
    ['reads no further', (socket) => socket.pause().write(`${TOO_LARGE}\r\nno`)],
  ])('is received early from a server that refuses and %s', async (_, refuse) => {
    for (let round = 0; round < 2; round += 1) {
      const url = await wired((socket, __, nth) => {
        if (nth === 1) refuse(socket);
      });
      const exchange = await send(url, { method: 'POST', body: Buffer.alloc(24 * 1024 * 1024), timeout: 10_000 });
      expect(viewOf(exchange)).toMatchObject({ status: 413, text: 'no', silence: null });
    }
  });
});

describe('The time of an exchange', () => {
  it('begins and ends on one clock, even if the process is paused in between', async () => {
    let last = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (last += 5));
    const { at, took } = await send(await served((_, answer) => answer.end()));
    clock.mockRestore();
    expect(at + took - performance.timeOrigin).toBeLessThan(last + 1);
  });
});

describe('A silence', () => {
  it('is refused if no server is listening', async () => {
    const exchange = await send('http://127.0.0.1:1');
    expect(exchange).toMatchObject({ answer: null, silence: 'refused' });
    expect(exchange.detail).toContain('ECONNREFUSED');
  });

  it.each([
    ['before the answer', ''],
    ['within its head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
  ])('is closed if the connection ends %s', async (_, said) => {
    const url = await wired((socket) => socket.end(said));
    expect(await send(url)).toMatchObject({ answer: null, silence: 'closed' });
  });

  it.each([
    ['nothing is said', ''],
    ['the answer never ends', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
  ])('is a timeout if %s', async (_, said) => {
    let closed = false;
    const url = await wired((socket) => {
      socket.on('close', () => (closed = true)).write(said);
    });
    const exchange = await send(url, { timeout: 30 });
    expect(exchange).toMatchObject({ answer: null, silence: 'timeout' });
    await expect.poll(() => closed).toBe(true);
  });

  it('is malformed if the answer is not HTTP', async () => {
    const url = await wired((socket) => socket.end('SMTP here\r\n\r\n'));
    expect(await send(url)).toMatchObject({ answer: null, silence: 'malformed' });
  });

  it('is a TLS failure if the server does not support TLS', async () => {
    const url = await wired((socket) => socket.end('HTTP/1.1 400 no\r\n\r\n'));
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({ answer: null, silence: 'tls' });
  });
});

describe('A kept connection', () => {
  it('that the server has closed is replaced once', async () => {
    const seen: number[] = [];
    const url = await wired((socket, _, nth) => {
      seen.push(nth);
      if (nth === 2) socket.resetAndDestroy();
      else socket.write(OK);
    });
    const client = clientOf(url);
    const first = await client.send(requestOf());
    const second = await client.send(requestOf());
    expect([first, second].map((exchange) => viewOf(exchange).text)).toEqual(['ok', 'ok']);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('that is closed in the middle of an answer causes a silence', async () => {
    const url = await wired((socket, _, nth) => void (nth === 2 ? socket.end('HTTP/1.1 2') : socket.write(OK)));
    const client = clientOf(url);
    await client.send(requestOf());
    expect(await client.send(requestOf())).toMatchObject({ answer: null, silence: 'closed' });
  });

  it('is not retried if it is new', async () => {
    const seen: number[] = [];
    const url = await wired((socket, _, nth) => {
      seen.push(nth);
      socket.resetAndDestroy();
    });
    expect(await send(url)).toMatchObject({ silence: 'closed' });
    expect(seen).toEqual([1]);
  });

  it('serves one exchange after the other', async () => {
    const ports = new Set<number | undefined>();
    const url = await served((incoming, outgoing) => {
      ports.add(incoming.socket.remotePort);
      outgoing.end('{}');
    });
    const client = clientOf(url);
    for (let round = 0; round < 5; round += 1) await client.send(requestOf());
    expect(ports.size).toBe(1);
  });
});
