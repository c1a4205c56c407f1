import { standInFor } from '../adapters/images/stand-in.ts';
import { withPlainKeys } from '../domain/test-control/exchange.ts';
import { digestOf } from '../domain/values/digest.ts';
import { sumOf } from '../storage/lines.ts';

/** Returns each line of a session in turn without what others must not see. */
export type Redactor = (line: string) => Promise<string>;

/** Replaces keys and secrets, each everywhere by the same stand-in, and pictures by drawn ones of their size and type. */
export function createRedactor(): Redactor {
  const secrets = createSecrets();
  /** The base64 of each picture and its digest, with those of the drawn one. */
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

/** All texts that a value holds, each with the name of its field; also those within bodies of JSON and files of worlds. */
function* textsIn(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') {
    yield [name, value];
    for (const line of isWorldFile(value) ? value.split('\n') : [value]) yield* textsIn(jsonIn(line));
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  // The row of a picture in the file of a world.
  if (isList && value[0] === 'picture') yield ['base64', String(value[2])];
  for (const [inner, one] of Object.entries(value)) yield* textsIn(one, isList ? name : inner.toLowerCase());
}

/** Keys and secrets that were found, each with its replacement: the same everywhere. */
type Secrets = {
  /** Takes up all that a value holds. */
  find(value: unknown): void;
  /** A text with none of them in it. */
  hide(text: string): string;
};

const SECRET = /(?:pk_(?:live|test)|whsec)_[A-Za-z0-9_-]+/g;
/** What the journal shows of a key: its end is part of the key. */
const MASK = /(pk_(?:live|test)_…)[A-Za-z0-9_-]+/g;
const SIGNATURE = /v1=[0-9a-f]{64}/g;
const NO_SIGNATURE = `v1=${'0'.repeat(64)}`;

/** Fields that hold a secret, whatever its form. */
const FIELDS: ReadonlySet<string> = new Set(['secret', 'token', 'x-api-key']);

export function createSecrets(): Secrets {
  const known = new Map<string, string>();
  /** The longest first: one may begin another. */
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

/** What is in a redacted file in place of a secret. */
export const STAND_IN = /(?:pk_live_|pk_test_|whsec_)?redacted\d+x/;

function isWorldFile(text: string): boolean {
  return text.startsWith('{"file":"tryon-kit world"');
}

/** A value in which each file of a world ends with the checksum of the lines that it has now. */
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

/** The object or the list that a text is; null for any other text. */
function jsonIn(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
