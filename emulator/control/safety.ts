import { isSameSecret } from '../../shared/same-secret.ts';
import type { WireRequest } from '../world/wire.ts';

export type Safety = {
  /** The token that calls must send if other machines can reach the emulator; null on loopback. */
  token: string | null;
  /** The configured address to listen on; null means loopback. */
  host: string | null;
  /** Additional host names of pages that may use the control API. */
  allowHosts: readonly string[];
};

const LOCAL_NAME = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Guards the control API: returns why a request is refused, or null. It refuses pages in a browser (across sites, and
 * through a host name that was pointed at loopback, known as DNS rebinding), and webhook deliveries. A client on another
 * machine needs the token.
 */
export function guard({ token, host, allowHosts }: Safety): (headers: WireRequest['headers']) => string | null {
  const own = [...(host === null ? [] : [host]), ...allowHosts].map((name) => name.toLowerCase());
  const isOwnName = (name: string) => LOCAL_NAME.test(name) || own.includes(nameOf(name));
  return (headers) => problemOf(headers, isOwnName, token);
}

function problemOf(
  headers: WireRequest['headers'],
  isOwnName: (name: string) => boolean,
  token: string | null,
): string | null {
  if (isOfDelivery(headers)) return DELIVERY_PROBLEM;
  const { host = '', origin, authorization } = headers;
  const site = headers['sec-fetch-site'] ?? '';
  if (origin !== undefined && originHost(origin) !== host) return `control calls from the origin ${origin} are refused`;
  if (site === 'cross-site' || site === 'same-site') return 'control calls across sites are refused';
  // A program with the token may use any host name, but a page may have pointed its own name at the emulator.
  const isOfPage = origin !== undefined || site === 'same-origin';
  if (isOfPage && !isOwnName(host)) return `control calls of pages at the host ${host} are refused: ${remedyFor(host)}`;
  if (token === null)
    return host === '' || isOwnName(host) ? null : `control calls for the host ${host} are refused: ${remedyFor(host)}`;
  if (isBearer(authorization, token)) return null;
  return 'control calls need the header Authorization: Bearer TOKEN; the emulator printed the token when it started';
}

function nameOf(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
}

function remedyFor(host: string): string {
  return `if this is your host, start the emulator with --allow-host ${nameOf(host)}`;
}

/** By a header, because an address may lead here in several ways: a name, another address, or a redirect. */
function isOfDelivery(headers: WireRequest['headers']): boolean {
  return (
    ['service-signature', 'service-event-id', 'service-delivery-attempt'].some((name) => headers[name] !== undefined) ||
    headers['user-agent']?.startsWith('Service-Webhooks/') === true
  );
}

const DELIVERY_PROBLEM = 'a webhook delivery is not a control call: register an endpoint at another URL';

/** The scheme is not case-sensitive, as everywhere in HTTP. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(.*)$/i.exec(authorization ?? '') ?? [];
  return given !== '' && isSameSecret(given, token);
}

function originHost(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? null;
}
