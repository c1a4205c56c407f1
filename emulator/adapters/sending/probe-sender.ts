import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { type ClientRequest, request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { isOwnAddress } from '../../domain/addresses/own-address.ts';

/** A delivery to send, in pieces that are written one by one. */
export type Outgoing = { headers: Record<string, string>; pieces: readonly Buffer[]; pause: number };

/** A receiver's answer to a delivery. `down`: there was no server; `cut`: the connection ended without an answer. */
export type Answered =
  | { status: number; failure: null; took: number; text: string }
  | { status: null; failure: 'down' | 'cut' | 'timeout' | 'not_own'; took: number; text: string };

export type ProbeSender = (outgoing: Outgoing) => Promise<Answered>;

const MOST_TEXT = 4_096;
const DOWN = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];
const NOT_OWN = 'ERR_NOT_OWN';

/** Posts to one address of the tester, with a new connection each time. Redirects are not followed (spec 6.5). */
export function createProbeSender(url: string, timeout: number): ProbeSender {
  const address = new URL(url);
  const begin = address.protocol === 'https:' ? overTls : overHttp;
  return (outgoing) => {
    const stranger = strangerIn(address.hostname);
    if (stranger !== null) return Promise.resolve({ status: null, failure: 'not_own', took: 0, text: stranger });
    const options = { method: 'POST', headers: outgoing.headers, agent: false, lookup: lookupOwn };
    return post(begin(address, options), outgoing, timeout);
  };
}

/** The public address of a host or a name; null if it belongs to the tester, or the name does not resolve. */
export async function strangerAt(host: string): Promise<string | null> {
  if (isIP(bare(host)) !== 0) return strangerIn(host);
  const found = await lookupAll(host, { all: true }).catch(() => []);
  return strangerAmong(host, found)?.message ?? null;
}

/** A literal address that is not the tester's. Names are checked separately. */
function strangerIn(host: string): string | null {
  return isIP(bare(host)) !== 0 && !isOwnAddress(host) ? host : null;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** A name is resolved when a connection is made, possibly differently each time. */
const lookupOwn: LookupFunction = (name, options, callback) => {
  const all: LookupAllOptions = { ...options, all: true };
  lookup(name, all, (error, found) => {
    const problem = error ?? strangerAmong(name, found);
    const [first] = problem === null ? found : [];
    if (first === undefined) callback(problem ?? new Error(`${name} has no address`), '');
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

function strangerAmong(name: string, found: readonly LookupAddress[]): NodeJS.ErrnoException | null {
  const stranger = found.find(({ address }) => !isOwnAddress(address));
  if (stranger === undefined) return null;
  return Object.assign(new Error(`${name} (${stranger.address})`), { code: NOT_OWN });
}

function post(request: ClientRequest, outgoing: Outgoing, timeout: number): Promise<Answered> {
  return new Promise((resolve) => {
    const began = performance.now();
    const end = (answered: Pick<Answered, 'status' | 'failure' | 'text'>) => {
      clearTimeout(limit);
      resolve({ ...answered, took: Math.round(performance.now() - began) } as Answered);
      request.destroy();
    };
    const limit = setTimeout(() => end({ status: null, failure: 'timeout', text: '' }), timeout);
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      let text = '';
      const done = () => end({ status, failure: null, text: text.slice(0, MOST_TEXT) });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MOST_TEXT) done();
      });
      response.once('end', done).once('error', done);
      // The head of an answer decides; the body is only for a person, who does not wait for it.
      setTimeout(done, 500).unref();
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? '';
      const failure = code === NOT_OWN ? 'not_own' : DOWN.includes(code) ? 'down' : 'cut';
      end({ status: null, failure, text: code === NOT_OWN ? error.message : code || error.message });
    });
    request.on('error', () => {});
    void write(request, outgoing);
  });
}

/** The pause begins when a piece was sent: one that still waits would be sent together with the next. */
async function write(request: ClientRequest, { pieces, pause }: Outgoing): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pass(pause);
    if (request.destroyed) return;
    const isGone = new Promise((resolve) => request.write(piece, resolve));
    if (pieces.length > 1) await isGone;
  }
  request.end();
}
