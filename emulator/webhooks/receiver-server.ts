import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonIn } from '../../shared/json-in.ts';
import { PLAYED_TIMEOUT } from '../adapters/sending/webhook-sender.ts';
import { FORGED_HEADER } from '../world/edges.ts';
import type { OpenReceiverServer, Reply } from '../world/ports.ts';

/** A server on loopback that calls back for each delivery and sends the returned reply. */
export const openReceiverServer: OpenReceiverServer = async (onDelivery) => {
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming).catch(() => null);
    if (body === null) return;
    const { method = '', url = '/' } = incoming;
    // Other requests to the open port are not deliveries.
    if (method !== 'POST' || jsonIn(body.toString()) === undefined) return play(400, outgoing);
    if (incoming.headers[FORGED_HEADER.toLowerCase()] !== undefined) return play(400, outgoing);
    play(await onDelivery({ method, path: url, headers: plainHeaders(incoming), body }), outgoing);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

function play(reply: Reply, outgoing: ServerResponse): void {
  if (reply === 'reset') {
    outgoing.socket?.resetAndDestroy();
  } else if (reply === 'timeout') {
    // The emulator counts this header as a timeout of ten seconds, so that tests do not have to wait.
    outgoing.writeHead(204, { [PLAYED_TIMEOUT]: '1' }).end();
  } else if (typeof reply === 'number') {
    outgoing.writeHead(reply, reply >= 300 && reply < 400 ? { Location: '/elsewhere' } : {}).end();
  } else {
    outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  }
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function plainHeaders(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
}
