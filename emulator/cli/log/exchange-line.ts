import { comparedParts } from '../../../shared/report/compared-text.ts';
import { type Line, type Span, spaced, type Tone } from '../../../shared/report/lines.ts';
import type { Because } from '../../domain/errors.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import type { Exchange } from '../../domain/test-control/exchange.ts';

/** What a line tells of an exchange. */
export type ShownExchange = {
  at: string;
  /** Null where only one world is meant. */
  world: string | null;
  exchange: Pick<Exchange, 'method' | 'path' | 'query' | 'status' | 'responseBody' | 'because' | 'fault'>;
  /** Real milliseconds; null where they are not known. */
  took: number | null;
  /** What the client did wrong. */
  wrong: readonly { rule: string; did: string }[];
};

const METHOD_WIDTH = 7;
const LONGEST_PATH = 300;
const LONGEST_REASON = 200;

/** One line of an exchange. Clients decide what stands in most of it: it stays short. */
export function exchangeLine({ at, world, exchange, took, wrong }: ShownExchange): Line {
  const { method, path, query, status, fault, because } = exchange;
  const code = codeOf(exchange);
  const spans = beginning(at, status, method);
  spans.push(['plain', shortened(query === '' ? path : `${path}?${query}`, LONGEST_PATH)]);
  if (took !== null) spans.push(['dim', `${took} ms`]);
  pushWorld(spans, world);
  if (code !== null) spans.push(['plain', shortened(code, LONGEST_REASON)]);
  if (because !== null) pushReason(spans, because);
  // Where the fault itself is the reason, it is told of already.
  if (fault !== null && because?.compared['fault'] !== fault) spans.push(['warn', `fault ${fault}`]);
  for (const { rule, did } of wrong) spans.push(['warn', shortened(`! ${rule}: ${did}`, LONGEST_REASON)]);
  return spaced(spans);
}

/** How every line begins; where there is no status, with dashes. */
export function beginning(at: string, status: number | null, what: string): Span[] {
  const answer: Span = status === null ? ['bad', '---'] : [toneOf(status), String(status)];
  return [['dim', at], answer, ['plain', shortened(what, LONGEST_REASON).padEnd(METHOD_WIDTH)]];
}

/** The default world needs no name: all others have one. */
export function pushWorld(spans: Span[], world: string | null): void {
  if (world !== null && world !== DEFAULT_WORLD) spans.push(['info', `world ${world}`]);
}

export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function toneOf(status: number): Tone {
  if (status < 300) return 'good';
  if (status < 400) return 'info';
  return status < 500 ? 'warn' : 'bad';
}

/** The rule behind a refusal, and what was compared, which the answer does not tell. */
function pushReason(spans: Span[], { rule, section, compared }: Because): void {
  spans.push(['plain', section === '-' ? rule : `${rule} (spec ${section})`]);
  const parts = comparedParts(compared);
  if (parts.length > 0) spans.push(['dim', shortened(parts.join(', '), LONGEST_REASON)]);
}

/** The error code of a refusal. */
export function codeOf({ responseBody, because }: Pick<Exchange, 'responseBody' | 'because'>): string | null {
  if (because === null || responseBody === null) return null;
  try {
    const { error } = JSON.parse(responseBody) as { error?: { code?: unknown } };
    return typeof error?.code === 'string' ? error.code : null;
  } catch {
    return null;
  }
}
