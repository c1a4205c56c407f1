/** Keys and secrets that were found, each with what stands in its place: the same everywhere. */
export type Secrets = {
  /** Takes up all that a value holds. */
  find(value: unknown): void;
  /** A text with none of them in it. */
  hide(text: string): string;
};

const KEY = /pk_(live|test)_[A-Za-z0-9_-]+/g;
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9_-]+/g;
/** What the journal shows of a key: its end tells something of it. */
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
    if (secret === '' || known.has(secret) || isStandIn(secret)) return;
    known.set(secret, standInOf(secret, known.size + 1));
    order = [...known.keys()].sort((a, b) => b.length - a.length);
  };
  const findInText = (text: string, name: string) => {
    if (FIELDS.has(name)) add(text);
    if (name === 'authorization') add(text.replace(/^\S+ +/, ''));
    for (const [secret] of text.matchAll(KEY)) add(secret);
    for (const [secret] of text.matchAll(WEBHOOK_SECRET)) add(secret);
    // A body that is JSON has fields of its own.
    if (/^\s*[[{]/.test(text)) find(jsonIn(text));
  };
  const find = (value: unknown, name = '') => {
    if (typeof value === 'string') findInText(value, name);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) find(one, Array.isArray(value) ? name : inner.toLowerCase());
  };
  return {
    find,
    hide: (text) => {
      const hidden = order.reduce((left, secret) => left.replaceAll(secret, known.get(secret) ?? ''), text);
      return hidden.replace(MASK, '$1').replace(SIGNATURE, NO_SIGNATURE);
    },
  };
}

/** In the form of what it stands for: the prefix of a key tells its environment. */
function standInOf(secret: string, number: number): string {
  const prefix = /^(?:pk_live_|pk_test_|whsec_)/.exec(secret)?.[0] ?? '';
  return `${prefix}redacted${number}x`;
}

/** What stands in a redacted file in place of a secret. */
export const STAND_IN = /(?:pk_live_|pk_test_|whsec_)?redacted\d+x/;

function isStandIn(text: string): boolean {
  return STAND_IN.exec(text)?.[0] === text;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
