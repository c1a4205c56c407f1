import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../../testing/listening.ts';

/** A server with one handler for every request. */
export async function openServer(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const { base_url, close } = await listening(createServer((request, response) => handle(request.resume(), response)));
  return { url: base_url, close };
}
