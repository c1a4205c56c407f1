import { isMap } from '../../../../shared/is-map.ts';
import { withoutIds } from '../../facts/value.ts';

/** What may be written into a configuration: nothing secret, and nothing that is new in each answer. */

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

/** The name of a member that is neither a date nor an operation, which would be data. */
export function isPlainName(name: string): boolean {
  return /^(?!__proto__|prototype|constructor)[A-Za-z_][\w-]{0,40}$/.test(name) && !SECRET.test(name);
}

/** Headers that are about this one answer, or hold what is not to be written down. */
const HEADERS_LEFT =
  /^(content-length|transfer-encoding|content-encoding|connection|content-type|vary|date|keep-alive|age|via|emulator-now|authorization|set-cookie|cookie)$/;

export function isPlainHeader(name: string): boolean {
  return !HEADERS_LEFT.test(name) && !/key|token|secret|auth(?!enticate)|cookie/.test(name);
}

/** A text with references in place of members of the same body, so that nothing is frozen that varies. */
export function withReferences(value: unknown, body: unknown, twin: unknown): unknown {
  if (typeof value !== 'string' || !isMap(body) || !isMap(twin)) return value;
  return REFERRED.reduce((text, name) => {
    const own = body[name];
    if (typeof own !== 'string' || own.length < 8 || typeof twin[name] !== 'string') return text;
    return text.replaceAll(own, `{${name}}`).replaceAll(encodeURIComponent(own), `{${name}}`);
  }, value);
}

const REFERRED = ['id', 'created_at', 'updated_at', 'completed_at', 'expires_at'];
