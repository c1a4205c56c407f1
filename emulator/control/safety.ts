import type { MiddlewareHandler } from 'hono';
import { isSameSecret } from '../../shared/same-secret.ts';

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
 * Guards the control API. It refuses pages in a browser (across sites, and through a host name that was pointed at
 * loopback, known as DNS rebinding), and webhook deliveries. A client on another machine needs the token.
 */
export function guard({ token, host, allowHosts }: Safety): MiddlewareHandler {
  const own = [...(host === null ? [] : [host]), ...allowHosts].map((name) => name.toLowerCase());
  return async (context, next) => {
    const problem = problemOf(
      (name) => context.req.header(name),
      (name) => LOCAL_NAME.test(name) || own.includes(nameOf(name)),
      token,
    );
    if (problem !== null) return context.json({ error: { message: problem, problems: [] } }, 403);
    await next();
    return undefined;
  };
}

function problemOf(
  header: (name: string) => string | undefined,
  isOwnName: (name: string) => boolean,
  token: string | null,
): string | null {
  if (isOfDelivery(header)) return DELIVERY_PROBLEM;
  const host = header('host') ?? '';
  const origin = header('origin');
  if (origin !== undefined && originHost(origin) !== host) return `control calls from the origin ${origin} are refused`;
  if (['cross-site', 'same-site'].includes(header('sec-fetch-site') ?? ''))
    return 'control calls across sites are refused';
  // A program with the token may use any host name, but a page may have pointed its own name at the emulator.
  const isOfPage = origin !== undefined || header('sec-fetch-site') === 'same-origin';
  if (isOfPage && !isOwnName(host)) return `control calls of pages at the host ${host} are refused: ${remedyFor(host)}`;
  if (token === null)
    return host === '' || isOwnName(host) ? null : `control calls for the host ${host} are refused: ${remedyFor(host)}`;
  if (isBearer(header('authorization'), token)) return null;
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
function isOfDelivery(header: (name: string) => string | undefined): boolean {
  return (
    ['service-signature', 'service-event-id', 'service-delivery-attempt'].some((name) => header(name) !== undefined) ||
    header('user-agent')?.startsWith('Service-Webhooks/') === true
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
