import { isMap } from '../../shared/is-map.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';
import type { Seen, SeenDelivery } from './seen.ts';

/** The forms of the answers and deliveries of a run: ids, instants and signatures are reduced to their spelling. */
export function formsIn({ exchanges, deliveries }: Pick<Seen, 'exchanges' | 'deliveries'>): ReadonlySet<string> {
  return new Set([...exchanges.map(({ exchange }) => answerForm(exchange)), ...deliveries.map(deliveryForm)]);
}

export function answerForm({ route, status, responseHeaders, responseBody }: Exchange): string {
  return JSON.stringify([route, status, headerForms(responseHeaders), bodyForm(responseBody)]);
}

function deliveryForm({ type, attempt, headers, body, secret }: SeenDelivery): string {
  return JSON.stringify([type, attempt, headerForms(headers), bodyForm(body), secret]);
}

function headerForms(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${spelling(value)}`);
}

function bodyForm(body: string | null): [string, number[]] {
  return [spelling(body ?? ''), expiriesIn(body ?? '')];
}

const PORT = /(:\/\/[^/:]+):\d+/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/g;
const SIGNED_AT = /\bt=\d+/g;
const SIGNATURE = /\b[0-9a-f]{64}\b|\b[0-9A-F]{64}\b/g;
const ID = /\b((?:asset|job|evt|req)_)([^"\\\s]*?)(?=\/content|["\s/]|$)/g;

function spelling(text: string): string {
  return text
    .replace(PORT, '$1:0')
    .replace(INSTANT, (instant) => instant.replace(/\d/g, '0'))
    .replace(SIGNED_AT, 't=0')
    .replace(SIGNATURE, (hex) => (/[A-F]/.test(hex) ? 'HEX' : 'hex'))
    .replace(ID, (_, kind: string, rest: string) => `${kind}${idSpelling(rest)}`);
}

/** Digits and lower-case letters vary between ids, and numbers can have different lengths. */
function idSpelling(text: string): string {
  return /^\d+$/.test(text) ? 'number' : text.replace(/[a-z0-9]/g, 'a').replace(/[A-Z]/g, 'A');
}

const MINUTE = 60_000;

/** In minutes, from the creation or the end of the object. */
function expiriesIn(body: string): number[] {
  if (!body.includes('"expires_at"')) return [];
  const spans: number[] = [];
  try {
    JSON.parse(body, (_, value: unknown) => {
      const span = isMap(value) ? spanOf(value) : Number.NaN;
      if (!Number.isNaN(span)) spans.push(Math.round(span / MINUTE));
      return value;
    });
  } catch {
    // A body that was cut off has no known form.
  }
  return spans;
}

function spanOf({ expires_at, completed_at, created_at }: Readonly<Record<string, unknown>>): number {
  return Date.parse(String(expires_at)) - Date.parse(String(completed_at ?? created_at));
}
