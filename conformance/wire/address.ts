/** Where a request goes: the path stays as it was written, since it may be wrong on purpose. */
export type Address = { secure: boolean; hostname: string; port: string; path: string };

const WHOLE = /^(https?:\/\/[^/?#]+)(.*)$/is;
const UNSENDABLE = /[^\x21-\x7e]+/g;

/** The address of a path below `base_url`, or of a whole address; null where it is neither. */
export function addressOf(url: string, base_url: string): Address | null {
  const [, origin, path = ''] = WHOLE.exec(wholeUrl(url, base_url)) ?? [];
  if (origin === undefined || !URL.canParse(origin)) return null;
  const { protocol, hostname, port } = new URL(origin);
  // Node wants an IPv6 address without its brackets.
  return { secure: protocol === 'https:', hostname: hostname.replace(/^\[|\]$/g, ''), port, path: pathOf(path) };
}

/** The address as one text, with what cannot stand in a request line percent-encoded. */
export function wholeUrl(url: string, base_url: string): string {
  return encodeUnsendable(WHOLE.test(url) ? url : base_url.replace(/\/+$/, '') + url);
}

function pathOf(rest: string): string {
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function encodeUnsendable(text: string): string {
  return text.replace(UNSENDABLE, (run) =>
    [...Buffer.from(run)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
