import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** A certificate and its key, as PEM. */
export type TlsPair = { cert: string; key: string };

/** A server over TLS, which is like another one once a connection is secured. Without one, `node:https` is not loaded. */
export async function createSecureServer({ cert, key }: TlsPair, settings: ServerOptions): Promise<Server> {
  const { createServer } = await import('node:https');
  const server = createServer({ ...settings, cert, key });
  // Node would answer a client that does not trust the certificate in HTTP.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (_, socket) => socket.destroy());
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // One that is not secured yet is unknown to the HTTP in it, and would keep the server from closing.
  server.closeAllConnections = () => {
    for (const socket of open) socket.destroy();
  };
  return server as Server;
}
