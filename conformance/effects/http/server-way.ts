import { request as openPlain, Agent as PlainAgent, type RequestOptions } from 'node:http';
import { type AgentOptions, request as openSecure, Agent as SecureAgent } from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import { type ConnectionOptions, connect, createSecureContext } from 'node:tls';
import { credentialsOf, proxyFor } from '../../../shared/proxy.ts';
import { remembered } from '../../../shared/remembered.ts';
import type { Connection, TlsConfig } from '../../target/connection.ts';
import { withHeaders } from './headers.ts';

/** How requests reach the server under test, and other servers. */
type ServerWay = { through(options: RequestOptions): RequestOptions; interrupt(): void };

/**
 * Headers and certificates are used only for the server of the base address; a proxy is used for everything it is
 * configured for.
 */
export function serverWay(base_url: string, { headers, tls, proxy }: Connection): ServerWay {
  const own = new URL(base_url).origin;
  const secured = tlsOptions(tls);
  const proxyOf = remembered((origin) => proxyFor(origin, proxy), 64);
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
      const by = proxyOf(origin);
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

/** Opens a connection for each request to a proxy. */
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

type Opened = (error: Error | null, stream: Duplex) => void;
type Wanted = RequestOptions & { servername?: string };

/** An agent whose connections use a proxy, which sees the name of the server but not the content. */
class TunnelAgent extends SecureAgent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super();
    this.#proxy = proxy;
  }

  override createConnection(options: Wanted, opened?: Opened): Duplex | null | undefined {
    const { host, port, servername, path: _, ...more } = options;
    const name = String(host).includes(':') ? `[${host}]` : String(host);
    const path = `${name}:${port ?? 443}`;
    const ask = (this.#proxy.protocol === 'https:' ? openSecure : openPlain)({
      ...placeOf(this.#proxy),
      method: 'CONNECT',
      path,
      headers: { Host: path, ...proxyHeaders(this.#proxy) },
      agent: false,
    });
    const give = (problem: string, stream: Duplex) => {
      opened?.(Object.assign(new Error(problem), { code: 'ECONNREFUSED' }), stream);
    };
    const fail = (error: Error) => give(`the proxy did not answer: ${error.message}`, new PassThrough());
    ask.on('error', fail);
    ask.on('connect', ({ statusCode = 0 }, socket) => {
      ask.off('error', fail);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return give(`the proxy answers ${statusCode} to CONNECT ${path}`, socket);
      }
      const secured: ConnectionOptions = { ...Object(more), socket, servername: servername ?? String(host) };
      opened?.(null, connect(secured));
    });
    ask.end();
    return undefined;
  }
}

/** Returns the address of a proxy as request options. */
function placeOf({ protocol, hostname, port }: URL): RequestOptions {
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') };
}

/** Returns a header with the name and the password from the address of a proxy. */
function proxyHeaders(proxy: URL): Record<string, string> {
  const { both = '' } = credentialsOf(proxy) ?? {};
  return both === '' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(both).toString('base64')}` };
}
