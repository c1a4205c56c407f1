import { createHash } from 'node:crypto';
import { isEqual } from '../../shared/expression/equal.ts';
import { ROLES } from '../suite/vocabulary.ts';
import type { DriveOutcome, Effects, OpenedHook } from './effects.ts';
import type { BodyRecord, Exchange, OutgoingRequest } from './http/exchange.ts';
import { headersByName } from './http/headers.ts';
import { createMask, type Mask } from './secrets/mask.ts';
import type { TapeEntry } from './tape.ts';
import { StopInstance } from './untestable.ts';

/** The tape belongs to another suite, or was changed: the requests of the instance are not those recorded. */
export class TapeMismatch extends Error {}

type Kind = TapeEntry['kind'];
type Entry<Of extends Kind> = Extract<TapeEntry, { kind: Of }>;

/** Effects that replay a tape. `keys` replace those that the tape only names. */
export function played(tape: readonly TapeEntry[], keys: Readonly<Record<string, { secret: string }>> = {}): Effects {
  const mask = createMask(Object.entries(keys).map(([name, { secret }]) => ({ name, secret })));
  const differenceOf = requestMatcher(mask);
  let position = 0;
  const next = <Of extends Kind>(kind: Of, what: string, isOther: (entry: Entry<Of>) => string | null): Entry<Of> => {
    const entry = tape[position];
    if (entry?.kind === 'stopped') {
      position += 1;
      throw new StopInstance(entry.reason, entry.detail);
    }
    if (entry?.kind !== kind)
      throw new TapeMismatch(`entry ${position} of the tape is ${entry?.kind ?? 'not there'}; ${what} was asked for`);
    const found = entry as Entry<Of>;
    const why = isOther(found);
    if (why !== null) throw new TapeMismatch(`entry ${position} of the tape is ${why}`);
    position += 1;
    return found;
  };
  const drive = (call: string, input: unknown) =>
    next('drive', call, (entry) => {
      if (entry.call !== call) return `${entry.call}, not ${call}`;
      return isEqual(asWritten(entry.input), mask.value(asWritten(input)))
        ? null
        : `${call} with another input than it was given`;
    }).outcome;
  return {
    position: () => position,
    send: async (request) => {
      const what = `${request.method} ${request.url}`;
      const { exchange } = next('exchange', what, (entry) => differenceOf(request, entry.exchange.request));
      return { exchange, index: position - 1 };
    },
    wait: async (asked) =>
      next('waited', `a wait of ${asked} ms`, ({ milliseconds }) =>
        milliseconds === asked ? null : `a wait of ${milliseconds} ms, not of ${asked} ms`,
      ).outcome,
    now: async () => next('now', 'the time', () => null).at,
    drive: async (call, input) => drive(call, input),
    openHook: async (hook) => drive('webhooks.register', hook) as DriveOutcome<OpenedHook>,
    setReplies: async () => {},
    watch: async (asked) =>
      next('hooks', `what came to ${asked}`, ({ hook }) => (hook === asked ? null : `what came to ${hook}`)),
  };
}

/** Removes members without a value, as a file does. */
function asWritten(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

/** Returns how a recorded request differs from the requested one; null if they are equal. */
type MatchRequest = (asked: OutgoingRequest, recorded: Exchange['request']) => string | null;

/** Masks the request as it was masked when recorded: a key can be encoded in many ways within an address or a body. */
function requestMatcher(mask: Mask): MatchRequest {
  return ({ method, url, headers, body }, recorded) => {
    const record = { method, url, headers, body: textRecord(body, recorded.body) };
    const { request } = mask.exchange({ request: record, answer: null, silence: null, detail: null, at: 0, took: 0 });
    const expected = lineOf(recorded);
    if (lineOf(request) !== expected) return `${expected}, not ${method} ${url}`;
    if (!isSameBody(request.body, recorded.body, body)) return `${expected} with another body than the scenario sends`;
    const header = otherHeader(headersOf(request), headersOf(recorded));
    return header === undefined ? null : `${expected} with another header ${header} than the scenario sends`;
  };
}

function lineOf({ method, url }: Exchange['request']): string {
  return withoutRoles(`${method} ${url}`);
}

/** One secret may have several roles, and was masked by the first. */
function withoutRoles(text: string): string {
  return text.replace(ROLE, '<key>');
}

const ROLE = new RegExp(`<(?:${Object.keys(ROLES).join('|')})>`, 'g');

/** Treats bytes as text if they were recorded as text. */
function textRecord(body: OutgoingRequest['body'], recorded: BodyRecord): BodyRecord {
  if (typeof body === 'string' && body !== '') return { kind: 'text', text: body };
  if (recorded.kind !== 'text' || body === null) return { kind: 'none' };
  return { kind: 'text', text: Buffer.from(body).toString() };
}

function isSameBody(masked: BodyRecord, recorded: BodyRecord, body: OutgoingRequest['body']): boolean {
  if (masked.kind === 'text')
    return recorded.kind === 'text' && withoutRoles(masked.text) === withoutRoles(recorded.text);
  const bytes = body ?? '';
  if (recorded.kind !== 'bytes') return recorded.kind === 'none' && bytes.length === 0;
  return recorded.size === bytes.length && recorded.sha256 === createHash('sha256').update(bytes).digest('hex');
}

/** Values derived from a key are compared by name only, since their spelling depends on the key. */
const CREDENTIALS: readonly string[] = ['x-api-key', 'authorization'];

function headersOf({ headers }: Exchange['request']): Record<string, string> {
  const pairs = Object.entries(headersByName(Object.entries(headers)));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, CREDENTIALS.includes(name) ? '' : withoutRoles(value)]),
  );
}

function otherHeader(asked: Record<string, string>, recorded: Record<string, string>): string | undefined {
  return [...new Set([...Object.keys(asked), ...Object.keys(recorded)])].find((name) => asked[name] !== recorded[name]);
}
