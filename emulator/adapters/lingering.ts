import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much is read from a client that continues sending after its answer. */
export type LingerLimits = { bytes: number; milliseconds: number; quietMilliseconds: number };

export type Lingering = {
  /** Ends this side, and reads until the other side ends or a limit is reached. */
  close(socket: Socket): void;
  has(socket: Socket): boolean;
  /** Destroys every connection whose last answer has been sent. */
  cutOff(): void;
};

const MILLISECONDS_BETWEEN_CHECKS = 100;

/**
 * Closes the connections of a server without losing their last answer. RFC 9112, 9.6: a connection that is destroyed
 * while its client is sending is reset, and the client may then never see the answer. A connection that stays open also
 * reads the rest of a request, within the same limit, so that the next request can be found after it.
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
    // A socket destroys itself when both sides have ended.
    socket.end();
    discardRest(socket, limits.bytes);
  };
  // Node calls this after the last answer of a connection, whatever its source.
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

/** Detaches a socket from Node's parser, which would parse further requests, and discards its data. */
function discardRest(socket: Socket, limit: number): void {
  let left = limit;
  const onData = (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) socket.destroy();
  };
  // Only a flowing socket can be detached: a paused one would never be read again.
  socket.pause();
  socket.once('resume', () => socket.removeAllListeners('data').on('data', onData));
  socket.resume();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Node discards the rest of a body after its answer; its size can only be checked periodically. */
function limitRest(incoming: IncomingMessage, socket: Socket, limit: number): void {
  if (incoming.complete) return;
  const end = socket.bytesRead + limit;
  const checks = setInterval(() => {
    if (socket.bytesRead > end) socket.destroy();
    if (incoming.complete || socket.destroyed) clearInterval(checks);
  }, MILLISECONDS_BETWEEN_CHECKS).unref();
}
