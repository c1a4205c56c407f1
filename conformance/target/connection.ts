import { credentialsOf, type ProxyConfig, proxyFor, proxyUrl } from '../../shared/proxy.ts';

/** PEM texts, as in their files. For null, Node's default applies. */
export type TlsConfig = { ca: string | null; cert: string | null; key: string | null; insecure: boolean };

/** How to reach the server, apart from its address. None of it is sent to other servers, except to the proxy. */
export type Connection = {
  headers: Readonly<Record<string, string>>;
  tls: TlsConfig;
  proxy: ProxyConfig;
  /** Requests per second; null for no limit. */
  rate: number | null;
};

const NO_PROXY: ProxyConfig = { http: null, https: null, no: [] };
const NO_TLS: TlsConfig = { ca: null, cert: null, key: null, insecure: false };
export const PLAIN_CONNECTION: Connection = { headers: {}, tls: NO_TLS, proxy: NO_PROXY, rate: null };

/** Headers that the kit sets itself, or that the specification defines. */
const OWN_HEADERS: Readonly<Record<string, string>> = {
  'x-api-key': 'the key goes under keys',
  'idempotency-key': 'scenarios say it',
  'if-none-match': 'scenarios say it',
  'content-type': 'it goes with the body of each request',
  'content-length': 'it goes with the body of each request',
  'transfer-encoding': 'it goes with the body of each request',
  connection: 'the tester sets it',
  host: 'it comes from base_url',
};

/** Returns the problem with a header for every request, or null. */
export function headerProblem(name: string): string | null {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) return 'is not a header name';
  const why = OWN_HEADERS[name.toLowerCase()];
  return why === undefined ? null : `cannot be sent with every request: ${why}`;
}

/** The address of the proxy without secrets. */
function proxyText({ protocol, host, username, password }: URL): string {
  return `${protocol}//${`${username}${password}` === '' ? '' : '…@'}${host}`;
}

/** Returns the secrets of the connection, by their names in reports. */
export function connectionSecrets({ headers, proxy }: Connection): { name: string; secret: string }[] {
  const sent = Object.entries(headers).map(([name, secret]) => ({ name: headerSecretName(name), secret }));
  const passwords = [proxy.http, proxy.https].flatMap((text) => {
    const url = text === null ? null : proxyUrl(text);
    const { password = '', both = '' } = (url && credentialsOf(url)) ?? {};
    if (password === '') return [];
    // Also includes the encoded pair as sent, in which the start of the password is not recognizable.
    return [password, Buffer.from(both).toString('base64')].map((secret) => ({ name: 'proxy password', secret }));
  });
  return [...sent, ...passwords];
}

export function headerSecretName(name: string): string {
  return `header ${name.toLowerCase().replaceAll(/[^a-z0-9-]/g, '_')}`;
}

/**
 * Returns what a report contains about the connection; nothing if it uses only the address. Never contains the values
 * of headers.
 */
export function connectionFacts({ base_url, connection }: { base_url: string; connection: Connection }) {
  const { headers, tls, rate } = connection;
  const by = proxyFor(base_url, connection.proxy);
  const isPlain = Object.keys(headers).length === 0 && by === null && !tls.insecure && rate === null;
  if (isPlain) return {};
  const proxy = by === null ? null : proxyText(by);
  return { connection: { headers: Object.keys(headers), proxy, insecure: tls.insecure, rate } };
}

/** The same as text, in lines. */
export function connectionLines(target: { base_url: string; connection: Connection }): string[] {
  const { headers = [], proxy = null, insecure = false, rate = null } = connectionFacts(target).connection ?? {};
  return [
    ...(proxy === null ? [] : [`through the proxy ${proxy}, as HTTP_PROXY or HTTPS_PROXY says`]),
    ...(headers.length === 0 ? [] : [`with ${headers.join(', ')} in every request`]),
    ...(insecure ? ['no certificate is checked'] : []),
    ...(rate === null ? [] : [`at most ${rate} requests a second`]),
  ];
}

export const ADDRESS_REMEDY =
  'write an address such as https://api.example.test or http://127.0.0.1:4010, without a query';

/**
 * Returns an address for messages. It may contain a password before the host and a token in the query, which are only
 * indicated.
 */
export function shownAddress(text: string): string {
  return text.replace(/^([^/?#]*\/\/)?[^/?#]*@/, '$1…@').replace(/([?#]).+$/s, '$1…');
}

export function plainAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, search, hash, username, password } = url;
  if (!/^https?:$/.test(protocol) || `${search}${hash}${username}${password}` !== '') return null;
  // Also removes a bare ? or # at the end, which the parts do not show.
  url.search = url.hash = '';
  return url.href.replace(/\/+$/, '');
}
