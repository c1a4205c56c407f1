import type { Context, Hono } from 'hono';

/** Reads a file of the console; null if it was not built. */
export type ReadConsoleFile = (name: string) => Promise<Uint8Array | null>;

const TYPES = new Map(
  Object.entries({
    'index.html': 'text/html; charset=utf-8',
    'console.js': 'text/javascript; charset=utf-8',
    'console.css': 'text/css; charset=utf-8',
    'icon.svg': 'image/svg+xml',
  }),
);

/** Nothing is loaded from other sites, only our own files run, and no other page shows this one in a frame. */
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

/**
 * `/_emulator/` in a browser: the console. The page alone shows nothing and does nothing: it gets its data from the control
 * API like any client, so it needs no token itself.
 */
export function serveConsole(app: Hono, below: string, read: ReadConsoleFile): void {
  for (const path of [below, `${below}/`])
    app.get(path, async (context, next) => (wantsPage(context) ? answerFile(context, read, 'index.html') : next()));
  app.get(`${below}/console/:name`, (context) => answerFile(context, read, context.req.param('name')));
}

/** A program that asks for an address gets JSON; a browser that opens it gets a page. */
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
