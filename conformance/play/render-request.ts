import { parseDuration, parseSize } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { pathProblem } from '../effects/http/address.ts';
import type { OutgoingRequest } from '../effects/http/exchange.ts';
import { CannotDo } from '../effects/untestable.ts';
import type { Facts } from '../plan/facts.ts';
import { asParameter } from '../suite/expression/percent-encoding.ts';
import { render, type Template } from '../suite/expression/template.ts';
import type { Respelling } from '../suite/scenario/check-request.ts';
import type { RequestTemplate } from '../suite/scenario/scenario.ts';
import type { Frame, RenderedRequest } from './frame.ts';
import { pictureNamed } from './picture-named.ts';
import { spellJson } from './spell-json.ts';

export function renderRequest(request: RequestTemplate, { scope, play }: Frame): RenderedRequest {
  const of = (template: Template | null, fallback: unknown) => (template === null ? fallback : render(template, scope));
  const line = String(render(request.line, scope));
  const space = line.indexOf(' ');
  const json = of(request.json, undefined);
  const isRespelled = isMap(json) && 'respell' in json && 'of' in json;
  return {
    method: space === -1 ? 'GET' : line.slice(0, space),
    path: line.slice(space + 1).trim(),
    query: of(request.query, {}) as Record<string, unknown>,
    key: String(of(request.key, 'primary')),
    headers: of(request.headers, {}) as Record<string, unknown>,
    ...(json !== undefined && { json: isRespelled ? json['of'] : json }),
    respell: isRespelled ? (json['respell'] as Respelling[]) : [],
    ...(request.body !== null && { body: render(request.body, scope) }),
    timeout: parseDuration(of(request.timeout, play.facts.target.timeouts.answer) as string | number) ?? 10_000,
    retry: of(request.retry, true) !== false,
    unpaid: of(request.unpaid, false) === true,
  };
}

/** Changes the values at places such as `headers.Idempotency-Key` or `json.concerns[0]`. Copies what contains them. */
export function changeRequest(request: RenderedRequest, changes: ReadonlyMap<string, unknown>): RenderedRequest {
  let changed: unknown = request;
  for (const [place, value] of changes) changed = withPart(changed, place.split(/\.|\[(\d+)\]/).filter(Boolean), value);
  return changed as RenderedRequest;
}

function withPart(target: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const isList = Array.isArray(target);
  const copy = (isList ? [...target] : isMap(target) ? { ...target } : {}) as Record<string, unknown>;
  if (rest.length > 0) copy[name] = withPart(copy[name], rest, value);
  else if (value === null && isList) return target.filter((_, index) => index !== Number(name));
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

/** Returns the request to send. Refuses a path from an answer if it leads to another server. */
export function outgoing(request: RenderedRequest, facts: Facts): OutgoingRequest {
  const url = withQuery(request.path, request.query);
  const problem = pathProblem(url, facts.target.base_url);
  if (problem !== null) throw new CannotDo('elsewhere', problem);
  const { body, type } = bodyOf(request, facts);
  const headers: Record<string, string> = {};
  const key = request.key === 'none' ? null : secretOf(request.key, facts.keys);
  if (key !== null) headers['X-API-Key'] = key;
  if (type !== null) headers['Content-Type'] = type;
  for (const [name, value] of Object.entries(request.headers)) setHeader(headers, name, value);
  return { method: request.method, url, headers, body, timeout: request.timeout };
}

function setHeader(headers: Record<string, string>, name: string, value: unknown): void {
  const there = Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase());
  if (there !== undefined) delete headers[there];
  if (value !== null && value !== undefined) headers[name] = String(value);
}

export function secretOf(role: string, keys: Facts['keys']): string {
  const key = keys[role as keyof typeof keys];
  if (key === undefined) throw new CannotDo('needs-key', `no key of the role ${role} is given`);
  return key.secret;
}

function withQuery(path: string, query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${asParameter(name)}=${asParameter(String(one))}`),
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

type Body = { body: Uint8Array | string | null; type: string | null };

function bodyOf(request: RenderedRequest, facts: Facts): Body {
  if (request.json !== undefined) return { body: spellJson(request.json, request.respell), type: 'application/json' };
  const { body } = request;
  if (body === undefined || body === null) return { body: null, type: null };
  if (!isMap(body)) return { body: String(body), type: null };
  if ('fixture' in body) return fixtureBody(body, facts);
  const type = body['type'] === undefined ? null : String(body['type']);
  if ('base64' in body) return { body: Buffer.from(String(body['base64']), 'base64'), type };
  if ('zeros' in body) return { body: Buffer.alloc(parseSize(body['zeros'] as string | number) ?? 0), type: null };
  const text = String(body['text'] ?? '');
  if (body['spaces'] === undefined) return { body: text, type };
  const spaces = parseSize(body['spaces'] as string | number) ?? 0;
  const bytes = Buffer.alloc(spaces + Buffer.byteLength(text), ' ');
  bytes.write(text, spaces);
  return { body: bytes, type: null };
}

function fixtureBody(body: Record<string, unknown>, facts: Facts): Body {
  const { bytes, media_type } = pictureNamed(String(body['fixture']), facts);
  const cut = body['truncate'] === undefined ? bytes : bytes.subarray(0, Number(body['truncate']));
  if (body['prepend'] === undefined && body['append'] === undefined) return { body: cut, type: media_type };
  const [before, after] = [String(body['prepend'] ?? ''), String(body['append'] ?? '')];
  // Written in place: what is added may have dozens of megabytes.
  const whole = Buffer.allocUnsafe(Buffer.byteLength(before) + cut.byteLength + Buffer.byteLength(after));
  const start = whole.write(before);
  whole.set(cut, start);
  whole.write(after, start + cut.byteLength);
  return { body: whole, type: media_type };
}
