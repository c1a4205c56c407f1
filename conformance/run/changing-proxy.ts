import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf } from '../effects/http/view.ts';
import { type Change, changedAnswer, mayMatch, type SeenRequest } from '../suite/own/change.ts';

type Server = { base_url: string; close(): Promise<void> };
/** A server whose answers are changed on their way. `changed` contains the changes that were made so far. */
export type Changing<Given extends Server> = Given & { changed: ReadonlySet<Change> };

/**
 * Starts a proxy on loopback that changes the matching answers of a server and passes everything else on byte by byte.
 * Driver calls go directly to the server.
 */
export async function changing<Given extends Server>(
  server: Given,
  changes: readonly Change[],
): Promise<Changing<Given>> {
  const upstream = new URL(server.base_url);
  const changed = new Set<Change>();
  const proxy = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, upstream, changes).then(
      (made) => {
        for (const change of made) changed.add(change);
      },
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((listening, failed) => {
    proxy.once('error', failed);
    proxy.listen(0, '127.0.0.1', () => listening());
  });
  const base_url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${upstream.pathname.replace(/\/$/, '')}`;
  const close = async () => {
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
    await server.close();
  };
  return { ...server, base_url, close, changed };
}

/** Forwards a request and its answer. Returns the changes that were made. */
async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  upstream: URL,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const { method = 'GET', url = '/' } = incoming;
  const base = upstream.pathname.replace(/\/$/, '');
  const path = (url.split('?', 1)[0] ?? url).slice(base.length);
  const meant = changes.filter((change) => mayMatch(change, { method, path }));
  const sent: Buffer[] = [];
  if (meant.length > 0) incoming.on('data', (chunk: Buffer) => sent.push(chunk));
  const answer = await answerTo(incoming, upstream);
  if (meant.length === 0) {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
    return [];
  }
  const bytes = await bytesOf(answer);
  const header = headersOf(incoming);
  return reply(outgoing, answer, bytes, meant, { method, path, header, body: jsonOf(Buffer.concat(sent).toString()) });
}

function answerTo(incoming: IncomingMessage, upstream: URL): Promise<IncomingMessage> {
  const { method, url, rawHeaders } = incoming;
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const passed = send(
      { host: upstream.hostname, port: upstream.port, method, path: url, headers: withHost(rawHeaders, upstream.host) },
      resolve,
    );
    passed.once('error', reject);
    // If the announced body does not arrive, the other side must not wait for it either.
    incoming.once('close', () => incoming.complete || passed.destroy());
    incoming.pipe(passed);
  });
}

/** Keeps the headers as sent, even repeated ones, but calls the server by its own name. */
function withHost(rawHeaders: readonly string[], host: string): string[] {
  return rawHeaders.map((text, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host' ? host : text,
  );
}

/** Headers about the length or encoding of the body, which do not apply to a changed one. */
const OF_THE_BODY = ['content-length', 'transfer-encoding'];

async function reply(
  outgoing: ServerResponse,
  answer: IncomingMessage,
  bytes: Buffer,
  changes: readonly Change[],
  request: SeenRequest,
): Promise<readonly Change[]> {
  const before = { status: answer.statusCode ?? 502, header: headersOf(answer), body: jsonOf(bytes.toString()) };
  const { delay, by, ...after } = changedAnswer(changes, request, before);
  if (delay > 0) await sleep(delay);
  const body =
    after.body === before.body ? bytes : Buffer.from(after.body === undefined ? '' : JSON.stringify(after.body));
  const header = body === bytes ? after.header : asJson(after.header);
  outgoing.writeHead(after.status, [
    ...keptHeaders(answer.rawHeaders, before.header, header),
    ...Object.entries(addedTo(before.header, header)).flat(),
    ...(mayHaveBody(request.method, after.status) ? ['content-length', String(body.length)] : []),
  ]);
  outgoing.end(body);
  return by;
}

function asJson(header: Headers): Headers {
  return header['content-type']?.includes('json') ? header : { ...header, 'content-type': 'application/json' };
}

/** Returns the headers of the answer that were not changed, in their original spelling. */
function keptHeaders(raw: readonly string[], before: Headers, after: Headers): string[] {
  return raw.flatMap((name, index) => {
    const known = name.toLowerCase();
    const isKept = index % 2 === 0 && !OF_THE_BODY.includes(known) && after[known] === before[known];
    return isKept ? [name, raw[index + 1] ?? ''] : [];
  });
}

function addedTo(before: Headers, after: Headers): Headers {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
}

type Headers = Readonly<Record<string, string>>;

function headersOf({ headers }: IncomingMessage): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

function mayHaveBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
