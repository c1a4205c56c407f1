import { credentialsOf, type ProxyConfig, proxyFor, proxyUrl } from '../../shared/proxy.ts';

/** PEM texts, as they are in their files; what is null is left to Node. */
export type TlsConfig = { ca: string | null; cert: string | null; key: string | null; insecure: boolean };

/** How the server is reached, beside its address. Nothing of it goes to other servers but the proxy. */
export type Connection = {
  headers: Readonly<Record<string, string>>;
  tls: TlsConfig;
  proxy: ProxyConfig;
  /** Requests a second; null is no limit. */
  rate: number | null;
};

const NO_PROXY: ProxyConfig = { http: null, https: null, no: [] };
const NO_TLS: TlsConfig = { ca: null, cert: null, key: null, insecure: false };
export const PLAIN_CONNECTION: Connection = { headers: {}, tls: NO_TLS, proxy: NO_PROXY, rate: null };

/** What the kit writes itself, or what the specification gives a meaning. */
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

/** What is wrong with a header for every request, or null. */
export function headerProblem(name: string): string | null {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) return 'is not a header name';
  const why = OWN_HEADERS[name.toLowerCase()];
  return why === undefined ? null : `cannot be sent with every request: ${why}`;
}

/** The proxy as people may see it. */
function proxyText({ protocol, host, username, password }: URL): string {
  return `${protocol}//${`${username}${password}` === '' ? '' : '…@'}${host}`;
}

/** Secrets of the way to the server, by the names that reports have for them. */
export function connectionSecrets({ headers, proxy }: Connection): { name: string; secret: string }[] {
  const sent = Object.entries(headers).map(([name, secret]) => ({ name: headerSecretName(name), secret }));
  const passwords = [proxy.http, proxy.https].flatMap((text) => {
    const url = text === null ? null : proxyUrl(text);
    const { password = '', both = '' } = (url && credentialsOf(url)) ?? {};
    if (password === '') return [];
    // As it is sent: the code of both hides where the password begins.
    return [password, Buffer.from(both).toString('base64')].map((secret) => ({ name: 'proxy password', secret }));
  });
  return [...sent, ...passwords];
}

export function headerSecretName(name: string): string {
  return `header ${name.toLowerCase().replaceAll(/[^a-z0-9-]/g, '_')}`;
}

/** What a report says of the way to the server; nothing where its address alone is the way. No value of a header is in it. */
export function connectionFacts({ base_url, connection }: { base_url: string; connection: Connection }) {
  const { headers, tls, rate } = connection;
  const by = proxyFor(base_url, connection.proxy);
  const isPlain = Object.keys(headers).length === 0 && by === null && !tls.insecure && rate === null;
  if (isPlain) return {};
  const proxy = by === null ? null : proxyText(by);
  return { connection: { headers: Object.keys(headers), proxy, insecure: tls.insecure, rate } };
}

/** The same in words, a line for each. */
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

/** A password may stand before the host, and a token in the query: the message shows only that there is one. */
export function shownAddress(text: string): string {
  return text.replace(/^([^/?#]*\/\/)?[^/?#]*@/, '$1…@').replace(/([?#]).+$/s, '$1…');
}

export function plainAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, search, hash, username, password } = url;
  if (!/^https?:$/.test(protocol) || `${search}${hash}${username}${password}` !== '') return null;
  // A bare ? or # at its end is not to be seen in its parts.
  url.search = url.hash = '';
  return url.href.replace(/\/+$/, '');
}
