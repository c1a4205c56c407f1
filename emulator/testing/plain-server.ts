import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PlainServer = {
  /** Without a slash at its end. */
  url: string;
  server: Server;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A server of Node's own, on loopback; whoever is connected at its end is cut off. */
export async function openPlainServer(listener: RequestListener): Promise<PlainServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, close, [Symbol.asyncDispose]: close };
}
