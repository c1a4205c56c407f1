import { createHmac } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pairsOf } from '../../conformance/effects/http/headers.ts';
import { isMap } from '../../shared/is-map.ts';
import { jsonIn } from '../../shared/json-in.ts';
import { HOP } from './http/answers.ts';
import type { Names } from './ids/names.ts';
import type { Bodies } from './json/bodies.ts';
import type { Settings } from './kinds.ts';
import type { TwoWay } from './two-way.ts';

export const HOOKS = '/_hooks/';

/** Receives the emulator's deliveries, and passes them on to the receivers that the kit registered. */
export type Hooks = {
  /** The address to register in place of the kit's. */
  addressFor(url: string): string;
  /** The kit's address in place of ours; any other text is unchanged. */
  shown(text: string): string;
  /** Learns a secret from an answer, and returns the one that the kit is shown. */
  secret(secret: string): string;
  relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
};

type Parts = { names: Names; secrets: TwoWay; settings: Settings; event: Bodies['event'] };

export function createHooks(base: () => string, { names, secrets, settings, event }: Parts): Hooks {
  const urls: string[] = [];
  const known = new Map<string, string>();
  return {
    addressFor: (url) => `${base()}${HOOKS}${urls.push(url) - 1}`,
    shown: (text) => {
      const [, number] = text.startsWith(base()) ? (/\/_hooks\/(\d+)$/.exec(text) ?? []) : [];
      return number === undefined ? text : (urls[Number(number)] ?? text);
    },
    secret: (secret) => {
      const shown = secrets.shown(secret);
      known.set(secret, shown);
      return shown;
    },
    relay: async (incoming, outgoing) => {
      // A sender that breaks a rule may add to the address.
      const [, number = '', rest = ''] = /^\/_hooks\/(\d+)(.*)$/.exec(incoming.url ?? '') ?? [];
      const url = urls[Number(number)];
      const was = await buffer(incoming);
      if (url === undefined) return void outgoing.writeHead(410).end();
      const said = jsonIn(was.toString());
      const body = isMap(said) ? Buffer.from(event(said)) : was;
      const pairs = pairsOf(incoming.rawHeaders)
        .filter(([name]) => !HOP.has(name.toLowerCase()) && name.toLowerCase() !== 'host')
        .map(([name, value]): [string, string] => {
          const isSignature = name.toLowerCase() === 'service-signature';
          const text = isSignature ? signedAgain(value, { was, body, known }) : names.shownIn(value);
          return [settings.webhook_head === 'lower' ? name.toLowerCase() : name, text];
        });
      const isChunked = settings.webhook_head === 'chunked';
      const framing = isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)];
      const headers = [...pairs.flat(), ...framing, 'Host', new URL(url).host];
      send({ url: url + rest, method: incoming.method ?? 'POST', headers, body }, outgoing);
    },
  };
}

type Signing = { was: Buffer; body: Buffer; known: ReadonlyMap<string, string> };

/** Replaces each signature that a known secret made. Anything else in the header is unchanged. */
export function signedAgain(header: string, { was, body, known }: Signing): string {
  const time = /(?:^|,)t=([^,]*)/.exec(header)?.[1] ?? '';
  const sign = (secret: string, bytes: Buffer) =>
    createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex');
  const made = new Map([...known].map(([secret, shown]) => [sign(secret, was), shown]));
  return header.replace(/[\da-f]{64}/gi, (hex) => {
    const shown = made.get(hex.toLowerCase());
    return shown === undefined ? hex : sign(shown, body);
  });
}

type Relayed = { url: string; method: string; headers: string[]; body: Buffer };

/** The receiver's answer, its silence and its resets have the same effect on the emulator. */
function send({ url, method, headers, body }: Relayed, outgoing: ServerResponse): void {
  const sent = request(url, { method, headers, agent: false });
  const fail = () => outgoing.socket?.resetAndDestroy();
  sent.on('error', fail);
  sent.on('continue', () => outgoing.writeContinue());
  sent.on('information', ({ statusCode }) => {
    if (statusCode === 102) outgoing.writeProcessing();
    if (statusCode === 103) outgoing.writeEarlyHints({ link: '</>; rel=preload' });
  });
  sent.on('response', (answer) => {
    const kept = pairsOf(answer.rawHeaders).filter(([name]) => !HOP.has(name.toLowerCase()));
    outgoing.writeHead(answer.statusCode ?? 500, kept.flat());
    answer.on('error', fail).pipe(outgoing);
  });
  outgoing.on('close', () => sent.destroy());
  sent.end(body);
}
