import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpClient } from './http-client.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

it.each(['POST', 'DELETE'])('A kept connection is not for %s, which is never sent twice', async (method) => {
  const seen: string[] = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (head) => {
      seen.push(String(head).split(' ')[0] ?? '');
      if (seen.length === 2) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createHttpClient({ base_url });
  const request = { url: '/v1/usage', headers: {}, body: null, timeout: 5_000 };
  await client.send({ ...request, method: 'GET' });
  expect(await client.send({ ...request, method })).toMatchObject({ answer: null, silence: 'closed' });
  expect(seen).toEqual(['GET', method]);
  await client.close();
});
