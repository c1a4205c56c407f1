import { isMap } from '../../../shared/is-map.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../../effects/http/view.ts';
import { dataName, STRUCTURE, structureOf } from './structure.ts';
import { boundsOf, decimalsOf, formOf, languageOf, type Value, withoutIds } from './value.ts';

/** All plain features of one answer, by name. Answers of the same `kind` share most of their features. */
export type Features = { kind: string; features: ReadonlyMap<string, Value>; raw: Raw };

/** The answer itself, and the parts of its request that decide it. */
export type Raw = {
  method: string;
  path: string;
  parameters: readonly string[];
  named: string | null;
  status: number | null;
  headers: Readonly<Record<string, string>>;
  body: unknown;
};

/** `base`: the address of the server; `named`: the field or parameter that is wrong in the request. */
export type Reading = { base: string; named?: string | undefined };

type Found = Map<string, Value>;

export function featuresOf(exchange: Exchange, { base, named }: Reading): Features {
  const view = viewOf(exchange);
  const found: Found = new Map();
  found.set('status', view.status ?? `no answer (${view.silence})`);
  const raw = rawOf(view, named ?? null);
  if (view.status === null) return { kind: 'silence', features: found, raw };
  for (const [name, value] of Object.entries(view.header))
    if (!IGNORED.has(name)) found.set(`header ${name}`, headerForm(name, value, base));
  const shape = shapeOf(view);
  if (view.body === undefined) found.set('body', bodyForm(view));
  else {
    read(view.body, '', found, shape);
    found.set('spacing of JSON', /^\s*[[{]\s*\n/.test(view.text ?? '') ? 'indented' : 'compact');
  }
  if (shape === 'other') readStructure(view, found);
  if (shape === 'error') readError(view, found, named);
  if (shape === 'Asset') readAsset(view, exchange, found);
  return { kind: shape === 'error' ? `error ${view.status}` : `${routeOf(view)} ${shape}`, features: found, raw };
}

function rawOf({ request, status, header, body }: ExchangeView, named: string | null): Raw {
  const [path = '', query = ''] = request.url.replace(/#.*$/s, '').split('?');
  const parameters = [...new URLSearchParams(query).keys()];
  return { method: request.method, path, parameters, named, status, headers: header, body };
}

/** These headers differ in each answer, or describe the connection or the software. */
const IGNORED = new Set(['date', 'keep-alive', 'age', 'server', 'x-powered-by', 'via', 'emulator-now']);

function headerForm(name: string, value: string, base: string): Value {
  if (name === 'content-length') return 'a length';
  if (name === 'etag') return /^W\//.test(value) ? 'weak' : 'strong';
  if (/^\d+$/.test(value)) return figureOf(Number(value));
  const local = value.replaceAll(base, '{base_url}');
  if (name === 'location') return withoutIds(local);
  return /\d{4,}|[0-9a-zA-Z_-]{20,}/.test(withoutIds(local)) ? '…' : withoutIds(local);
}

/** A long wait until a fixed instant is different each time. */
function figureOf(seconds: number): Value {
  return seconds > 600 && seconds % 60 !== 0 ? `about ${Math.round(seconds / 3_600)} hours` : seconds;
}

function bodyForm({ text, size, image }: ExchangeView): string {
  if (image !== null) return image.decodable ? `${image.media_type} ${image.width}x${image.height}` : image.media_type;
  if (size === 0 || text === '') return 'none';
  return text === null ? 'bytes' : /^\s*</.test(text) ? 'markup' : 'text';
}

/** What an answer describes, as far as its body shows it. */
function shapeOf({ body, status }: ExchangeView): string {
  if (status !== null && status >= 400) return 'error';
  if (!isMap(body)) return Array.isArray(body) ? 'list' : 'other';
  if ('operation' in body && 'inputs' in body) return 'Job';
  if ('media_type' in body && 'purpose' in body) return 'Asset';
  return 'available_units' in body ? 'balance' : 'other';
}

function routeOf({ request }: ExchangeView): string {
  const path = request.url.replace(/[?#].*$/s, '').replace(/^(\/v1\/(?:jobs|assets))\/[^/]+/, '$1/{id}');
  return `${request.method} ${path}`;
}

/** For counts and sums that depend on earlier requests of the account, only the type is kept. */
function read(value: unknown, path: string, found: Found, shape: string): void {
  if (Array.isArray(value)) {
    readList(value, path, found, shape);
    return;
  }
  if (isMap(value)) {
    if (path !== '') found.set(path, 'object');
    // The days and operations that occur are not part of the shape.
    if (shape === 'other' && Object.keys(value).every((name) => dataName(name) !== '')) return;
    for (const [name, member] of Object.entries(value))
      read(member, joined(path, memberName(name, path)), found, shape);
    return;
  }
  const form = scalarForm(value, path, shape);
  const known = found.get(path);
  // Members with masked names share one place.
  found.set(path, known === undefined || known === form ? form : [known, form].map(String).toSorted().join(' or '));
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Distinguishes the status of a job from that of its answer. */
function memberName(name: string, path: string): string {
  return path === '' && name === 'status' ? 'status of job' : keyForm(name);
}

/** Masks the name of a member that is a day or an id. */
function keyForm(name: string): string {
  const form = formOf(name);
  return form === 'text' ? '…' : form;
}

const EXACT = new Set(['Job', 'Asset', 'error']);

function scalarForm(value: unknown, path: string, shape: string): Value {
  if (value === null || typeof value === 'boolean') return value === null ? 'null' : value;
  // Texts that identify a request or describe a mistake are different each time.
  if (typeof value === 'string') return /request_id$|^error\.details\./.test(path) ? 'text' : formOf(value);
  if (typeof value !== 'number') return 'other';
  const isOwn = /size_bytes|score/.test(path) || !EXACT.has(shape);
  return isOwn ? (Number.isInteger(value) ? 'integer' : 'number') : value;
}

const MOST_ITEMS = 60;

/** The items of a list share their features. In some shapes, the order of named items and their number also count. */
function readList(items: readonly unknown[], path: string, found: Found, shape: string): void {
  if (EXACT.has(shape)) found.set(`${path} count`, items.length);
  else found.set(path, items.length === 0 ? 'empty list' : 'list');
  const names = items.map((item) => (isMap(item) ? (item['concern'] ?? item['role']) : undefined));
  if (shape === 'Job' && names.length > 1 && names.every((name) => typeof name === 'string'))
    found.set(`${path} order`, names.join(' '));
  const all = items.slice(0, MOST_ITEMS).map((item): Found => {
    const own: Found = new Map();
    read(item, `${path}[]`, own, shape);
    return own;
  });
  for (const place of new Set(all.flatMap((own) => [...own.keys()]))) {
    const forms = new Set(all.map((own) => own.get(place) ?? 'absent in some'));
    found.set(place, forms.size === 1 ? ([...forms][0] ?? null) : [...forms].map(String).toSorted().join(' or '));
  }
  readScores(items, path, found);
}

function readScores(items: readonly unknown[], path: string, found: Found): void {
  const scores = items.flatMap((item) => (isMap(item) && typeof item['score'] === 'number' ? [item['score']] : []));
  if (scores.length === 0) return;
  found.set(`${path}[].score`, 'number');
  found.set(`${path}[].score decimals`, decimalsOf(scores));
  if (scores.length >= ENOUGH_SCORES) found.set(`${path}[].score range`, JSON.stringify(boundsOf(scores)));
  if (scores.length < items.length) found.set(`${path}[].score missing`, items.length - scores.length);
}

/** With fewer scores, all of them may be far below the bound. */
const ENOUGH_SCORES = 4;

/** Describes the structure of a body for which the specification does not define one, without the names in it. */
function readStructure({ body }: ExchangeView, found: Found): void {
  const structure = structureOf(body);
  if (structure !== '') found.set(STRUCTURE, structure);
}

function readError({ body }: ExchangeView, found: Found, named: string | undefined): void {
  const error = isMap(body) && isMap(body['error']) ? body['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : null;
  if (message === null) return;
  found.set('language of message', languageOf(message));
  if (named !== undefined) found.set('message names the place', message.includes(named));
}

/** Compares the size of an uploaded asset with what was sent, and notes how long it is kept. */
function readAsset({ body }: ExchangeView, { request }: Exchange, found: Found): void {
  if (!isMap(body)) return;
  const sent = request.body.kind === 'bytes' ? request.body : null;
  if (sent !== null) found.set('size_bytes', body['size_bytes'] === sent.size ? 'as sent' : 'other than sent');
  const kept = Date.parse(String(body['expires_at'])) - Date.parse(String(body['created_at']));
  if (Number.isFinite(kept) && body['purpose'] === 'input') found.set('expires_at - created_at (ms)', kept);
}
