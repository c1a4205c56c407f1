import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { listening } from '../../testing/listening.ts';
import { createHttpClient } from './http-client.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n';
const REQUEST = { url: '/v1/usage', headers: {}, body: null, timeout: 5_000 };

/** A server that handles each request with this function, and its client. */
async function asked(answer: (socket: Socket, nth: number) => void) {
  const seen: { method: string; connection: number }[] = [];
  let connections = 0;
  server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    socket.on('error', () => undefined);
    socket.on('data', (head) => {
      seen.push({ method: String(head).split(' ')[0] ?? '', connection });
      answer(socket, seen.length);
    });
  });
  const { base_url } = await listening(server);
  return { seen, client: createHttpClient({ base_url }) };
}

it.each(['POST', 'DELETE'])('A kept connection is not used for %s, which is never sent twice', async (method) => {
  const { seen, client } = await asked((socket, nth) => {
    if (nth === 2) socket.resetAndDestroy();
    else socket.write(`${OK}\r\nok`);
  });
  await client.send({ ...REQUEST, method: 'GET' });
  expect(await client.send({ ...REQUEST, method })).toMatchObject({ answer: null, silence: 'closed' });
  expect(seen).toEqual([
    { method: 'GET', connection: 1 },
    { method, connection: 2 },
  ]);
  await client.close();
});

it.each([
  ['says that it keeps a connection', 'Connection: keep-alive\r\n', [1, 1]],
  ['does not say so', '', [1, 2]],
  ['keeps it for a moment alone', 'Connection: keep-alive\r\nKeep-Alive: timeout=1\r\n', [1, 2]],
])('If a server %s, further requests that change something use these connections', async (_, header, connections) => {
  const { seen, client } = await asked((socket) => void socket.write(`${OK}${header}\r\nok`));
  await client.send({ ...REQUEST, method: 'POST' });
  await client.send({ ...REQUEST, method: 'DELETE' });
  expect(seen.map(({ connection }) => connection)).toEqual(connections);
  await client.close();
});

it('A request that may change something is not sent twice over a promised connection either', async () => {
  const { seen, client } = await asked((socket, nth) => {
    if (nth === 2) socket.resetAndDestroy();
    else socket.write(`${OK}Connection: keep-alive\r\n\r\nok`);
  });
  await client.send({ ...REQUEST, method: 'POST' });
  expect(await client.send({ ...REQUEST, method: 'POST' })).toMatchObject({ answer: null, silence: 'closed' });
  expect(seen.length).toBe(2);
  await client.close();
});

it('A connection that was idle for half a second is not used for requests that may change something', async () => {
  const { seen, client } = await asked((socket) => void socket.write(`${OK}Connection: keep-alive\r\n\r\nok`));
  const now = vi.spyOn(performance, 'now');
  await client.send({ ...REQUEST, method: 'POST' });
  const later = performance.now() + 600;
  now.mockReturnValue(later);
  await client.send({ ...REQUEST, method: 'POST' });
  now.mockRestore();
  expect(seen.map(({ connection }) => connection)).toEqual([1, 2]);
  await client.close();
});
