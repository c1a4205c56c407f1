import type { WireReply, WireRequest } from '../../world/wire.ts';
import { type Answer, errorReply, reply, type Served } from '../reply.ts';

/** Reads a file of the console; null if it is not built. */
export type ReadConsoleFile = (name: string) => Promise<Uint8Array | null>;

const TYPES = new Map(
  Object.entries({
    'index.html': 'text/html; charset=utf-8',
    'console.js': 'text/javascript; charset=utf-8',
    'console.css': 'text/css; charset=utf-8',
    'icon.svg': 'image/svg+xml',
  }),
);

/** Loads nothing from other sites, runs only our own files, and cannot be shown in a frame of another page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'content-type': 'text/plain',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the console to a browser, and redirects the printed address to it. The page gets its data from the control API,
 * so it needs no token itself. `otherwise` answers programs that request the address of the page.
 */
export function servedConsole(below: string, read: ReadConsoleFile, otherwise: Answer): Served {
  const page: Answer = (request, ids) =>
    wantsPage(request) ? answerFile(read, 'index.html') : otherwise(request, ids);
  return {
    'GET /': () => reply(null, { location: `${below}/` }, 302),
    [`GET ${below}`]: page,
    [`GET ${below}/`]: page,
    [`GET ${below}/console/:name`]: (_, [name = '']) => answerFile(read, name),
  };
}

/** A program that requests an address gets JSON, and a browser that opens it gets a page. */
function wantsPage({ headers }: WireRequest): boolean {
  return headers['accept']?.includes('text/html') === true;
}

async function answerFile(read: ReadConsoleFile, name: string): Promise<WireReply> {
  const type = TYPES.get(name);
  if (type === undefined) return errorReply(404, `the console has no file ${name}`);
  const bytes = await read(name);
  if (bytes === null) return errorReply(404, 'the console is not built: run npm run build');
  return reply(bytes, { ...HEADERS, 'content-type': type });
}
