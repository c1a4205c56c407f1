import * as z from 'zod';
import type { Because } from '../errors.ts';
import { digestOf } from '../values/digest.ts';
import { instant, text } from '../values/shapes.ts';
import type { Instant } from '../values/time.ts';

export const exchangeShape = () =>
  z
    .strictObject({
      serial: z.int().describe('its place in the journal'),
      at: instant().describe('when it was, on the clock of the world'),
      route: text().nullable().describe('the route that took it; null if no path matched'),
      method: text().describe('the method'),
      path: text().describe('the path'),
      query: text().describe('the query string'),
      key: text().nullable().describe('the key, masked'),
      keyId: text().nullable().describe('the id of the key; of a key that is not known, a fingerprint'),
      requestHeaders: headers().describe('headers of the request, secrets masked'),
      requestBody: text().nullable().describe('body of the request; null if it is no text'),
      status: z.int().describe('the status of the answer'),
      responseHeaders: headers().describe('headers of the answer'),
      responseBody: text().nullable().describe('body of the answer; null if it is no text'),
      requestId: text().nullable().describe('of a refusal: its id on the wire'),
      because: z
        .strictObject({
          rule: text().describe('the rule'),
          section: text().describe('the section of the specification'),
          compared: z.record(z.string(), z.unknown()).describe('the compared values'),
        })
        .nullable()
        .describe('of a refusal: its reason, which stays off the wire'),
      fault: text().nullable().describe('the fault that was played'),
    })
    .meta({ title: 'ExchangeReport' });

const headers = () => z.record(z.string(), z.string());

export interface ExchangeReport extends z.output<ReturnType<typeof exchangeShape>> {}

/** One request to `/v1` and its answer, as the journal keeps it. Secrets are masked before it is created. */
export type Exchange = Omit<ExchangeReport, 'at' | 'because'> & { at: Instant; because: Because | null };

/** Whether a request is for the service. Health probes and browsers request other paths, such as `/`, without a key. */
export function isForService({ key, path }: Pick<Exchange, 'key' | 'path'>): boolean {
  return key !== null || path.includes('/v1/');
}

const SHOWN_TAIL = 4;

let lastMasked = { secret: '', mask: maskOf('') };

/** `pk_live_…f3a9`: distinguishes keys, but no one can use it. Most calls have the key of the call before. */
export function maskKey(secret: string): string {
  if (secret !== lastMasked.secret) lastMasked = { secret, mask: maskOf(secret) };
  return lastMasked.mask;
}

function maskOf(secret: string): string {
  const prefix = /^(?:pk_(?:live|test)|whsec)_/.exec(secret)?.[0] ?? '';
  const rest = secret.slice(prefix.length);
  return `${prefix}…${rest.length > 2 * SHOWN_TAIL ? rest.slice(-SHOWN_TAIL) : ''}`;
}

const KEY = /(?:pk_(?:live|test)|whsec)_[A-Za-z0-9_-]+/;
const ALL_KEYS = new RegExp(KEY, 'g');
/** A character of a key, percent-encoded as in a URL or escaped as in JSON. */
const ESCAPED = /(?:%|(?<!\\)\\u00)(2d|3\d|[46][1-9a-f]|[57][0-9a]|5f)/gi;

/** Masks every key and webhook secret in a text, including escaped ones, since a client may put one anywhere. */
export function maskKeysIn(text: string): string {
  const plain = withPlainKeys(text);
  // Most texts hold no key, and `includes` is cheaper than the expression.
  if (!plain.includes('pk_') && !plain.includes('whsec_')) return plain;
  return plain.replace(ALL_KEYS, maskKey);
}

/** A text with the characters of an escaped key decoded; unchanged if it contains none. */
export function withPlainKeys(text: string): string {
  if (!text.includes('%') && !text.includes('\\u00')) return text;
  const plain = text.replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return KEY.test(plain) ? plain : text;
}

/** Distinguishes unknown keys that have the same mask. */
export function fingerprintOfKey(secret: string): string {
  return `unknown_${digestOf(secret).slice(0, 8)}`;
}

export const filterSchema = z
  .strictObject({
    route: z.string().describe('as POST /v1/jobs/:id/cancel'),
    method: z.string().describe('as GET'),
    path: z
      .string()
      .regex(/^[/*][^?]*$/, 'must be a path without its query, such as /v1/jobs/*')
      .describe('the whole path; * stands for any text'),
    status: z.coerce.number<number | string>().int().min(100).max(599).describe('the status of the answer'),
    code: z.string().describe('the error code of a refusal'),
    key: z.string().describe('a key by its secret, its id or as it is masked'),
    idempotency_key: z.string().describe('the Idempotency-Key of the request'),
    body_contains: z.string().describe('a text that the body of the request has'),
    mentions: z.string().describe('a text that the path, the query or a body, of the request or of the answer, has'),
  })
  .partial();

export type ExchangeFilter = z.output<typeof filterSchema>;

export function matcherOf(filter: ExchangeFilter): (exchange: Exchange) => boolean {
  const checks = checksOf(filter);
  return (exchange) => checks.every(({ isMet }) => isMet(exchange));
}

/** Returns a function that lists the parts of a filter that an exchange does not match. */
export function unmetPartsOf(filter: ExchangeFilter): (exchange: Exchange) => string[] {
  const checks = checksOf(filter);
  return (exchange) => checks.filter(({ isMet }) => !isMet(exchange)).map(({ name }) => name);
}

/** Exchanges are checked often, so a filter is prepared once. */
function checksOf(filter: ExchangeFilter): { name: string; isMet: Check }[] {
  return Object.entries(filter)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]) => ({ name, isMet: CHECKS[name as keyof ExchangeFilter](wanted as never) }));
}

type Check = (exchange: Exchange) => boolean;

const CHECKS: { [Name in keyof Required<ExchangeFilter>]: (wanted: NonNullable<ExchangeFilter[Name]>) => Check } = {
  route: (wanted) => (exchange) => exchange.route === wanted,
  method: (wanted) => (exchange) => exchange.method === wanted,
  path: (wanted) => {
    const glob = globOf(wanted);
    return ({ path }) => glob.test(path);
  },
  status: (wanted) => (exchange) => exchange.status === wanted,
  code: (wanted) => {
    const text = `"code":${JSON.stringify(wanted)}`;
    return ({ responseBody }) => responseBody?.includes(text) ?? false;
  },
  key:
    (wanted) =>
    ({ key, keyId }) =>
      keyId === wanted || key === wanted,
  idempotency_key:
    (wanted) =>
    ({ requestHeaders }) =>
      requestHeaders['idempotency-key'] === wanted,
  body_contains:
    (wanted) =>
    ({ requestBody }) =>
      requestBody?.includes(wanted) ?? false,
  mentions:
    (wanted) =>
    ({ path, query, requestBody, responseBody }) =>
      [path, query, requestBody, responseBody].some((text) => text?.includes(wanted) ?? false),
};

function globOf(pattern: string): RegExp {
  const literal = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`);
}
