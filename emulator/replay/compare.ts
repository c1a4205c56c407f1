import type { EntryOf, SessionHead } from '../record/session.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { Outcome } from './play-exchange.ts';

/** Two texts that are not the same: as lines, to be shown beside each other. */
export type Unlike = { recorded: string[]; played: string[] };

type Compared = EntryOf<'answer'> | EntryOf<'result'>;

/** What of an outcome is not as it was recorded; null where all that is in the file is the same. */
export function compareOutcome(head: SessionHead, recorded: Compared, played: Outcome): Unlike | null {
  const wanted = partsOf(recorded as Outcome);
  const seen = partsOf(played);
  if (head.redacted) return unlike(redactedParts(wanted), redactedParts(seen));
  // At the pace of a program, what is not said is not compared.
  const said = Object.keys(wanted).filter((name) => head.pace === 'recorded' || wanted[name] !== undefined);
  const given = (parts: Parts) => Object.fromEntries(said.map((name) => [name, parts[name]]));
  return unlike(given(wanted), given(seen));
}

export function compareDelivery(
  { redacted }: SessionHead,
  recorded: EntryOf<'send'>,
  played: DeliveryRequest,
): Unlike | null {
  const partsIn = ({ url, headers, body }: Pick<DeliveryRequest, 'url' | 'headers' | 'body'>): Parts =>
    redacted ? {} : { url, headers, body };
  return unlike(partsIn(recorded), partsIn(played));
}

type Parts = Record<string, unknown>;

function partsOf({ do: _, ...parts }: Outcome & { n?: number }): Parts {
  const { n: __, ...rest } = parts;
  return rest;
}

/** Of a redacted file the status counts, and the code of a refusal. */
function redactedParts(parts: Parts): Parts {
  if ('value' in parts || 'error' in parts || !('status' in parts)) return { refused: 'error' in parts };
  return { status: parts['status'], code: codeIn(parts['body']) };
}

function codeIn(body: unknown): unknown {
  try {
    return JSON.parse(String(body)).error.code;
  } catch {
    return null;
  }
}

function unlike(wanted: Parts, seen: Parts): Unlike | null {
  if (JSON.stringify(wanted) === JSON.stringify(seen)) return null;
  const [recorded, played] = [linesOf(wanted, false), linesOf(seen, false)];
  // What differs in no line differs in how it is written.
  if (recorded.join('\n') !== played.join('\n')) return { recorded, played };
  return { recorded: linesOf(wanted, true), played: linesOf(seen, true) };
}

function linesOf({ status, headers, body, ...others }: Parts, isRaw: boolean): string[] {
  const heads = Object.entries(Object(headers)).map(([name, value]) => `${name}: ${value}`);
  const more = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : textOf(value, isRaw, `${name}: `),
  );
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...heads,
    ...more,
    ...(body === undefined || body === null ? [] : textOf(body, isRaw)),
  ];
}

function textOf(value: unknown, isRaw: boolean, before = ''): string[] {
  if (isRaw) return `${before}${typeof value === 'string' ? value : JSON.stringify(value)}`.split('\n');
  return `${before}${typeof value === 'string' ? prettyOf(value) : JSON.stringify(value, null, 2)}`.split('\n');
}

function prettyOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
