import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { postHead, sendThenRead } from '../testing/refusals.ts';
import { type LingerLimits, lingerOn } from './lingering.ts';

const MIB = 1 << 20;
const ROOMY: LingerLimits = { bytes: 1_000 * MIB, milliseconds: 60_000, quietMilliseconds: 60_000 };
const CLOSE = ['Connection: close'];

let stop = () => {};
afterEach(() => stop());

/** A server that refuses every request before it has read the body. */
async function refuser(
  limits: Partial<LingerLimits> = {},
  answer = (outgoing: ServerResponse) => void outgoing.writeHead(413).end('too large'),
) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, outgoing) => {
    asked.push(url);
    answer(outgoing);
  });
  const lingering = lingerOn(server, { ...ROOMY, ...limits });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stop = () => {
    server.close();
    server.closeAllConnections();
    lingering.cutOff();
  };
  return { server, lingering, asked, port: (server.address() as AddressInfo).port };
}

/** A client that has received its answer and keeps sending its request, and the server's end of its connection. */
async function endlessClient(
  server: Server,
  port: number,
  headers = CLOSE,
): Promise<{ client: Socket; served: Socket }> {
  const accepted = once(server, 'connection');
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  client.write(postHead('/', 1_000 * MIB, headers));
  await once(client, 'data');
  const [served] = await accepted;
  return { client, served };
}

describe('A connection that stays open', () => {
  it('is cut off if its client has sent too much of a request that is already answered', async () => {
    const { server, port } = await refuser({ bytes: MIB });
    const { client, served } = await endlessClient(server, port, []);
    const gone = once(served, 'close');
    client.write(Buffer.alloc(8 * MIB));
    await gone;
    client.destroy();
  });
});

describe('A connection that is about to close', () => {
  it('delivers its answer to a client that reads it only after sending everything', async () => {
    const { port } = await refuser();
    const answer = await sendThenRead(port, postHead('/', 11 * MIB, CLOSE), 11 * MIB);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large/);
  });

  it('delivers it if the server has stopped reading in the middle of a body', async () => {
    const { port } = await refuser({}, (outgoing) => {
      outgoing.req.once('data', () => {
        outgoing.req.pause();
        setTimeout(() => outgoing.writeHead(413).end('too large'), 5);
      });
    });
    expect(await sendThenRead(port, postHead('/', 11 * MIB, CLOSE), 11 * MIB)).toMatch(/ 413 [\s\S]*too large/);
  });

  it('handles no request after the last answer', async () => {
    const { port, asked } = await refuser({}, (outgoing) => {
      outgoing.shouldKeepAlive = false;
      outgoing.end('enough');
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('enough');
    const ended = once(socket, 'close');
    socket.end('GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await ended;
    expect(asked).toEqual(['/first']);
  });

  it.each<[string, Partial<LingerLimits>, (socket: Socket) => unknown]>([
    ['has sent too much', { bytes: MIB }, (socket) => socket.write(Buffer.alloc(2 * MIB))],
    ['sends a byte now and then for too long', { milliseconds: 50 }, drip],
    ['falls silent', { quietMilliseconds: 20 }, () => {}],
  ])('is cut off if its client %s', async (_, limits, send) => {
    const { server, port } = await refuser(limits);
    const { client, served } = await endlessClient(server, port);
    const gone = once(served, 'close');
    send(client);
    await gone;
    client.destroy();
  });

  it('is cut off when the server closes', async () => {
    const { server, port, lingering } = await refuser();
    const { served } = await endlessClient(server, port);
    expect(lingering.has(served)).toBe(true);
    const closed = new Promise((resolve) => server.close(resolve));
    lingering.cutOff();
    await closed;
  });
});

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 5);
  socket.once('close', () => clearInterval(timer));
}
