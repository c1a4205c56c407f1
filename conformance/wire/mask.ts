import type { BodyRecord, Exchange, ReceivedHook } from './exchange.ts';

export type Secret = { name: string; secret: string };

/** Puts the names of secrets in their places; whatever is kept or shown goes through it first. */
export type Mask = {
  /** Another secret from here on; the first name of a secret stays. */
  add(secret: Secret): void;
  text(text: string): string;
  /** Every text within any JSON value, names of members included. */
  value(value: unknown): unknown;
  exchange(exchange: Exchange): Exchange;
  /** A delivery that holds no secret keeps its bytes, over which it is signed. */
  hook(hook: ReceivedHook): ReceivedHook;
};

/** `<primary>` wherever the secret named primary stood. */
export function createMask(secrets: readonly Secret[]): Mask {
  const names = new Map<string, string>();
  let pattern: RegExp | null = null;
  const add = ({ name, secret }: Secret) => {
    for (const spelling of spellingsOf(secret)) if (!names.has(spelling)) names.set(spelling, name);
    pattern = patternOf([...names.keys()]);
  };
  for (const secret of secrets) add(secret);

  const text = (original: string) =>
    pattern === null ? original : original.replace(pattern, (found) => `<${names.get(found) ?? ''}>`);
  return {
    add,
    text,
    value: (value) => mapTexts(value, text),
    exchange: (exchange) => ({
      ...exchange,
      request: {
        ...exchange.request,
        url: text(exchange.request.url),
        headers: mapHeaders(exchange.request.headers, text, names),
        body: maskBody(exchange.request.body, text),
      },
      answer: exchange.answer && {
        ...exchange.answer,
        headers: maskPairs(exchange.answer.headers, text),
        body: maskBody(exchange.answer.body, text),
      },
      detail: exchange.detail && text(exchange.detail),
    }),
    hook: (hook) => ({
      ...hook,
      path: text(hook.path),
      headers: maskPairs(hook.headers, text),
      raw: 'text' in hook.raw ? { text: text(hook.raw.text) } : hook.raw,
    }),
  };
}

/** As it is, as it stands in an address, and as it stands in JSON. */
function spellingsOf(secret: string): string[] {
  if (secret === '') return [];
  return [
    ...new Set([secret, encodeURIComponent(Buffer.from(secret).toString()), JSON.stringify(secret).slice(1, -1)]),
  ];
}

/** The longest come first, so that no rest of a secret is left beside the name of a shorter one. */
function patternOf(spellings: string[]): RegExp | null {
  if (spellings.length === 0) return null;
  const parts = spellings
    .toSorted((a, b) => b.length - a.length)
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.join('|'), 'g');
}

type MaskText = (text: string) => string;

function mapHeaders(headers: Record<string, string>, text: MaskText, names: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name.toLowerCase() === 'x-api-key' ? keyName(value, text, names) : text(value),
    ]),
  );
}

/** A key that was altered for a test still tells most of the secret. */
function keyName(value: string, text: MaskText, names: ReadonlyMap<string, string>): string {
  const masked = text(value);
  if (masked !== value) return masked;
  const like = [...names].find(([secret]) => secret.length > TELLING && sharesPart(value, secret));
  return like === undefined ? value : `<altered ${like[1]}>`;
}

const TELLING = 8;
const PREFIX = /^pk_(live|test)_/i;

function sharesPart(value: string, secret: string): boolean {
  const telling = secret.replace(PREFIX, '').toLowerCase();
  const seen = value.toLowerCase();
  for (let start = 0; start + TELLING <= telling.length; start += 1) {
    if (seen.includes(telling.slice(start, start + TELLING))) return true;
  }
  return false;
}

function maskPairs(pairs: readonly [string, string][], text: MaskText): [string, string][] {
  return pairs.map(([name, value]) => [name, text(value)]);
}

function maskBody(body: BodyRecord, text: MaskText): BodyRecord {
  return body.kind === 'text' ? { kind: 'text', text: text(body.text) } : body;
}

function mapTexts(value: unknown, text: MaskText): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), mapTexts(item, text)]));
}
