import { createHmac } from 'node:crypto';
import { remembered } from '../../../shared/remembered.ts';
import { isSignedWith, parseSignature } from '../../suite/expectation/operators/signatures.ts';
import type { BodyRecord, Exchange, ReceivedHook } from '../http/exchange.ts';
import { jsonOf } from '../http/view.ts';
import { findSecrets } from './disguises.ts';
import { mapTexts } from './map-texts.ts';
import { alteredName, createSecretIndex, isLongEnough, type Secret, type SecretIndex } from './secret-index.ts';

/**
 * Replaces secrets by their names, in any encoding. Everything is masked before it is recorded or printed. Masking
 * twice has no further effect.
 */
export type Mask = {
  /** Adds a secret. A secret keeps its first name. */
  add(secret: Secret): void;
  text(text: string): string;
  /** Masks every text in a JSON value, including the names of members. */
  value<Value>(value: Value): Value;
  exchange(exchange: Exchange): Exchange;
  /**
   * Masks a delivery. Signs it again with the name of its secret instead of the secret, so that the signature can be
   * checked without the secret.
   */
  hook(hook: ReceivedHook): ReceivedHook;
  /** Masks the output of a driver. Adds the secret of an endpoint in it. */
  drive<Outcome>(outcome: Outcome): Outcome;
  /** Restores what the target itself wrote and was masked: a cursor that contains a key must be sent back unchanged. */
  unmasked<Value>(value: Value): Value;
  /** Returns all secrets known so far. */
  secrets(): readonly Secret[];
};

type State = {
  index: SecretIndex;
  known: Secret[];
  /** Masks a short text, and keeps the result until another secret is added. Most headers occur in many exchanges. */
  short(text: string): string;
  signers: Signer[];
  sentBack: SentBack;
};

const LONGEST_KEPT = 200;
const MOST_KEPT = 10_000;

/**
 * Creates a mask, which writes `<primary>` for the secret named primary, or `<primary in base64>`, or `<altered
 * primary>`.
 */
export function createMask(secrets: readonly Secret[]): Mask {
  const index = createSecretIndex();
  const state: State = { index, known: [], short: keptBy(index), signers: [], sentBack: createSentBack() };
  for (const secret of secrets) learn(secret, state);
  const text = (original: string) => maskText(original, state);
  return {
    add: (secret) => learn(secret, state),
    text,
    // Most texts occur many times in a report.
    value: (value) => mapTexts(value, { text: remembered(text, Number.POSITIVE_INFINITY) }),
    exchange: (exchange) => maskExchange(exchange, state),
    hook: (hook) => maskHook(hook, state),
    drive: (outcome) => {
      const signer = signerIn(outcome, state);
      const shown = mapTexts(outcome, { text: (one) => (one === signer?.secret ? signer.shown : text(one)) });
      state.sentBack.keep(outcome, shown);
      return shown;
    },
    unmasked: (value) => mapTexts(value, { text: state.sentBack.restored }),
    secrets: () => state.known,
  };
}

function learn(secret: Secret, state: State): void {
  const { index, known } = state;
  if (index.whole(secret.secret) !== undefined) return;
  known.push(secret);
  index.add(secret);
  state.short = keptBy(index);
}

function keptBy(index: SecretIndex): State['short'] {
  return remembered((text) => searched(text, index), MOST_KEPT);
}

function maskText(text: string, { index, short }: State): string {
  return text.length > LONGEST_KEPT ? searched(text, index) : short(text);
}

function searched(text: string, index: SecretIndex): string {
  const name = index.whole(text);
  if (name !== undefined) return `<${name}>`;
  const parts: string[] = [];
  let last = 0;
  for (const found of findSecrets(text, index)) {
    parts.push(text.slice(last, found.from), `<${[found.name, found.how].filter(Boolean).join(' ')}>`);
    last = found.to;
  }
  return last === 0 ? text : [...parts, text.slice(last)].join('');
}

function maskExchange(exchange: Exchange, state: State): Exchange {
  const { request, answer, detail } = exchange;
  const sent = {
    ...request,
    url: maskText(request.url, state),
    headers: Object.fromEntries(Object.entries(request.headers).map((pair) => sentHeader(pair, state))),
    body: maskBody(request.body, state),
  };
  const heard = answer && {
    ...answer,
    headers: answer.headers.map((pair) => heardHeader(pair, state)),
    body: maskBody(answer.body, state),
  };
  return { ...exchange, request: sent, answer: heard, detail: detail && maskText(detail, state) };
}

/** A key that a test altered still reveals most of the secret, and the answer may repeat it. */
function sentHeader([name, value]: [string, string], state: State): [string, string] {
  const shown = maskText(value, state);
  if (name.toLowerCase() !== 'x-api-key') return [name, shown];
  const like = shown === value ? state.index.like(value) : undefined;
  if (like === undefined) return [name, /<altered [^<>]+>/.exec(shown)?.[0] ?? shown];
  learn({ name: alteredName(like), secret: value }, state);
  return [name, `<${alteredName(like)}>`];
}

function heardHeader([name, value]: [string, string], state: State): [string, string] {
  const shown = maskText(value, state);
  state.sentBack.keep(value, shown);
  return [maskText(name, state), shown];
}

function maskBody(body: BodyRecord, state: State): BodyRecord {
  if (body.kind !== 'text') return body;
  const text = (original: string) => maskText(original, state);
  const shown = text(body.text);
  if (shown === body.text) return body;
  const json = jsonOf(body.text);
  if (json === undefined) return { kind: 'text', text: shown };
  state.sentBack.keep(json, jsonOf(shown));
  if (jsonOf(shown) !== undefined) return { kind: 'text', text: shown };
  // Replacing a numeric secret by its name would break the JSON, so the number becomes a text.
  const number = (original: number) => (text(`${original}`) === `${original}` ? original : text(`${original}`));
  return { kind: 'text', text: JSON.stringify(mapTexts(json, { text, number })) };
}

function maskHook(hook: ReceivedHook, state: State): ReceivedHook {
  const raw =
    'text' in hook.raw ? { text: maskText(hook.raw.text, state) } : { base64: maskText(hook.raw.base64, state) };
  const body = { came: bytesOf(hook.raw), shown: bytesOf(raw) };
  const headers = hook.headers.map(([name, value]): [string, string] => {
    const shown = maskText(value, state);
    const isSignature = name.toLowerCase() === 'service-signature';
    return [maskText(name, state), isSignature ? signedAgain(shown, body, state.signers) : shown];
  });
  return { ...hook, path: maskText(hook.path, state), headers, raw };
}

/**
 * Returns the secret of an endpoint. A very short one, as in a trial, is not masked in texts, where it could be any
 * word.
 */
function signerIn(outcome: unknown, state: State): Signer | null {
  const secret = memberOf(memberOf(outcome, 'output'), 'secret');
  if (typeof secret !== 'string') return null;
  const known = state.signers.find((one) => one.secret === secret);
  if (known !== undefined) return known;
  const name = state.index.whole(secret) ?? `webhook secret ${state.signers.length + 1}`;
  if (isLongEnough(secret)) learn({ name, secret }, state);
  const signer = { secret, shown: `<${name}>` };
  state.signers.push(signer);
  return signer;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : null;
}

/** Texts of others by their masked form, so that they can be sent back unchanged. */
type SentBack = { keep(came: unknown, shown: unknown): void; restored(text: string): string };

function createSentBack(): SentBack {
  const kept = new Map<string, string>();
  const keep = (came: unknown, shown: unknown): void => {
    if (came === shown) return;
    if (typeof shown === 'string') return void kept.set(shown, String(came));
    if (typeof shown !== 'object' || shown === null || typeof came !== 'object' || came === null) return;
    const others = Object.values(shown);
    Object.values(came).forEach((one, index) => {
      keep(one, others[index]);
    });
  };
  return {
    keep,
    restored: (text) => {
      if (!/<|%3C/.test(text)) return text;
      return [...kept].reduce((sofar, [shown, came]) => {
        return sofar.replaceAll(shown, () => came).replaceAll(encoded(shown), () => encoded(came));
      }, text);
    },
  };
}

/** Encodes as in an address. A lone surrogate is replaced, since it cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** The secret of an endpoint, and its replacement. */
type Signer = { secret: string; shown: string };

/**
 * Adapts the signature header of a delivery to its masked secrets and body. A valid signature is replaced by one of the
 * masked body with the masked secret: anyone can verify it, and it reveals nothing about the secret.
 */
function signedAgain(
  header: string,
  body: { came: Uint8Array; shown: Uint8Array },
  signers: readonly Signer[],
): string {
  const signature = parseSignature(header);
  if (signature === null) return header;
  const { t, v1 } = signature;
  return v1.reduce((sofar, hex) => {
    const signer = signers.find(({ secret }) => isSignedWith(secret, { t, v1: [hex] }, body.came));
    if (signer === undefined) return sofar;
    const again = createHmac('sha256', signer.shown).update(`${t}.`).update(body.shown).digest('hex');
    return sofar.replace(hex, /[A-F]/.test(hex) ? again.toUpperCase() : again);
  }, header);
}

function bytesOf(raw: ReceivedHook['raw']): Uint8Array {
  return 'text' in raw ? Buffer.from(raw.text) : Buffer.from(raw.base64, 'base64');
}
