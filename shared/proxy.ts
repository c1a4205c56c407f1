/** Proxies from the environment: addresses that may include a user name and a password. */
export type ProxyConfig = { http: string | null; https: string | null; no: readonly string[] };

/** Reads the variables that other tools read too; lower case takes precedence, as with curl. */
export function proxiesIn(env: Readonly<Record<string, string | undefined>>): ProxyConfig {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || null;
  const every = read('ALL_PROXY');
  const no = (read('NO_PROXY') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  return { http: read('HTTP_PROXY') ?? every, https: read('HTTPS_PROXY') ?? every, no };
}

/** The proxy for an address, or null. As in Go, this machine is reached without a proxy. */
export function proxyFor(address: string, proxy: ProxyConfig): URL | null {
  const { protocol, hostname, port } = new URL(address);
  const named = protocol === 'https:' ? proxy.https : proxy.http;
  if (named === null || isLoopback(hostname)) return null;
  if (proxy.no.some((one) => isExempt(one, hostname, port || (protocol === 'https:' ? '443' : '80')))) return null;
  return proxyUrl(named);
}

/** Without a scheme, it is an http proxy, as in other tools. */
export function proxyUrl(named: string): URL | null {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  return URL.canParse(text) ? new URL(text) : null;
}

/** Why a proxy cannot be used, or null; the address is shown without its password. */
export function proxyProblem({ http, https }: ProxyConfig): string | null {
  for (const [name, named] of Object.entries({ HTTP_PROXY: http, HTTPS_PROXY: https })) {
    if (named === null) continue;
    const url = proxyUrl(named);
    if (url === null || !/^https?:$/.test(url.protocol))
      return `${name} is not the URL of an HTTP proxy: write one such as http://proxy.example.test:3128, or unset it`;
    if (credentialsOf(url) === null)
      return `${name} has an invalid percent sign in its name or password: write %25 for the sign itself`;
  }
  return null;
}

/** `name:password` of a proxy, empty if it has none; null if they cannot be decoded. */
export function credentialsOf({ username, password }: URL): { password: string; both: string } | null {
  try {
    const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    return { password: secret, both: `${name}${secret}` === '' ? '' : `${name}:${secret}` };
  } catch {
    return null;
  }
}

/** Whether a host, spelled as by `URL`, is this machine. A name that begins with 127. may point anywhere. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

/** Whether an entry of NO_PROXY matches a host; an entry may also match subdomains. */
export function isExempt(pattern: string, hostname: string, port: string): boolean {
  if (pattern === '*') return true;
  const [, name = pattern, only] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? [];
  const bare = name.replace(/^\*?\./, '').toLowerCase();
  return (only === undefined || only === port) && (hostname === bare || hostname.endsWith(`.${bare}`));
}
