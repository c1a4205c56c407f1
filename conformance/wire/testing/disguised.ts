import * as fc from 'fast-check';

const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0');
const each = (text: string, spell: (char: string, index: number) => string) => [...text].map(spell).join('');

/** Encodings that hide a text at first sight. The results of all of them can be inserted into JSON text unchanged. */
export const DISGUISES: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'JSON escapes': (text) => each(text, (char) => `\\u00${hexOf(char)}`),
  'JSON escapes in capitals, here and there': (text) =>
    each(text, (char, index) => (index % 3 === 0 || char === '\\' ? `\\u00${hexOf(char).toUpperCase()}` : char)),
  'JSON within JSON': (text) => each(text, (char) => `\\\\u00${hexOf(char)}`),
  percent: (text) => each(text, (char) => `%${hexOf(char)}`),
  'percent, here and there': (text) =>
    each(text, (char, index) => (index % 4 === 1 || char === '%' ? `%${hexOf(char)}` : char)),
  'percent twice': (text) => each(text, (char) => `%25${hexOf(char)}`),
  entities: (text) => each(text, (char, index) => `&#${index % 2 === 0 ? `x${hexOf(char)}` : char.charCodeAt(0)};`),
  'named entities': (text) => text.replaceAll('_', '&lowbar;'),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after one': (text) => Buffer.from(`:${text}\n`).toString('base64'),
  'base64 after two': (text) => Buffer.from(`{"${text}":1}`).toString('base64url'),
  'base64 within a word': (text) => `cursor_${Buffer.from(`user:${text}`).toString('base64url')}`,
  'base64 in lines': (text) => Buffer.from(`${text} `.repeat(4)).toString('base64').replace(/.{20}/g, '$&\\n'),
  'base64 twice': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'base64 of JSON': (text) => Buffer.from(each(text, (char) => `\\u00${hexOf(char)}`)).toString('base64'),
  'base64 in an address': (text) => encodeURIComponent(Buffer.from(`??>${text}>>?`).toString('base64')),
  hex: (text) => each(text, hexOf),
  'hex in capitals': (text) => each(text, hexOf).toUpperCase(),
  'hex with colons': (text) => [...text].map(hexOf).join(':'),
  'hex after half a byte': (text) => `7${each(text, hexOf)}`,
};

/** A key as a server would issue it. */
export const randomKey = fc
  .tuple(
    fc.constantFrom('pk_live_', 'pk_test_', ''),
    fc.stringMatching(/^[A-Za-z0-9]{20,40}$/).filter((text) => /\d.*\d/.test(text) && /[a-z].*[a-z]/i.test(text)),
  )
  .map((parts) => parts.join(''));

export const disguised = fc.constantFrom(...Object.keys(DISGUISES));
