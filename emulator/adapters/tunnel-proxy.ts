import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The target of a tunnel; with `greeting`, the request to another proxy, that proxy answers the client. */
export type Way = { host: string; port: number; greeting?: string };

export type TunnelProxy = { url: string; close(): Promise<void> };

const LOOPBACK = '127.0.0.1';

/** A proxy on loopback for CONNECT requests. Tunnels pass bytes unchanged. */
export async function openTunnelProxy(wayTo: (host: string, port: number) => Way): Promise<TunnelProxy> {
  const open = new Set<Socket>();
  const watched = <T extends Socket>(socket: T): T => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((_, outgoing) => {
    const headers = { Allow: 'CONNECT', 'Content-Type': 'text/plain', Connection: 'close' };
    outgoing.writeHead(405, headers).end(`${ONLY_TUNNELS}\n`);
  });
  server.on('connection', (socket: Socket) => {
    if (isOfThisMachine(socket)) watched(socket);
    else socket.destroy();
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const target = targetOf(incoming.url ?? '');
    if (target === null) return refuse(client, 400, 'a tunnel needs a host and a port');
    // Immediately, because a client that has ended in the meantime would have nothing left to read.
    if (head.byteLength > 0) client.unshift(head);
    const { greeting, ...place } = wayTo(target.host, target.port);
    const far = watched(connect({ ...place, allowHalfOpen: true }));
    const fail = (error: Error) => refuse(client, 502, `no connection to ${place.host}: ${error.message}`);
    far.once('error', fail);
    const giveUp = () => far.destroy();
    client.once('close', giveUp);
    far.once('connect', () => {
      far.off('error', fail);
      client.off('close', giveUp);
      if (greeting === undefined) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      else far.write(greeting);
      join(client, far);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, LOOPBACK, resolve);
  });
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

const ONLY_TUNNELS = 'this proxy serves CONNECT only, for https';

/** Either side may end before the other; an error on one side ends both. */
function join(client: Duplex, far: Socket): void {
  far.once('error', () => client.destroy());
  client.once('error', () => far.destroy());
  client.pipe(far).pipe(client);
}

/** If the machine routes external packets to loopback, the proxy still does not accept them. */
function isOfThisMachine({ remoteAddress = '' }: Socket): boolean {
  return remoteAddress.startsWith('127.');
}

function targetOf(authority: string): { host: string; port: number } | null {
  const [, bracketed, name, port] = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/i.exec(authority) ?? [];
  const host = bracketed ?? name;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host: host.toLowerCase().replace(/\.$/, ''), port: Number(port) };
}

function refuse(client: Duplex, status: number, text: string): void {
  const head = ['Content-Type: text/plain', `Content-Length: ${Buffer.byteLength(text) + 1}`, 'Connection: close'];
  client.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${text}\n`);
}
