import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that does the same for every request; `close` does not wait for open requests. */
export async function openServer(handle: Handle): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    request.resume();
    handle(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const answer =
  (status: number, text: string): Handle =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);

export const BROKEN = {
  'answers 200 {} to everything': answer(200, '{}'),
  'answers 500 to everything': answer(500, '{"error": "no"}'),
  'answers 200 with what is no JSON': answer(200, '<html>'),
  'never answers': () => undefined,
  'closes every connection': (request) => request.socket.destroy(),
  'stops in the middle of each answer': (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"id": ');
    setImmediate(() => response.destroy());
  },
  'sends everybody elsewhere': (_request, response) => response.writeHead(302, { Location: '/' }).end(),
} satisfies Record<string, Handle>;
