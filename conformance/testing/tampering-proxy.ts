import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listening } from './listening.ts';

/** Replaces a text of an answer: a member of its JSON, or a header. Returning the same text changes nothing. */
export type Tamper = (name: string, text: string) => string;

/** Called before each request, which waits for it. If it returns an answer, that is sent instead of the server's. */
export type Before = (method: string, url: string) => Promise<{ status: number; json: unknown } | null>;

export type TamperingProxy = Listening & { tamper: Tamper; before: Before };

/** A proxy in front of a conformant server that changes its answers, including those of driver calls. */
export async function tamperingProxy(server: { base_url: string }): Promise<TamperingProxy> {
  const listener = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, server.base_url, proxy).catch(() => outgoing.destroy());
  });
  const proxy: TamperingProxy = { ...(await listening(listener)), tamper: (_, text) => text, before: async () => null };
  return proxy;
}

/** Headers of the server that apply only to its own connection, or to the length of the unchanged body. */
const NOT_PASSED_ON = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  base_url: string,
  { tamper, before }: TamperingProxy,
) {
  const { method = 'GET', url = '/', headers } = incoming;
  const instead = await before(method, url);
  if (instead !== null) {
    outgoing.writeHead(instead.status, { 'content-type': 'application/json' }).end(JSON.stringify(instead.json));
    return;
  }
  const forwarded = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
  );
  const body = ['GET', 'HEAD'].includes(method) ? null : new Uint8Array(await buffer(incoming));
  const answer = await fetch(new URL(url, base_url), { method, headers: forwarded, body, redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const passedOn = [...answer.headers].filter(([name]) => !NOT_PASSED_ON.includes(name));
  outgoing.writeHead(
    answer.status,
    passedOn.flatMap(([name, value]) => [name, sendable(tamper(name, value))]),
  );
  outgoing.end(isJson && bytes.length > 0 ? JSON.stringify(tampered(JSON.parse(bytes.toString()), '', tamper)) : bytes);
}

function tampered(value: unknown, name: string, tamper: Tamper): unknown {
  if (typeof value === 'string') return tamper(name, value);
  if (Array.isArray(value)) return value.map((item) => tampered(item, name, tamper));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tampered(item, key, tamper)]));
}

/** Encodes a text so that a header can contain it. */
function sendable(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, '')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
