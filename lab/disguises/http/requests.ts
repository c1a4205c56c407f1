import type { Names } from '../ids/names.ts';
import { instantGiven } from '../json/instants.ts';
import type { TwoWay } from '../two-way.ts';

/** The emulator's names for what a request to the API names: ids and keys. Everything else is passed on unchanged. */
export type RequestChanges = {
  url(url: string): string;
  headers(raw: readonly string[]): string[];
  body(bytes: Buffer): Buffer;
};

export function requestChanges(names: Names, secrets: TwoWay, etagOf: (header: string) => string): RequestChanges {
  const given = (text: string) => secrets.given(names.given(text));
  return {
    url: (url) => {
      const [path = '', ...query] = url.split('?');
      const segments = path.split('/').map((segment) => changed(segment, given));
      return [segments.join('/'), ...query.map((part) => changedQuery(part, given))].join('?');
    },
    headers: (raw) =>
      raw.map((text, index) => {
        if (index % 2 === 0) return text;
        if (raw[index - 1]?.toLowerCase() === 'if-none-match') return etagOf(text);
        return text.split(' ').map(secrets.given).join(' ');
      }),
    // Member order, spacing and mistakes are part of the request, so only the texts that name something are replaced.
    body: (bytes) => {
      const text = bytes.toString('latin1');
      const replaced = text.replace(/"((?:[^"\\]|\\.)*)"/g, (whole, inner: string) => {
        const id = given(inner);
        return id === inner ? whole : JSON.stringify(id);
      });
      return replaced === text ? bytes : Buffer.from(replaced, 'latin1');
    },
  };
}

/** A segment or a value, percent-encoded or not. */
function changed(text: string, given: (text: string) => string): string {
  for (const plain of [text, decoded(text)]) if (given(plain) !== plain) return encodeURIComponent(given(plain));
  return text;
}

function changedQuery(query: string, given: (text: string) => string): string {
  return query
    .split('&')
    .map((parameter) => {
      const [name = '', ...rest] = parameter.split('=');
      const value = changed(rest.join('='), given);
      return rest.length === 0 ? parameter : `${name}=${name.startsWith('created_') ? instantGiven(value) : value}`;
    })
    .join('&');
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
