import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type App, requestListener } from './request-listener.ts';

export type NodeServerOptions = {
  app: App;
  requestTimeout: number;
  maxHeaderBytes: number;
  /** The body and status for bytes that never became a request. */
  onBadRequest(problem: 'malformed' | 'headers_too_large' | 'timeout'): { status: number; body: string };
  onUnexpected(error: unknown): void;
};

export type ListeningServer = { port: number; close(): Promise<void> };

const CHECKS_PER_TIMEOUT = 4;

/** A server that listens when the promise resolves. Port 0 asks for any free one. */
export async function listen(options: NodeServerOptions, host: string, port: number): Promise<ListeningServer> {
  const { requestTimeout } = options;
  const answered = new WeakMap<Socket, IncomingMessage>();
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, body } = options.onBadRequest('malformed');
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    };
    outgoing.writeHead(status, headers).end(body);
    answered.set(incoming.socket, incoming);
  };
  const listener = requestListener(options.app, { refuse, onUnexpected: options.onUnexpected });
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.max(50, Math.floor(requestTimeout / CHECKS_PER_TIMEOUT)),
      maxHeaderSize: options.maxHeaderBytes,
      noDelay: true,
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      if (!isWellAddressed(incoming)) return refuse(incoming, outgoing);
      // A request that is destroyed has no socket any more.
      const { socket } = incoming;
      outgoing.once('finish', () => answered.set(socket, incoming));
      listener(incoming, outgoing);
    },
  );
  server.on('checkExpectation', refuse);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Whoever has its answer already, and still owes the rest of its request, is not answered a second time.
    if (answered.get(socket)?.complete === false) socket.destroy();
    else answerBadRequest(options, error, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

/** RFC 9112, 3.2: one Host, and a request line that names its version. Node would answer these without an ErrorDetail. */
function isWellAddressed({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const PROBLEM_OF: Record<string, 'headers_too_large' | 'timeout'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

function answerBadRequest({ onBadRequest }: NodeServerOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = onBadRequest(PROBLEM_OF[error.code ?? ''] ?? 'malformed');
  const head = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}
