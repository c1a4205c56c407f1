import { Agent as PlainAgent, type RequestOptions } from 'node:http';
import { type AgentOptions, Agent as SecureAgent } from 'node:https';
import { createSecureContext } from 'node:tls';
import { remembered } from '../../../shared/remembered.ts';
import { type Connection, proxyFor, type TlsConfig } from '../../target/connection.ts';
import { withHeaders } from './headers.ts';
import { placeOf, proxyHeaders, TunnelAgent } from './tunnel.ts';

/** How requests get to the server under test, and to others. */
export type ServerWay = { through(options: RequestOptions): RequestOptions; interrupt(): void };

/** Headers and certificates go to the server of the base address and to nobody else; a proxy is for all that it is named for. */
export function serverWay(base_url: string, { headers, tls, proxy }: Connection): ServerWay {
  const own = new URL(base_url).origin;
  const secured = tlsOptions(tls);
  const tunnels = new Map<string, TunnelAgent>();
  const tunnelTo = (by: URL): TunnelAgent => {
    const tunnel = tunnels.get(by.href) ?? new TunnelAgent(by);
    tunnels.set(by.href, tunnel);
    return tunnel;
  };
  return {
    through: (options) => {
      const origin = originOf(options);
      const isOwn = origin === own;
      const sent = { ...options, ...(isOwn && { ...secured, headers: withHeaders(headers, Object(options.headers)) }) };
      const by = proxyFor(origin, proxy);
      if (by === null) return sent;
      if (options.protocol === 'https:') return { ...sent, agent: tunnelTo(by) };
      const host = new URL(origin).host;
      return {
        ...sent,
        ...placeOf(by),
        agent: by.protocol === 'https:' ? SECURE : PLAIN,
        path: `${origin}${options.path}`,
        headers: { Host: host, ...proxyHeaders(by), ...Object(sent.headers) },
      };
    },
    interrupt: () => {
      for (const tunnel of tunnels.values()) tunnel.destroy();
    },
  };
}

/** A connection for each request to a proxy. */
const PLAIN = new PlainAgent();
const SECURE = new SecureAgent();

function originOf({ protocol, hostname, port }: RequestOptions): string {
  const name = String(hostname);
  const host = name.includes(':') ? `[${name}]` : name;
  return originIn(`${protocol}//${host}${port ? `:${port}` : ''}`);
}

const originIn = remembered((url) => new URL(url).origin, 64);

function tlsOptions({ ca, cert, key, insecure }: TlsConfig): AgentOptions {
  const files = { ...(ca !== null && { ca }), ...(cert !== null && { cert }), ...(key !== null && { key }) };
  return {
    ...(Object.keys(files).length > 0 && { secureContext: createSecureContext(files) }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}
