import { jsonIn } from '../../shared/json-in.ts';
import { STAND_IN } from '../record/redact.ts';
import type { EntryOf, SessionHead } from '../record/session.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { Outcome } from './play-exchange.ts';

/** The first place where a replay differs from the recording. */
export type Difference = {
  line: number;
  /** The exchange that it belongs to; null for a delivery. */
  exchange: number | null;
  what: string;
  recorded: string[];
  played: string[];
};

/** Thrown when a replay cannot continue. */
export class Divergence extends Error {
  override readonly name = 'Divergence';
  readonly difference: Difference;

  constructor(line: number, exchange: number | null, what: string, { recorded, played }: Unlike = NO_LINES) {
    super(what);
    this.difference = { line, exchange, what, recorded, played };
  }
}

/** Two texts that differ, as lines to show side by side. */
type Unlike = Pick<Difference, 'recorded' | 'played'>;
const NO_LINES: Unlike = { recorded: [], played: [] };

type Parts = Record<string, unknown>;

/** How an outcome differs from the recorded one; null if they are the same. */
export function compareOutcome(
  { redacted, pace }: SessionHead,
  { do: _, n: __, ...recorded }: EntryOf<'answer'> | EntryOf<'result'>,
  { do: ___, ...played }: Outcome,
): Unlike | null {
  const [wanted, seen]: [Parts, Parts] = [recorded, played];
  if (redacted) return unlike(redactedParts(wanted), redactedParts(seen));
  // At the pace `free`, only what the file states is compared.
  const stated = Object.keys(wanted).filter((name) => pace === 'recorded' || wanted[name] !== undefined);
  const given = (parts: Parts) => Object.fromEntries(stated.map((name) => [name, parts[name]]));
  return unlike(given(wanted), given(seen));
}

export function compareDelivery(recorded: EntryOf<'send'>, played: DeliveryRequest): Unlike | null {
  const parts = ({ url, headers, body }: Pick<DeliveryRequest, 'url' | 'headers' | 'body'>) => ({ url, headers, body });
  return unlike(parts(recorded), parts(played));
}

/** In a redacted file, only the status and the code of a refusal are compared. */
function redactedParts(parts: Parts): Parts {
  if ('value' in parts || 'error' in parts || !('status' in parts)) return { refused: 'error' in parts };
  return { status: parts['status'], code: Object(jsonIn(String(parts['body']))).error?.code ?? null };
}

function unlike(wanted: Parts, seen: Parts): Unlike | null {
  if (JSON.stringify(wanted) === JSON.stringify(seen)) return null;
  const [recorded, played] = [linesOf(wanted, false), linesOf(seen, false)];
  // If no line differs, shows the raw values: only their formatting differs.
  if (recorded.join('\n') !== played.join('\n')) return { recorded, played };
  return { recorded: linesOf(wanted, true), played: linesOf(seen, true) };
}

function linesOf({ status, headers, body, ...others }: Parts, isRaw: boolean): string[] {
  const textOf = (value: unknown) => {
    if (typeof value !== 'string') return JSON.stringify(value, null, isRaw ? 0 : 2);
    return isRaw ? value : JSON.stringify(jsonIn(value) ?? null, null, 2).replace(/^null$/, () => value);
  };
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...Object.entries(Object(headers)).map(([name, value]) => `${name}: ${value}`),
    ...Object.entries(others).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}: ${textOf(value)}`.split('\n'),
    ),
    ...(body === undefined || body === null ? [] : textOf(body).split('\n')),
  ];
}

/**
 * Translates a redacted recording. The emulator generates its own values, such as keys, again, but the file contains
 * stand-ins for them; and the tags of answers with other pictures differ. The answers show what each stand-in is for.
 */
export type Learned = {
  /** Learns from an answer and its counterpart in the file. */
  learn(recorded: unknown, played: unknown): void;
  /** Translates a text of the file to the values of the emulator. */
  tell(text: string): string;
};

/** Fields that clients send back. */
const GIVEN_BACK: ReadonlySet<string> = new Set(['etag', 'next_cursor']);

export function createLearned(): Learned {
  const known = new Map<string, string>();
  const learnText = (recorded: string, played: string, name: string) => {
    const isWhole = STAND_IN.exec(recorded)?.[0] === recorded || GIVEN_BACK.has(name.toLowerCase());
    // Without the quotes of a tag, because they are escaped in a line.
    if (isWhole && recorded !== played) known.set(recorded.replaceAll('"', ''), played.replaceAll('"', ''));
    else if (/^\s*[[{]/.test(recorded)) learn(jsonIn(recorded), jsonIn(played));
  };
  const learn = (recorded: unknown, played: unknown, name = ''): void => {
    if (typeof recorded === 'string' && typeof played === 'string') learnText(recorded, played, name);
    else if (isObject(recorded) && isObject(played))
      for (const [inner, one] of Object.entries(recorded)) learn(one, played[inner], inner);
  };
  const tell = (text: string) => {
    let translated = text;
    for (const [recorded, played] of known)
      if (translated.includes(recorded)) translated = translated.replaceAll(recorded, played);
    return translated;
  };
  return { learn, tell };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
