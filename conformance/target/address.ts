export const ADDRESS_REMEDY =
  'write an address such as https://api.example.test or http://127.0.0.1:4010, without a query';

/** A password may stand before the host, and a token in the query: whoever reads the message sees that there is one. */
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
