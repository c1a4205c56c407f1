import type { Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

export type Listening = { base_url: string; close(): Promise<void> };

/** Starts a server on a free port of this machine. Closing it does not wait for open connections. */
export async function listening(server: Server | TcpServer): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}`,
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
