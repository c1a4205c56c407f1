import { headerOf } from '../../effects/http/headers.ts';
import { createMask } from '../../effects/secrets/mask.ts';
import { environmentOfKey } from '../../target/target.ts';
import { SECRET_IN_QUERY, SECRETS } from '../secret-forms.ts';
import type { RawExchange } from '../traffic.ts';

/** The options for a HAR, such as whether it keeps the bytes of pictures. */
export type Writing = { server: string; keepsPictures: boolean; version: string };

/** Headers that reveal someone's identity. */
const LEFT_OUT = /^(?:cookie|set-cookie2?|authorization|proxy-authorization)$/i;

/**
 * Traffic as a HAR that can be observed again and read by other tools. Each key is replaced by a different placeholder.
 */
export function harOf(exchanges: readonly RawExchange[], writing: Writing): string {
  const { version } = writing;
  const keys = new Map<string, string>();
  for (const { headers } of exchanges) {
    const key = headerOf(headers, 'x-api-key');
    if (key !== null && !keys.has(key)) keys.set(key, standInFor(key, keys.size + 1));
  }
  const mask = createMask([...keys].map(([secret], index) => ({ name: `key ${index + 1}`, secret })));
  const text = (original: string) => mask.text(original).replace(SECRETS, '<secret>');
  const entries = exchanges
    .toSorted((one, other) => one.at - other.at)
    .map((one) => entryOf(one, writing, { text, key: (value) => keys.get(value) ?? text(value) }));
  return `${JSON.stringify({ log: { version: '1.2', creator: { name: 'tryon-kit', version }, entries } })}\n`;
}

type Shown = { text(original: string): string; key(original: string): string };

function standInFor(key: string, number: number): string {
  const environment = environmentOfKey(key);
  return `${environment === 'other' ? 'key' : `pk_${environment}`}_masked${number}`;
}

function entryOf(raw: RawExchange, { server, keepsPictures }: Writing, mask: Shown): object {
  const { method, url, headers, body, answer, at, took } = raw;
  const shown = (pairs: RawExchange['headers']) =>
    pairs
      .filter(([name]) => !LEFT_OUT.test(name))
      .map(([name, value]) => ({
        name,
        value: name.toLowerCase() === 'x-api-key' ? mask.key(value) : mask.text(value),
      }));
  const sent = bodyText(body, keepsPictures, mask);
  const heard = bodyText(answer?.body ?? null, keepsPictures, mask);
  const size = (bytes: RawExchange['body'], text: string | null) =>
    text === null ? (bytes?.byteLength ?? -1) : Buffer.byteLength(text, isText(bytes) ? 'utf8' : 'base64');
  return {
    startedDateTime: startText(at),
    time: took,
    request: {
      method,
      url: `${server}${mask.text(url).replace(SECRET_IN_QUERY, '$1<secret>')}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: shown(headers),
      queryString: [],
      headersSize: -1,
      bodySize: size(body, sent),
      ...(sent !== null && sent !== '' && { postData: { mimeType: '', text: sent, ...encodingOf(body) } }),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: shown(answer?.headers ?? []),
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      content: {
        size: size(answer?.body ?? null, heard),
        mimeType: '',
        ...(heard !== null && { text: heard, ...encodingOf(answer?.body ?? null) }),
      },
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
}

/** Includes microseconds, which determine the order of exchanges. */
function startText(at: number): string {
  const micros = Math.floor((at % 1) * 1_000)
    .toString()
    .padStart(3, '0');
  return new Date(Math.floor(at)).toISOString().replace('Z', `${micros}Z`);
}

function bodyText(bytes: RawExchange['body'], keepsPictures: boolean, mask: Shown): string | null {
  if (bytes === null) return null;
  if (isText(bytes)) return mask.text(Buffer.from(bytes).toString());
  return keepsPictures ? Buffer.from(bytes).toString('base64') : null;
}

function encodingOf(bytes: RawExchange['body']): { encoding?: 'base64' } {
  return isText(bytes) ? {} : { encoding: 'base64' };
}

function isText(bytes: RawExchange['body']): boolean {
  return bytes === null || Buffer.from(Buffer.from(bytes).toString()).equals(Buffer.from(bytes));
}
