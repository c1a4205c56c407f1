import type { HeaderPairs } from '../../../conformance/effects/http/headers.ts';
import type { Settings } from '../kinds.ts';

/** The address of a request. */
export type Asked = { host: string; path: string };

/** The headers of an answer in a disguise. `shownIn` returns a text with disguised ids. */
export function headersChanged(
  headers: HeaderPairs,
  settings: Settings,
  asked: Asked,
  shownIn: (text: string) => string,
): [string, string][] {
  const kept = headers.filter(([name]) => !HOP.has(name.toLowerCase()));
  const changed = kept.flatMap(([name, value]): [string, string][] => {
    switch (name.toLowerCase()) {
      case 'etag':
        return [[name, shownEtag(value, settings.etags)]];
      case 'location':
        return [[name, locationOf(shownIn(value), settings.location, asked)]];
      case 'retry-after':
        return [[name, waitOf(value, settings.retry_after)]];
      case 'content-type':
        return [[name, typeOf(value, settings.content_type)]];
      case 'date':
        return settings.date === 'absent' ? [] : [[name, value]];
      default:
        return [[name, value]];
    }
  });
  return settings.headers === 'more' ? [...changed, ...MORE] : changed;
}

/** They belong to one connection, or are written with the body. */
export const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'trailer']);

const MORE: readonly [string, string][] = [
  ['Server', 'nginx/1.27 (Unix) mod_x/2.0'],
  ['Set-Cookie', 'a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
  ['Set-Cookie', 'b=2; Secure'],
  ['Via', '1.1 first, 1.0 second (x)'],
  ['Vary', 'X-API-Key'],
  ['Vary', 'Accept'],
  ['X-Empty', ''],
  ['X-Long', 'x'.repeat(2_000)],
  ['X-Latin', 'caf\xe9'],
  ['Strict-Transport-Security', 'max-age=31536000'],
];

const ETAGS = { weak: ['', ''], marks: ["!#$%&'(),;<=>@[\\]{}~", ''], long: ['', 'x'.repeat(300)] };

function typeOf(type: string, form: Settings['content_type']): string {
  if (form === null || type !== 'application/json') return type;
  return form === 'upper' ? 'APPLICATION/JSON' : 'application/json ;charset="UTF-8"; profile=x';
}

/** RFC 9110, 8.8.3: any visible character except `"`, and weak or strong. */
export function shownEtag(etag: string, form: Settings['etags']): string {
  const [, opaque] = /^(?:W\/)?"([^"]*)"$/.exec(etag) ?? [];
  if (form === null || opaque === undefined) return etag;
  const [before, after] = ETAGS[form];
  return `${form === 'weak' ? 'W/' : ''}"${before}${opaque}${after}"`;
}

/** The emulator's tags in an If-None-Match, for those that are disguised in this form. */
export function givenEtags(header: string, form: Settings['etags']): string {
  if (form === null) return header;
  const [before = '', after = ''] = ETAGS[form];
  return header.replace(/"([^"]*)"/g, (tag, opaque: string) => {
    const isShown = opaque.startsWith(before) && opaque.endsWith(after);
    return isShown ? `"${opaque.slice(before.length, opaque.length - after.length)}"` : tag;
  });
}

/** RFC 9110, 10.2.2: a URI reference, which is resolved against the address of the request. */
function locationOf(location: string, form: Settings['location'], { host, path }: Asked): string {
  if (!location.startsWith('/v1/')) return location;
  switch (form) {
    case 'absolute':
      return `http://${host}${location}`;
    case 'relative':
      return '../'.repeat(path.split('/').length - 3) + location.slice('/v1/'.length);
    case 'encoded': {
      const end = location.lastIndexOf('/') + 1;
      const id = location.slice(end).replace(/[^a-z\d]/gi, hexOf);
      return location.slice(0, end) + id;
    }
    default:
      return location;
  }
}

function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** RFC 9110, 10.2.3: digits. A longer wait is never wrong. */
function waitOf(value: string, form: Settings['retry_after']): string {
  if (form === null || !/^\d+$/.test(value)) return value;
  return form === 'zeros' ? `00${value}` : String(Math.max(Number(value), Number(form)));
}
