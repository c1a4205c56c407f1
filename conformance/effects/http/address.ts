import { remembered } from '../../../shared/remembered.ts';
import { asWritten } from '../../suite/expression/percent-encoding.ts';

/** Where a request goes. The path is written unchanged, since it may be wrong on purpose. */
export type Address = { secure: boolean; hostname: string; port: string; path: string };

/** Every request of a run is below one of a few base addresses. */
const baseOf = remembered((text) => {
  const { protocol, hostname, port, pathname } = new URL(text);
  return { protocol, hostname, port, folder: withoutEnd(pathname) };
}, 64);

/** A path is sent to the server of the base address and to no one else. Throws where the text is no such path. */
export function addressOf(path: string, base_url: string): Address {
  const problem = pathProblem(path, base_url);
  if (problem !== null) throw new Error(problem);
  const { protocol, hostname, port, folder } = baseOf(base_url);
  return {
    secure: protocol === 'https:',
    // Node wants an IPv6 address without its brackets.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: folder + asWritten(path),
  };
}

/**
 * Why nothing is asked for at this text; null if it is a path below the base address. A server that is graded may put
 * anything where a path should be, and whichever server it names gets the key.
 */
export function pathProblem(path: string, base_url: string): string | null {
  if (!path.startsWith('/') || NAMES_A_HOST.test(path)) return `${shown(path)} is not a path below base_url`;
  if (baseOf(base_url).folder !== '' && climbs(path)) return `${shown(path)} leads out of base_url`;
  return null;
}

/** Readers of addresses take a backslash for a slash, and leave tabs and ends of lines out. */
const NAMES_A_HOST = /^\/[\t\n\r]*[\\/]/;

/** Whether requests can be made of it: a scheme, a host and perhaps a path. */
export function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}` === '';
}

/** The whole address of a path, as the URL API reads it: dot segments are resolved. Null if it is no path. */
export function urlOf(path: string, base_url: string): URL | null {
  if (pathProblem(path, base_url) !== null) return null;
  const url = new URL(base_url);
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(path) ?? [];
  url.pathname = withoutEnd(url.pathname) + pathname;
  url.search = search;
  return url;
}

/** The path below the base address, with its query; null if the address is of another origin, or beside the base. */
export function pathBelow(url: URL, base_url: string): string | null {
  const base = new URL(base_url);
  const root = `${withoutEnd(base.pathname)}/`;
  const isBelow = url.origin === base.origin && url.pathname.startsWith(root);
  if (!isBelow || `${url.username}${url.password}` !== '') return null;
  const path = url.pathname.slice(root.length - 1) + url.search;
  return pathProblem(path, base_url) === null ? path : null;
}

/** Whether dot segments lead above where the path begins; as a proxy on the way may read them that decodes too early. */
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
