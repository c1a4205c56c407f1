import type { IncomingMessage, ServerResponse } from 'node:http';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
type Sockets = { incoming: IncomingMessage; outgoing: ServerResponse };

/** An app as Hono makes them. What it has written to the socket itself it need not answer with. */
export type App = (request: Request, sockets: Sockets) => Response | Promise<Response>;

export type Otherwise = {
  /** Answers what no `Request` can be made of. */
  refuse: Listener;
  /** Told of errors that no answer can tell of. */
  onUnexpected(error: unknown): void;
};

/**
 * Hands Node's requests to an app that is made for `Request` and `Response`, and writes what it answers. Neither is touched
 * unless the app does: Node's own bring a second HTTP client with them, which costs a start some 20 ms.
 */
export function requestListener(app: App, { refuse, onUnexpected }: Otherwise): Listener {
  return (incoming, outgoing) => {
    const giveUp = (error: unknown) => {
      outgoing.destroy();
      onUnexpected(error);
    };
    const url = urlOf(incoming);
    if (url === null) return refuse(incoming, outgoing);
    try {
      const answer = app(requestOf(incoming, url), { incoming, outgoing });
      if (!isOpen(outgoing)) return;
      Promise.resolve(answer)
        .then((response) => (isOpen(outgoing) ? write(response, outgoing) : undefined))
        // What is left of a body that nobody wanted must not stand before the next request.
        .then(() => incoming.resume())
        .catch(giveUp);
    } catch (error) {
      giveUp(error);
    }
  };
}

function isOpen({ headersSent, destroyed, socket }: ServerResponse): boolean {
  return !headersSent && !destroyed && socket?.destroyed !== true;
}

/** As much of a `Request` as is asked of one here and in Hono. Whoever stops reading its body may still answer. */
function requestOf(incoming: IncomingMessage, url: string): Request {
  const { method = 'GET' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = {
    method,
    url,
    headers: headersOf(incoming),
    get body() {
      return hasBody ? incoming.iterator({ destroyOnReturn: false }) : null;
    },
  };
  return request as unknown as Request;
}

/** A header that comes twice is both of them, as `Headers` has it: Node would keep the first without a word. */
function headersOf({ headersDistinct }: IncomingMessage) {
  return {
    get: (name: string) => headersDistinct[name.toLowerCase()]?.join(', ') ?? null,
    forEach: (visit: (value: string, name: string) => void) => {
      for (const [name, values = []] of Object.entries(headersDistinct)) visit(values.join(', '), name);
    },
  };
}

/** What needs no second look: most addresses, and the names of most machines. */
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/;
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-5]?\d{1,4})?$/;

/** The whole address, or null where there is none to be made of it. RFC 9112, 3.3: `OPTIONS *` is about no path of a host. */
function urlOf({ method, url: target = '', headers: { host = '' } }: IncomingMessage): string | null {
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

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  const length = body === null ? {} : { 'content-length': body.byteLength };
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...length });
  outgoing.end(body ?? undefined);
}
