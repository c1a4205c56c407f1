import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listening } from './listening.ts';

export type Asked = {
  method: string;
  /** The path with its query. */
  url: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** How many requests had this method and path before. */
  before: number;
};

/**
 * The answer of a scripted server. `hang` never answers, `stall` never ends its answer, `garbage` is not HTTP, and
 * `close` closes the connection without an answer.
 */
export type Scripted =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'hang'
  | 'stall'
  | 'garbage'
  | 'close';
export type Script = (asked: Asked) => Scripted | Promise<Scripted>;

export type ScriptedServer = Listening & { asked: Asked[] };

/** Starts a server that answers as a test specifies, and records its requests. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const counts = new Map<string, number>();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const one = await read(request, counts);
    asked.push(one);
    answer(await script(one), response);
  };
  // The client may close the connection before its request is complete.
  const server = createServer((request, response) => serve(request, response).catch(() => response.destroy()));
  return { ...(await listening(server)), asked };
}

/** Has an answer for each `METHOD /path`. Any other path is unknown. */
export function routes(table: Record<string, Scripted | Script>): Script {
  return (asked) => {
    const scripted = table[`${asked.method} ${asked.path}`] ?? table[asked.path] ?? UNKNOWN;
    return typeof scripted === 'function' ? scripted(asked) : scripted;
  };
}

export const UNKNOWN: Scripted = { status: 404, json: { error: { code: 'NOT_FOUND', message: 'no such path' } } };

async function read(request: IncomingMessage, counts: Map<string, number>): Promise<Asked> {
  const body = await buffer(request);
  const { method = '', url = '', headers } = request;
  const [path = ''] = url.split('?');
  const before = counts.get(`${method} ${path}`) ?? 0;
  counts.set(`${method} ${path}`, before + 1);
  return { method, url, path, headers, body, before };
}

function answer(scripted: Scripted, response: ServerResponse): void {
  if (typeof scripted === 'string') {
    RAW_ANSWERS[scripted]?.(response);
    return;
  }
  const { status = 200, headers = {}, json, text = json === undefined ? '' : JSON.stringify(json) } = scripted;
  response.writeHead(status, { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers });
  response.end(text);
}

const RAW_ANSWERS: Record<string, (response: ServerResponse) => void> = {
  close: (response) => response.destroy(),
  stall: (response) => response.writeHead(200, { 'Content-Length': '100' }).write('{'),
  garbage: (response) => response.socket?.end('what is this?\r\n\r\n'),
};

/**
 * The skin analyses that were submitted to a server. A run also sends an empty submission to find out whether the
 * product exists.
 */
export function submissionsIn(asked: readonly Asked[]): Asked[] {
  return asked.filter(({ path, body }) => path === '/v1/skin/analyses' && body.toString() !== '{}');
}
