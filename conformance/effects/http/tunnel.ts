import { request as openPlain, type RequestOptions } from 'node:http';
import { request as openSecure, Agent as SecureAgent } from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { credentialsOf } from '../../target/connection.ts';

type Opened = (error: Error | null, stream: Duplex) => void;
type Wanted = RequestOptions & { servername?: string };

/** An agent whose connections lead through a proxy: it sees the name of the server, and nothing of what is said. */
export class TunnelAgent extends SecureAgent {
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

/** Where a request to a proxy goes. */
export function placeOf({ protocol, hostname, port }: URL): RequestOptions {
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') };
}

/** The name and the password that stand in the address of a proxy. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  const { both = '' } = credentialsOf(proxy) ?? {};
  return both === '' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(both).toString('base64')}` };
}
