import { MISTAKES, ruleOfQuery, UPLOAD_MISTAKES } from '../../shared/sessions/mistakes.ts';
import type { Body, Reference, ServiceDeed } from '../../shared/sessions/operation.ts';
import { type Books, secretOf } from './books.ts';
import { pictureBytes } from './machine/pictures.ts';
import type { Of, Operation } from './operation.ts';

/** A request to send. `id` is the item that its path names. */
export type Asked = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  id: string | null;
};

export type ServiceOperation = { nth: number } & ServiceDeed;

const SERVICE = ['upload', 'upload badly', 'submit', 'read', 'delete', 'cancel', 'list', 'next page', 'balance'];

export function isService(operation: Operation): operation is ServiceOperation {
  return SERVICE.includes(operation.does) || operation.does === 'usage' || operation.does === 'odd';
}

export const PATHS = {
  'skin.analyze': '/v1/skin/analyses',
  'makeup.apply': '/v1/makeup/try-ons',
  'hair.try_on': '/v1/hair/try-ons',
} as const;

/** The request for an operation, based on what is known when it is sent. */
export function requestOf(operation: ServiceOperation, books: Books): Asked {
  const secret = secretOf(operation.key);
  const key: Record<string, string> = secret === null ? {} : { 'X-API-Key': secret };
  const get = (path: string, headers: Record<string, string> = {}, id: string | null = null): Asked => ({
    ...{ method: 'GET', path, id, body: null },
    headers: { ...key, ...headers },
  });
  switch (operation.does) {
    case 'upload': {
      const headers = { ...key, 'Content-Type': 'image/png' };
      return { method: 'POST', path: '/v1/assets', headers, body: pictureBytes(Number(operation.picture)), id: null };
    }
    case 'upload badly':
      return { method: 'POST', path: '/v1/assets', ...badUpload(operation, key), id: null };
    case 'submit':
      return submission(operation, books, key);
    case 'read':
      return read(operation, books, get);
    case 'delete': {
      const { id, path } = thingOf(operation.thing, operation.of, books);
      return { ...get(path, {}, id), method: 'DELETE' };
    }
    case 'cancel': {
      const { id, path } = thingOf('job', operation.of, books);
      return { ...get(`${path}/cancel`, {}, id), method: 'POST' };
    }
    case 'list':
    case 'next page':
      return get(`/v1/${operation.thing}${queryText(operation, books)}`);
    case 'balance':
      return get('/v1/credits/balance');
    case 'usage':
      return get('/v1/usage');
    case 'odd':
      return odd(operation.request, get);
  }
}

export function idOf(reference: Reference, books: Books): string | null {
  return reference === 'unknown' ? null : (books.made.get(reference) ?? null);
}

/** The path of an item; uses an unknown id if it was not created. */
function thingOf(thing: string, of: Reference, books: Books): { id: string; path: string } {
  const made = idOf(of, books);
  if (thing === 'job') {
    const id = made?.startsWith('job_') ? made : 'job_nobody0made0it';
    return { id, path: `/v1/jobs/${id}` };
  }
  const result = books.jobs.get(made ?? '')?.results.at(-1);
  const wanted = thing === 'asset' ? made : result;
  const id = wanted?.startsWith('asset_') ? wanted : 'asset_nobody0made0it';
  return { id, path: `/v1/assets/${id}${thing === 'picture' ? '/content' : ''}` };
}

type Get = (path: string, headers?: Record<string, string>, id?: string | null) => Asked;

function read({ thing, of, tag }: Of<'read'>, books: Books, get: Get): Asked {
  const { id, path } = thingOf(thing, of, books);
  if (tag === undefined || thing !== 'job') return get(path, {}, id);
  const last = books.jobs.get(id)?.last?.etag;
  return get(path, { 'If-None-Match': typeof tag === 'number' && last !== undefined ? last : '"another"' }, id);
}

function badUpload({ mistake }: Of<'upload badly'>, key: Record<string, string>): Pick<Asked, 'headers' | 'body'> {
  const { type = 'text/plain', body = '' } = UPLOAD_MISTAKES[mistake] ?? {};
  return { headers: { ...key, 'Content-Type': type }, body: bytesOf(body) };
}

function bytesOf(body: unknown): string | Uint8Array {
  if (typeof body === 'string') return body;
  const { text, truncate, fixture } = body as { text?: string; truncate?: number; fixture?: string };
  if (text !== undefined) return text;
  if (fixture === undefined) return Buffer.alloc(2000);
  return fixture.endsWith('.png') ? pictureBytes(0).subarray(0, truncate ?? 100) : Buffer.from('a JPEG, as it were');
}

function submission(operation: Of<'submit'>, books: Books, key: Record<string, string>): Asked {
  const { product, of, body, claim, mistake, respell } = operation;
  const { id } = thingOf('asset', of, books);
  const good = { inputs: [{ asset_id: id, role: 'source' }], ...written(body) };
  const wrong = mistake === undefined ? undefined : MISTAKES[mistake];
  const json = wrong?.json?.(good) ?? good;
  const text = wrong?.text?.(JSON.stringify(good)) ?? spelled(json, respell);
  const headers = { ...key, 'Content-Type': 'application/json', 'Idempotency-Key': `claim-${claim}` };
  return { method: 'POST', path: PATHS[product], headers, body: text, id };
}

const COLORS = ['#a1304a', '#CAA184'];

function written(body: Body): object {
  const layer = <Layer extends { color: number }>(one: Layer) => ({ ...one, color: COLORS[one.color] });
  if ('products' in body) return { products: body.products.map(layer) };
  if (!('color_gradient' in body)) return body;
  const { dark, light } = body.color_gradient;
  return { color_gradient: { dark: layer(dark), light: layer(light) } };
}

function spelled(json: unknown, respell: Of<'submit'>['respell']): string {
  if (respell === 'whitespace') return ` ${JSON.stringify(json, null, 3)}\n`;
  if (respell === 'escapes') return JSON.stringify(json).replace(/e/g, '\\u0065');
  if (respell === undefined) return JSON.stringify(json);
  return JSON.stringify(Object.fromEntries(Object.entries(json as object).reverse()));
}

function queryText(operation: Of<'list'> | Of<'next page'>, books: Books): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(operation.query))
    for (const one of Array.isArray(value) ? value : [value]) words.append(name, String(one));
  if (operation.job !== undefined) words.append('job_id', thingOf('job', operation.job, books).id);
  if (operation.does === 'next page') words.append('cursor', books.cursors.get(operation.of)?.text ?? 'never-given');
  const text = words.toString();
  return text === '' ? '' : `?${text}`;
}

/** The parameters that a cursor depends on: all except the limit. */
export function filtersOf({ thing, query, job }: Of<'list'> | Of<'next page'>): string {
  const { limit: _, ...filters } = query;
  return JSON.stringify([thing, Object.entries(filters).toSorted(), job ?? null]);
}

export function isMistakenList({ query }: Of<'list'> | Of<'next page'>): boolean {
  return ruleOfQuery(query) !== null;
}

function odd(request: string, get: Get): Asked {
  if (request === 'wrong method') return { ...get('/v1/usage'), method: 'POST' };
  if (request === 'HEAD') return { ...get('/v1/usage'), method: 'HEAD' };
  if (request === 'id that is odd') return get('/v1/jobs/%00%2F..');
  if (request === 'key in the query') return { ...get('/v1/usage?api_key=pk_live_primary'), headers: {} };
  return get('/v1/nothing/here');
}
