import { jsonIn } from '../../shared/json-in.ts';
import { standInFor } from '../adapters/images/stand-in.ts';
import { withPlainKeys } from '../domain/test-control/exchange.ts';
import { digestOf } from '../domain/values/digest.ts';
import { sumOf } from '../storage/lines.ts';

/** Returns each line of a session without what others must not see; called for all lines in order. */
export type Redactor = (line: string) => Promise<string>;

/** Replaces each key and secret by one stand-in everywhere, and pictures by drawn ones like them. */
export function createRedactor(): Redactor {
  const secrets = createSecrets();
  /** The base64 and the digest of each picture, with those of the drawn one. */
  const drawn = new Map<string, string>();
  const draw = async (base64: string) => {
    if (drawn.has(base64)) return;
    const bytes = Buffer.from(base64, 'base64');
    const digest = digestOf(bytes);
    const other = Buffer.from(await standInFor(bytes, digest, drawn.size));
    drawn.set(base64, other.toString('base64'));
    drawn.set(digest, digestOf(other));
  };
  const hide = (text: string) => {
    let hidden = secrets.hide(text);
    for (const [one, other] of drawn) if (hidden.includes(one)) hidden = hidden.replaceAll(one, other);
    return hidden;
  };
  return async (line) => {
    const entry = JSON.parse(line, (_, value) => (typeof value === 'string' ? withPlainKeys(value) : value));
    if ('file' in entry) entry.redacted = true;
    secrets.find(entry);
    for (const [name, text] of textsIn(entry)) if (name === 'base64') await draw(text);
    return `${JSON.stringify(withSums(JSON.parse(hide(JSON.stringify(entry)))))}\n`;
  };
}

/** All texts in a value, each with the name of its field, including those within JSON bodies and world files. */
function* textsIn(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') {
    yield [name, value];
    for (const line of isWorldFile(value) ? value.split('\n') : [value]) yield* textsIn(partsIn(line));
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  // The row of a picture in a world file.
  if (isList && value[0] === 'picture') yield ['base64', String(value[2])];
  for (const [inner, one] of Object.entries(value)) yield* textsIn(one, isList ? name : inner.toLowerCase());
}

/** The keys and secrets that were found, each with the replacement that is used everywhere. */
type Secrets = { find(value: unknown): void; hide(text: string): string };

const SECRET = /(?:pk_(?:live|test)|whsec)_[A-Za-z0-9_-]+/g;
/** A masked key in the journal, whose end is part of the key. */
const MASK = /(pk_(?:live|test)_…)[A-Za-z0-9_-]+/g;
const SIGNATURE = /v1=[0-9a-f]{64}/g;
const NO_SIGNATURE = `v1=${'0'.repeat(64)}`;

/** Fields that contain a secret, whatever its format. */
const FIELDS: ReadonlySet<string> = new Set(['secret', 'token', 'x-api-key']);

export function createSecrets(): Secrets {
  const known = new Map<string, string>();
  /** The longest first, because one may be the beginning of another. */
  let order: string[] = [];
  const add = (secret: string) => {
    if (secret === '' || known.has(secret) || STAND_IN.exec(secret)?.[0] === secret) return;
    // The prefix of a key shows its environment.
    const prefix = /^(?:pk_live_|pk_test_|whsec_)/.exec(secret)?.[0] ?? '';
    known.set(secret, `${prefix}redacted${known.size + 1}x`);
    order = [...known.keys()].sort((a, b) => b.length - a.length);
  };
  return {
    find: (value) => {
      for (const [name, text] of textsIn(value)) {
        if (FIELDS.has(name)) add(text);
        if (name === 'authorization') add(text.replace(/^\S+ +/, ''));
        for (const [secret] of text.matchAll(SECRET)) add(secret);
      }
    },
    hide: (text) => {
      const hidden = order.reduce((left, secret) => left.replaceAll(secret, known.get(secret) ?? ''), text);
      return hidden.replace(MASK, '$1').replace(SIGNATURE, NO_SIGNATURE);
    },
  };
}

/** The replacement of a secret in a redacted file. */
export const STAND_IN = /(?:pk_live_|pk_test_|whsec_)?redacted\d+x/;

function isWorldFile(text: string): boolean {
  return text.startsWith('{"file":"tryon-kit world"');
}

/** A value in which each world file ends with the checksum of its changed lines. */
export function withSums(value: unknown): unknown {
  if (typeof value === 'string') return isWorldFile(value) ? withSum(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withSums);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSums(one)]));
}

function withSum(text: string): string {
  const lines = text.split('\n').slice(0, -2);
  const whole = lines.map((line) => `${line}\n`).join('');
  return `${whole}${JSON.stringify({ sum: sumOf(Buffer.from(whole)) })}\n`;
}

/** The object or list in a JSON text; null for any other text. */
function partsIn(text: string): unknown {
  return /^\s*[[{]/.test(text) ? jsonIn(text) : null;
}
