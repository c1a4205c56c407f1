import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much is read of a client that goes on sending after its answer. */
export type LingerLimits = {
  bytes: number;
  /** Longest time in all. */
  milliseconds: number;
  /** Longest time without a byte. */
  quietMilliseconds: number;
};

export type Lingering = {
  /** Ends our side, and reads until the other side has ended too, or until a limit is reached. */
  close(socket: Socket): void;
  /** Whether a connection has had its last answer. */
  has(socket: Socket): boolean;
  /** Destroys every connection that has had its last answer. */
  cutOff(): void;
};

const MILLISECONDS_BETWEEN_CHECKS = 100;

/**
 * Closes the connections of a server so that their last answer is not lost. RFC 9112, 9.6: one that is destroyed while its
 * client still sends is reset, and a client that is reset may never see what it had been answered. A connection that
 * stays open reads the rest of a request as well, so that the next one is found behind it, and no more of it either.
 */
export function lingerOn(
  server: Server,
  limits: LingerLimits,
  opened: 'connection' | 'secureConnection' = 'connection',
): Lingering {
  const closing = new Set<Socket>();
  const close = (socket: Socket) => {
    if (closing.has(socket) || socket.destroyed) return;
    closing.add(socket);
    const tooLong = setTimeout(() => socket.destroy(), limits.milliseconds).unref();
    socket.setTimeout(limits.quietMilliseconds, () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(tooLong);
      closing.delete(socket);
    });
    // A socket whose sides have both ended destroys itself.
    socket.end();
    discardRest(socket, limits.bytes);
  };
  // Node calls this after the last answer of a connection, whatever made that answer.
  server.on(opened, (socket: Socket) => {
    socket.destroySoon = () => close(socket);
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return;
    const { socket } = incoming;
    outgoing.once('finish', () => !closing.has(socket) && limitRest(incoming, socket, limits.bytes));
  });
  return {
    close,
    has: (socket) => closing.has(socket),
    cutOff: () => {
      for (const socket of closing) socket.destroy();
    },
  };
}

/** Takes a socket away from Node's parser, which would make further requests of what comes, and throws away what comes. */
function discardRest(socket: Socket, limit: number): void {
  let left = limit;
  const onData = (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) socket.destroy();
  };
  // Only a socket that is being read can be taken away: one that stands still would never be read again.
  socket.pause();
  socket.once('resume', () => socket.removeAllListeners('data').on('data', onData));
  socket.resume();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Node throws away what is left of a body after its answer; how much that is can only be looked at now and then. */
function limitRest(incoming: IncomingMessage, socket: Socket, limit: number): void {
  if (incoming.complete) return;
  const end = socket.bytesRead + limit;
  const checks = setInterval(() => {
    if (socket.bytesRead > end) socket.destroy();
    if (incoming.complete || socket.destroyed) clearInterval(checks);
  }, MILLISECONDS_BETWEEN_CHECKS).unref();
}
