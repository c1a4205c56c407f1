import { counted } from '../../../shared/counted.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import { durationText } from '../../../shared/report/lines.ts';
import type { BodyRecord, Exchange, ReceivedHook } from '../../effects/http/exchange.ts';
import type { TapeEntry } from '../../effects/tape.ts';

/** An entry of a tape as text: the request with its body, the outcome, and the answer. */
export type EntryText = { asked: string; sent: string | null; outcome: string | null; got: string | null };

export function entryText(entry: TapeEntry, baseUrl: string): EntryText {
  switch (entry.kind) {
    case 'exchange':
      return exchangeText(entry.exchange, baseUrl);
    case 'drive':
      return driveText(entry);
    case 'hooks':
      return {
        asked: `deliveries to ${entry.hook}, until ${instantText(entry.observed_until)}`,
        sent: null,
        outcome: `${counted(entry.received.length, 'delivery', 'deliveries')} received`,
        got: entry.received.map(hookText).join('\n\n') || null,
      };
    case 'stopped':
      return { asked: 'go on', sent: null, outcome: `stopped: ${entry.detail}`, got: null };
    case 'now':
      return { asked: 'read the clock', sent: null, outcome: instantText(entry.at), got: null };
    case 'waited':
      return {
        asked: `wait ${durationText(entry.milliseconds)}`,
        sent: null,
        outcome: entry.outcome === 'done' ? 'done' : 'more than there is time for',
        got: null,
      };
  }
}

function driveText({ call, input, outcome }: Extract<TapeEntry, { kind: 'drive' }>): EntryText {
  const refused = 'refused' in outcome;
  return {
    asked: `drive ${call}`,
    sent: json(input),
    outcome: refused ? `refused: ${outcome.refused}` : 'done',
    got: refused ? null : json(outcome.output),
  };
}

function exchangeText(exchange: Exchange, baseUrl: string): EntryText {
  const { request, answer, took } = exchange;
  return {
    asked: `${request.method} ${shortUrl(request.url, baseUrl)}`,
    sent: bodyText(request.body),
    outcome: answer === null ? silenceText(exchange) : `${answer.status} after ${durationText(took)}`,
    got: answer === null ? null : bodyText(answer.body),
  };
}

function silenceText({ silence, detail, took }: Exchange): string {
  const why = detail === null ? '' : ` (${detail})`;
  return `no answer: ${silence ?? 'unknown'}${why} after ${durationText(took)}`;
}

/** A URL without the base URL of the target. A URL of another origin is shown in full. */
export function shortUrl(url: string, baseUrl: string): string {
  const base = baseUrl.replace(/\/$/, '');
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** A body as text: JSON is indented, and bytes are described. */
export function bodyText(body: BodyRecord): string | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'text') return body.text === '' ? null : prettyJson(body.text);
  const { size, sha256, image, fixture } = body;
  const facts = [
    fixture === undefined ? null : `fixture ${fixture}`,
    image === null ? 'bytes' : `${image.media_type} of ${image.width} x ${image.height}`,
    image?.decodable === false ? 'cannot be decoded' : null,
    `${size} bytes`,
    `sha256 ${sha256.slice(0, 12)}…`,
  ];
  return `(${facts.filter((fact) => fact !== null).join(', ')})`;
}

/** The text, indented if it is JSON. */
export function prettyJson(text: string): string {
  return JSON.stringify(jsonIn(text), null, 2) ?? text;
}

/** JSON on one line with spaces: `{ "id": "job_1", "status": "queued" }`. */
export function oneLine(text: string): string {
  return text.replace(/\n\s*/g, ' ');
}

/** Truncates a text that is too long to read. The JSON report has all of it. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}\n… ${text.length - length} more characters`;
}

/** A value as text; undefined means that it is missing. */
export function valueLine(value: unknown): string {
  return value === undefined ? 'nothing' : oneLine(JSON.stringify(value, null, 1) ?? String(value));
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value, null, 2);
}

function hookText({ method, path, headers, raw, at, reply }: ReceivedHook): string {
  const head = headers.map(([name, value]) => `${name}: ${value}`);
  const body = 'text' in raw ? prettyJson(raw.text) : `(bytes in base64) ${raw.base64}`;
  return [`${method} ${path} at ${instantText(at)}, answered ${reply}`, ...head, body].join('\n');
}

/** An instant as text. A target's clock may have a time that Date cannot represent. */
export function instantText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
