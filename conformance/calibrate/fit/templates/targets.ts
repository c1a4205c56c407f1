import { isMap } from '../../../../shared/is-map.ts';
import type { Features, Raw } from '../../facts/features.ts';
import { type Flat, flatten, renamesIn } from './flatten.ts';
import { isPlainHeader, withReferences } from './plain.ts';

/**
 * What an answer has in one place on the server and on the emulator: a value for each item, or none if the place is
 * absent.
 */
export type Sides = { server: readonly unknown[]; twin: readonly unknown[] };

/** The same answer of both, or the same resource in it, with each place that a template could change, by name. */
export type Pair = {
  label: string;
  server: Raw;
  twin: Raw;
  of: 'answer' | 'job' | 'asset';
  targets: Map<string, Sides>;
};

/** The pairs of an answer that a template may change. */
export function pairsOf(label: string, server: Features, twin: Features): Pair[] {
  const [own, other] = [server.raw, twin.raw];
  if (own.status === null || other.status === null) return [];
  const resource = resourceIn(own.body, other.body);
  const both = { label, server: own, twin: other };
  const answer: Pair = { ...both, of: 'answer', targets: targetsOf(own, other, resource !== null) };
  if (resource === null) return [answer];
  return [answer, { ...both, of: resource, targets: membersOf(own.body, other.body) }];
}

function resourceIn(...bodies: readonly unknown[]): Pair['of'] | null {
  if (bodies.every((body) => isMap(body) && 'operation' in body && 'inputs' in body)) return 'job';
  return bodies.every((body) => isMap(body) && 'purpose' in body && 'media_type' in body) ? 'asset' : null;
}

function targetsOf(server: Raw, twin: Raw, isResource: boolean): Map<string, Sides> {
  const found = new Map<string, Sides>();
  if (server.status !== twin.status) found.set('status', { server: [server.status], twin: [twin.status] });
  for (const name of new Set([...Object.keys(server.headers), ...Object.keys(twin.headers)])) {
    if (!isPlainHeader(name)) continue;
    const of = ({ headers }: Raw) => (headers[name] === undefined ? [] : [headers[name]]);
    const referred = (raw: Raw, other: Raw) =>
      of(raw).map((value) => withReferences(tagged(name, value), raw.body, other.body));
    found.set(`header ${name}`, { server: referred(server, twin), twin: referred(twin, server) });
  }
  if (isResource) return found;
  return new Map([...found, ...membersOf(server.body, twin.body)]);
}

/** Only whether a tag is strong or weak is known in advance. */
function tagged(name: string, value: string): string {
  if (name !== 'etag') return value;
  return value.startsWith('W/') ? 'W/"{tag}"' : '"{tag}"';
}

function membersOf(server: unknown, twin: unknown): Map<string, Sides> {
  const renames = renamesIn(server, twin);
  const [own, other] = [flatten(server), renamed(flatten(twin), renames)];
  const found = new Map<string, Sides>();
  for (const path of new Set([...own.keys(), ...other.keys()].map((one) => shownBy(one, own)))) {
    if (isKept(path)) continue;
    if (isOfOtherKind(path, own, other)) continue;
    const values = (flat: Flat, body: unknown, against: unknown) =>
      valuesAt(flat, path).map((value) => withReferences(value, body, against));
    found.set(`member ${path}`, { server: values(own, server, twin), twin: values(other, twin, server) });
  }
  // The items of a list are compared, and no template may leave the list out.
  for (const list of listsIn(own)) if (!isKept(list)) found.set(`member ${list}`, { server: [LIST], twin: [LIST] });
  for (const [path, name] of Object.entries(renames)) found.set(`renamed ${path}`, { server: [name], twin: [] });
  return found;
}

/** If the server lacks a whole object, names the object and not each of its members. */
function shownBy(path: string, own: Flat): string {
  const steps = path.split('.');
  const length = steps.findIndex((_, index) => valuesAt(own, steps.slice(0, index + 1).join('.')).length === 0);
  return length < 0
    ? path
    : steps
        .slice(0, length + 1)
        .join('.')
        .replace(/\[[^\]]*\]$/, '');
}

/** The values at a path; if it is an object, the values below it. */
function valuesAt(flat: Flat, path: string): unknown[] {
  return flat.get(path) ?? [...flat].flatMap(([other, values]) => (other.startsWith(`${path}.`) ? values : []));
}

/** The emulator's paths after the renames. */
function renamed(flat: Flat, renames: Readonly<Record<string, string>>): Flat {
  const isDeeper = ([one]: [string, string], [other]: [string, string]) =>
    other.split('.').length - one.split('.').length;
  const all = Object.entries(renames).toSorted(isDeeper);
  return new Map(
    [...flat].map(([path, values]) => [all.reduce((now, rename) => withRename(now, rename), path), values]),
  );
}

function withRename(path: string, [was, name]: [string, string]): string {
  if (path !== was && !/^[.[]/.test(path.slice(was.length))) return path;
  if (!path.startsWith(was)) return path;
  return `${was.slice(0, was.lastIndexOf('.') + 1)}${name}${path.slice(was.length)}`;
}

/**
 * Members that a template never changes: those that are new in each answer, are essential, or describe a picture, and
 * items that are resources themselves.
 */
const KEPT =
  /^(id|status|operation|inputs.*|error|purpose|media_type|output|output\.type|data|has_more|next_cursor|error\.request_id|data\[\].*)$|(^|\.)(id|href|asset_id|concern|score|width|height|size_bytes)$/;

function isKept(path: string): boolean {
  return KEPT.test(path.replace(/\[[\w=-]*\]/g, '[]'));
}

const LIST = '(list)';

/** The lists that have items. */
function listsIn(flat: Flat): string[] {
  return [...flat.keys()].flatMap((path) => [...path.matchAll(/\[/g)].map(({ index }) => path.slice(0, index)));
}

/**
 * Whether a member is below one that the other side has as a plain value or an empty list, for example because the job
 * is in another state.
 */
function isOfOtherKind(path: string, own: Flat, other: Flat): boolean {
  const above = path.split('.').map((_, index, steps) => steps.slice(0, index + 1).join('.'));
  const plain = above.map((parent) => parent.replace(/\[[^\]]*\]$/, '')).filter((parent) => parent !== path);
  if (plain.some((parent) => own.has(parent) !== other.has(parent))) return true;
  const hasItems = (flat: Flat) => [...flat.keys()].some((one) => one.startsWith(`${path}[`));
  return hasItems(own) !== hasItems(other) && (own.has(path) || other.has(path));
}
