import { remembered } from '../../../shared/remembered.ts';
import { asWritten } from '../../suite/expression/percent-encoding.ts';

/** The destination of a request. The path is kept as written, since it may be invalid on purpose. */
export type Address = { secure: boolean; hostname: string; port: string; path: string };

/** All requests of a run use a few base addresses. */
const baseOf = remembered((text) => {
  const { protocol, hostname, port, pathname } = new URL(text);
  return { protocol, hostname, port, folder: withoutEnd(pathname) };
}, 64);

/**
 * Returns the address of a path, which is always on the server of the base address. Throws if the text is not such a
 * path.
 */
export function addressOf(path: string, base_url: string): Address {
  const problem = pathProblem(path, base_url);
  if (problem !== null) throw new Error(problem);
  const { protocol, hostname, port, folder } = baseOf(base_url);
  return {
    secure: protocol === 'https:',
    // Node requires IPv6 addresses without brackets.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: folder + asWritten(path),
  };
}

/**
 * Returns why nothing is requested at this text; null if it is a path below the base address. A server under test can
 * return anything in place of a path, and the key is sent to the server it names.
 */
export function pathProblem(path: string, base_url: string): string | null {
  if (!path.startsWith('/') || NAMES_A_HOST.test(path)) return `${shown(path)} is not a path below base_url`;
  if (baseOf(base_url).folder !== '' && climbs(path)) return `${shown(path)} leads out of base_url`;
  return null;
}

/** URL parsers treat backslashes as slashes, and ignore tabs and line breaks. */
const NAMES_A_HOST = /^\/[\t\n\r]*[\\/]/;

/** Returns whether requests can be based on it: a scheme, a host and optionally a path. */
export function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}

/**
 * Returns the full address of a path according to the URL API, which resolves dot segments. Null if it is not a path.
 */
export function urlOf(path: string, base_url: string): URL | null {
  if (pathProblem(path, base_url) !== null) return null;
  const url = new URL(base_url);
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(path) ?? [];
  url.pathname = withoutEnd(url.pathname) + pathname;
  url.search = search;
  return url;
}

/**
 * Returns the path below the base address, with its query; null if the address has another origin, or is not below the
 * base.
 */
export function pathBelow(url: URL, base_url: string): string | null {
  const base = new URL(base_url);
  const root = `${withoutEnd(base.pathname)}/`;
  const isBelow = url.origin === base.origin && url.pathname.startsWith(root);
  if (!isBelow || `${url.username}${url.password}` !== '') return null;
  const path = url.pathname.slice(root.length - 1) + url.search;
  return pathProblem(path, base_url) === null ? path : null;
}

/** Returns whether dot segments lead above the start of the path, including those that a proxy sees after decoding. */
function climbs(path: string): boolean {
  const [plain = ''] = path.split(/[?#]/);
  const segments = plain.replace(/%2e/gi, '.').split(/[\\/]|%2f|%5c/i);
  let depth = 0;
  for (const segment of segments.map((one) => one.replace(/;.*$/s, ''))) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function withoutEnd(pathname: string): string {
  return pathname.replace(/\/+$/, '');
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
