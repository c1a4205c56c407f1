import { connect as connectPlain, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { RawExchange } from '../traffic.ts';
import type { Pass, Reader } from './http-reader.ts';
import { pairMessages } from './pair-messages.ts';

/** Relays connections to a server, byte by byte, and reports the exchanges. */
export type Relay = {
  url: string;
  /** Connections that could not be read as HTTP, such as those that changed their protocol. */
  skipped(): number;
  /** Waits up to a second for the answers to requests in progress. */
  close(): Promise<void>;
};

export type RelayOptions = {
  server: URL;
  port: number;
  host?: string;
  onExchange(raw: RawExchange): void;
  /** Called if the server cannot be reached. */
  onTrouble(problem: string): void;
};

/** How long `close` waits for open connections. */
const LAST_ANSWERS = 1_000;

export async function openRelay({
  server,
  port,
  host = '127.0.0.1',
  onExchange,
  onTrouble,
}: RelayOptions): Promise<Relay> {
  const sockets = new Set<Socket>();
  const counts = { number: 0, skipped: 0 };
  const began = Date.now() - performance.now();
  const listener = {
    now: () => began + performance.now(),
    number: () => {
      counts.number += 1;
      return counts.number;
    },
    exchange: onExchange,
    skipped: () => {
      counts.skipped += 1;
    },
  };
  const relay = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connectTo(server);
    const renamed = isLoopback(server) ? null : renaming(server, upstream);
    const pairing = pairMessages(listener, renamed ?? undefined);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    passOn(client, upstream, { ...pairing.request, isPassing: renamed !== null });
    passOn(upstream, client, { ...pairing.answer, isPassing: false });
    upstream.on('error', (error) => onTrouble(error.message));
    upstream.once('close', pairing.close);
  });
  await listening(relay, port, host);
  const address = relay.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    skipped: () => counts.skipped,
    close: () => closed(relay, sockets),
  };
}

function connectTo({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'https:')
    return connectTls({ host, port: Number(port || 443), servername: host, ALPNProtocols: ['http/1.1'] }).setNoDelay(
      true,
    );
  return connectPlain({ host, port: Number(port || 80), allowHalfOpen: true, noDelay: true });
}

/** A server on another machine gets its own name as Host. Nothing else in a request is changed. */
function renaming(server: URL, upstream: Socket): Pass {
  return (bytes, isHead) => {
    if (!isHead) return void upstream.write(bytes);
    const head = bytes.toString('latin1').replace(/^(host:[ \t]*)[^\r\n]*/im, `$1${server.host}`);
    upstream.write(Buffer.from(head, 'latin1'));
  };
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Passes on one direction. Bytes are passed on before they are read, unless the reader passes them on itself. A slow
 * side slows down the other.
 */
function passOn(from: Socket, to: Socket, { read, end, isPassing }: Reader & { isPassing: boolean }): void {
  from.on('data', (chunk: Buffer) => {
    if (!isPassing) to.write(chunk);
    read(chunk);
    if (!to.writableNeedDrain) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.on('end', () => {
    end();
    to.end();
  });
  // Bytes that have already arrived are still passed on, such as a refusal before the whole request was read.
  from.on('error', () => to.destroySoon());
  from.on('close', () => to.destroySoon());
}

function listening(relay: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(port, host, resolve);
  });
}

function closed(relay: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, LAST_ANSWERS);
    relay.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
