import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

export type TlsPair = { cert: string; key: string };

/** A server over TLS, which otherwise behaves like a plain one. `node:https` is loaded only for this. */
export async function createSecureServer({ cert, key }: TlsPair, settings: ServerOptions): Promise<Server> {
  const { createServer } = await import('node:https');
  const server = createServer({ ...settings, cert, key });
  // Node would send an HTTP answer to a client that does not trust the certificate.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (_, socket) => socket.destroy());
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // The HTTP server does not know connections that are not secured yet, and they would keep it from closing.
  server.closeAllConnections = () => {
    for (const socket of open) socket.destroy();
  };
  return server as Server;
}
