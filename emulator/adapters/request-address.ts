import type { IncomingMessage } from 'node:http';

/** What needs no second look: most addresses, and the names of most machines. */
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/;
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-5]?\d{1,4})?$/;

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The whole address, or null where there is none to be made of it. RFC 9112, 3.3: `OPTIONS *` is about no path of a host. */
export function addressOf({ method, url: target = '', headers: { host = '' } }: Head): string | null {
  if (/^https?:\/\//.test(target)) return normalised(target);
  const path = method === 'OPTIONS' && target === '*' ? '/' : target;
  if (host === '' || !path.startsWith('/')) return null;
  const url = `http://${host}${path}`;
  const isPlain = PLAIN_HOST.test(host) && PLAIN_TARGET.test(path) && !DOT_SEGMENT.test(path);
  if (isPlain) return url;
  const found = normalised(url);
  return found !== null && new URL(found).host.toLowerCase() === withoutUsualPort(host) ? found : null;
}

/** A backslash before the query would turn into a slash without a word. */
function normalised(url: string): string | null {
  return URL.canParse(url) && !url.split('?', 1)[0]?.includes('\\') ? new URL(url).href : null;
}

function withoutUsualPort(host: string): string {
  return host.toLowerCase().replace(/:80$/, '');
}
