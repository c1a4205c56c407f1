import { createHash } from 'node:crypto';
import { ROLES } from '../suite/vocabulary.ts';
import type { BodyRecord, Exchange, OutgoingRequest } from './http/exchange.ts';
import { headersByName } from './http/headers.ts';
import type { Mask } from './secrets/mask.ts';

/** What a recorded request is instead of the one that is asked for; null where it is the same. */
export type MatchRequest = (asked: OutgoingRequest, recorded: Exchange['request']) => string | null;

/** What is asked for is masked as it was when it was recorded: within an address or a body a key is spelt in many ways. */
export function requestMatcher(mask: Mask): MatchRequest {
  return ({ method, url, headers, body }, recorded) => {
    const record = { method, url, headers, body: textRecord(body, recorded.body) };
    const { request } = mask.exchange({ request: record, answer: null, silence: null, detail: null, at: 0, took: 0 });
    const told = lineOf(recorded);
    if (lineOf(request) !== told) return `${told}, not ${method} ${url}`;
    if (!isSameBody(request.body, recorded.body, body)) return `${told} with another body than the scenario sends`;
    const header = otherHeader(headersOf(request), headersOf(recorded));
    return header === undefined ? null : `${told} with another header ${header} than the scenario sends`;
  };
}

function lineOf({ method, url }: Exchange['request']): string {
  return withoutRoles(`${method} ${url}`);
}

/** One secret may have several roles, and was masked by the first of them. */
function withoutRoles(text: string): string {
  return text.replace(ROLE, '<key>');
}

const ROLE = new RegExp(`<(?:${Object.keys(ROLES).join('|')})>`, 'g');

/** Bytes are text where they were recorded as text. */
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

/** What is made of a key is known by name alone: how it is spelt hangs on the key. */
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
