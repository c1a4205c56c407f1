import type { Context, Hono } from 'hono';

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
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

/** Serves the console to a browser. The page gets its data from the control API, so it needs no token itself. */
export function serveConsole(app: Hono, below: string, read: ReadConsoleFile): void {
  for (const path of [below, `${below}/`])
    app.get(path, async (context, next) => (wantsPage(context) ? answerFile(context, read, 'index.html') : next()));
  app.get(`${below}/console/:name`, (context) => answerFile(context, read, context.req.param('name')));
}

/** A program that requests an address gets JSON, and a browser that opens it gets a page. */
function wantsPage(context: Context): boolean {
  return context.req.header('accept')?.includes('text/html') === true;
}

async function answerFile(context: Context, read: ReadConsoleFile, name: string): Promise<Response> {
  const type = TYPES.get(name);
  const bytes = type === undefined ? null : await read(name);
  if (type !== undefined && bytes !== null)
    return context.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': type });
  const message =
    type === undefined ? `the console has no file ${name}` : 'the console is not built: run npm run build';
  return context.json({ error: { message, problems: [] } }, 404);
}
