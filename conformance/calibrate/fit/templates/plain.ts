import { isMap } from '../../../../shared/is-map.ts';
import { withoutIds } from '../../facts/value.ts';

/** Whether a value may be written into a configuration: it is not secret, and not new in each answer. */

const VARYING = /\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d{5,}|\b(?:job|asset|evt|req)_(?!id\b)/;
const SECRET = /<[\w-]+>|\bpk_|\bwhsec|[?&][\w.~-]+=|@|bearer|password|secret|token|ticket|signature/i;
const LONGEST = 200;

export function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isPlainText(value);
  if (Array.isArray(value)) return value.length <= MOST_ITEMS && value.every(isPlain);
  return isMap(value) && Object.entries(value).every(([name, item]) => isPlainName(name) && isPlain(item));
}

const MOST_ITEMS = 20;

function isPlainText(text: string): boolean {
  const own = text.replace(REFERENCE, '');
  return (
    text.length <= LONGEST &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    !/[\x00-\x1f\x7f]/.test(text) &&
    withoutIds(own) === own &&
    !VARYING.test(own) &&
    !SECRET.test(own)
  );
}

export const REFERENCE = /\{[\w.-]+\}/g;

/** Whether a member has a plain name, and not one that is data, such as a date or an operation. */
export function isPlainName(name: string): boolean {
  return /^(?!__proto__|prototype|constructor)[A-Za-z_][\w-]{0,40}$/.test(name) && !SECRET.test(name);
}

/** Headers that belong to this one answer only, or that must not be written to a file. */
const HEADERS_LEFT =
  /^(content-length|transfer-encoding|content-encoding|connection|content-type|vary|date|keep-alive|age|via|emulator-now|authorization|set-cookie|cookie)$/;

export function isPlainHeader(name: string): boolean {
  return !HEADERS_LEFT.test(name) && !/key|token|secret|auth(?!enticate)|cookie/.test(name);
}

/** In a text, replaces the values of varying members, such as `id`, by references to these members of the same body. */
export function withReferences(value: unknown, body: unknown, twin: unknown): unknown {
  if (typeof value !== 'string' || !isMap(body) || !isMap(twin)) return value;
  return REFERRED.reduce((text, name) => {
    const own = body[name];
    if (typeof own !== 'string' || own.length < 8 || typeof twin[name] !== 'string') return text;
    return text.replaceAll(own, `{${name}}`).replaceAll(encodeURIComponent(own), `{${name}}`);
  }, value);
}

const REFERRED = ['id', 'created_at', 'updated_at', 'completed_at', 'expires_at'];
