import * as z from 'zod/mini';
import type { HeaderPairs } from '../../effects/http/headers.ts';
import { mistakesIn } from '../../suite/yaml/read-as.ts';
import { routeOf } from '../../target/routes.ts';
import { inOrder, type KeptBody, type LeftOut, passingOf, type RawExchange, type Traffic } from '../traffic.ts';

const pairs = z.array(z.looseObject({ name: z.string(), value: z.string() }));
const content = z.looseObject({
  size: z.optional(z.number()),
  text: z.optional(z.string()),
  encoding: z.optional(z.string()),
  comment: z.optional(z.string()),
});
const postData = z.looseObject({
  text: z.optional(z.string()),
  encoding: z.optional(z.string()),
  params: z.optional(z.array(z.unknown())),
});
const entry = z.looseObject({
  startedDateTime: z.string(),
  time: z.optional(z.nullable(z.number())),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: pairs,
    bodySize: z.optional(z.number()),
    postData: z.optional(z.nullable(postData)),
  }),
  response: z.looseObject({ status: z.number(), headers: pairs, content: z.optional(z.nullable(content)) }),
});
type Entry = z.output<typeof entry>;
const harFile = z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) });

/** A file that is not a HAR, or that has no requests to the given server. */
export class BadTraffic extends Error {
  override readonly name = 'BadTraffic';
}

/** The exchanges of one server in a HAR: the given one, or else the one with most requests of the service. */
export async function readHar(source: string, value: unknown, server: string | null): Promise<Traffic> {
  const [problem] = mistakesIn(harFile, value);
  if (problem !== undefined) throw new BadTraffic(`${source}: it is not a HAR: ${problem}`);
  const { entries } = (value as z.output<typeof harFile>).log;
  const read = entries.map((one) => ({ entry: mistakesIn(entry, one).length === 0 ? (one as Entry) : null }));
  const base = server?.replace(/\/+$/, '') ?? likeliestServer(read.flatMap((one) => one.entry?.request.url ?? []));
  if (base === null)
    throw new BadTraffic(
      `${source}: no request is of the service (paths below /v1); record its traffic, or give --url`,
    );
  const left: LeftOut[] = [];
  const raw: RawExchange[] = [];
  for (const [index, one] of read.entries()) {
    const number = index + 1;
    const why = one.entry === null ? 'the entry is damaged' : whyLeft(one.entry, base);
    if (why !== null || one.entry === null) left.push({ number, why: why ?? '' });
    else raw.push(rawOf(number, one.entry, base));
  }
  if (raw.length === 0)
    throw new BadTraffic(`${source}: no request went to ${base}; give the address of the server with --url`);
  return { source, server: base, passings: inOrder(await Promise.all(raw.map(passingOf))), left, hooks: [] };
}

/** The base URL of most requests that have a path of the service. */
function likeliestServer(urls: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of urls) {
    const [, base, path] = /^(https?:\/\/[^/?#]+(?:\/[^?#]*?)??)(\/v1\/[^?#]*)/.exec(text) ?? [];
    const isOfService =
      path !== undefined && ['GET', 'POST', 'DELETE'].some((method) => routeOf(method, path) !== null);
    if (base !== undefined && isOfService) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  const [most] = [...counts].sort((one, other) => other[1] - one[1]);
  return most?.[0] ?? null;
}

function whyLeft(one: Entry, base: string): string | null {
  const { request, response } = one;
  if (!isBelow(request.url, base)) return 'it went to another server';
  if (typeof one['_fromCache'] === 'string') return 'a browser answered it from its cache';
  if (one['_wasFulfilled'] === true || one['_fetchedViaServiceWorker'] === true)
    return 'the test or the page answered it itself';
  if (Number.isNaN(Date.parse(one.startedDateTime))) return 'the entry has no time';
  return response.status >= 100 && response.status < 200 ? 'the connection changed its protocol' : null;
}

function isBelow(url: string, base: string): boolean {
  return url.startsWith(base) && /^(?:[/?#]|$)/.test(url.slice(base.length));
}

function rawOf(number: number, { startedDateTime, time, request, response }: Entry, base: string): RawExchange {
  const { at, slack } = startOf(startedDateTime);
  const isAnswered = response.status > 0;
  return {
    number,
    method: request.method.toUpperCase(),
    url: request.url.slice(base.length).replace(/#.*$/, ''),
    headers: pairsOf(request.headers),
    body: sentBody(request),
    answer: isAnswered
      ? { status: response.status, headers: pairsOf(response.headers), body: heardBody(response.content ?? null) }
      : null,
    silence: isAnswered ? null : 'closed',
    at,
    slack,
    // If the duration is not known, the exchange may have overlapped all later ones.
    took: typeof time === 'number' && time >= 0 ? time : UNKNOWN_TIME,
  };
}

const UNKNOWN_TIME = 86_400_000;

/**
 * The start time with the fractions that are written. `slack` is how much later it may have begun, given their
 * precision.
 */
function startOf(text: string): { at: number; slack: number } {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const beyond = Number(`0.${fraction.slice(3) || '0'}`);
  return { at: Date.parse(text) + beyond, slack: 10 ** (3 - Math.min(fraction.length, 6)) };
}

function pairsOf(headers: z.output<typeof pairs>): HeaderPairs {
  return headers.map(({ name, value }) => [name, value]);
}

function sentBody({ method, bodySize = -1, postData: sent, headers }: Entry['request']): KeptBody {
  if (sent === undefined || sent === null) return isWithoutBody(method, bodySize, headers) ? new Uint8Array() : null;
  if (sent.text === undefined || sent.text === '')
    return bodySize > 0 || (sent.params ?? []).length > 0 ? null : new Uint8Array();
  const bytes = Buffer.from(sent.text, sent.encoding === 'base64' ? 'base64' : 'utf8');
  // Binary data is damaged if it is written as text, and longer bodies may be truncated.
  const isWhole = bodySize <= 0 || bytes.byteLength === bodySize;
  return isWhole && !sent.text.includes('\ufffd') ? bytes : null;
}

function isWithoutBody(method: string, bodySize: number, headers: z.output<typeof pairs>): boolean {
  const length = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
  if (bodySize > 0 || Number(length ?? 0) > 0) return false;
  const hasType = headers.some(({ name }) => /^(?:content-type|transfer-encoding)$/i.test(name));
  return ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method) || bodySize === 0 || length === '0' || !hasType;
}

function heardBody(heard: z.output<typeof content> | null): KeptBody {
  const { size = -1, text, encoding } = heard ?? {};
  if (text === undefined || text === '') return size === 0 || (size < 0 && text === '') ? new Uint8Array() : null;
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return (size <= 0 || bytes.byteLength === size) && !(encoding !== 'base64' && text.includes('\ufffd')) ? bytes : null;
}
