import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../shared/is-map.ts';
import { PRODUCTS } from '../suite/vocabulary.ts';
import { textsIn } from './texts.ts';

/** A product request as it was sent. */
export type Submission = {
  path: string;
  operation: string;
  /** The asset that it names; null if that is not clear. */
  input: string | null;
  body: Record<string, unknown>;
};

const OPERATIONS = new Map<string, string>(Object.values(PRODUCTS).map(({ path, operation }) => [path, operation]));

/** The operation that a path submits; null if it submits none. */
export function operationOf(url: string): string | null {
  return OPERATIONS.get(pathOf(url)) ?? null;
}

function pathOf(url: string): string {
  const [path = ''] = url.split('?');
  return path;
}

/** Null for a request that submits nothing, or whose body is not a JSON object. */
export function readSubmission(url: string, body: unknown): Submission | null {
  const path = pathOf(url);
  const operation = operationOf(url);
  if (operation === null || !isMap(body)) return null;
  const [first, ...more] = listIn(body, 'inputs');
  return { path, operation, input: more.length === 0 ? sourceIn(first) : null, body };
}

function sourceIn(input: unknown): string | null {
  if (!isMap(input) || Object.keys(input).length !== 2 || input['role'] !== 'source') return null;
  return typeof input['asset_id'] === 'string' ? input['asset_id'] : null;
}

/** The id of the asset that a body names first, whatever else it has. */
export function sourceOf(body: unknown): string | null {
  const [input] = isMap(body) ? listIn(body, 'inputs') : [];
  return isMap(input) && typeof input['asset_id'] === 'string' ? input['asset_id'] : null;
}

/** The given assets that the body names, in any role. */
export function namedIn(submission: Submission | null, assets: Iterable<string>): string[] {
  const texts = new Set(textsIn(submission?.body));
  return [...assets].filter((id) => texts.has(id));
}

export function listIn(body: Record<string, unknown>, name: string): unknown[] {
  const value = body[name];
  return Array.isArray(value) ? value : [];
}

/** The results in the output of a job. Spec 2.3: an output of an unknown type may contain anything. */
export function resultsIn(output: unknown): unknown[] {
  if (!isMap(output)) return [];
  const { type } = output;
  if (type === 'skin.analysis') return listIn(output, 'visualizations');
  return type === 'makeup.try_on' || type === 'hair.try_on' ? [output['image']] : [];
}

/**
 * Whether a second request under the same Idempotency-Key is the same one (Spec 4.2). `open` where that depends on what the
 * specification leaves open: defaults, the spelling of numbers and colors, members that it does not name.
 */
export function compareSubmissions(one: Submission, other: Submission): 'same' | 'different' | 'open' {
  if (one.path !== other.path) return 'open';
  if (isDeepStrictEqual(one.body, other.body)) return hasNumbers(one.body) ? 'open' : 'same';
  if (one.input === null || other.input === null) return 'open';
  if (one.input !== other.input) return 'different';
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (parts === null || others === null) return 'open';
  if (!isDeepStrictEqual(parts.fixed, others.fixed)) return 'different';
  return isDeepStrictEqual(parts.rest, others.rest) ? 'same' : 'open';
}

/** `1` and `1.0` are one value once they are parsed, and it is open whether they are one request. */
function hasNumbers(value: unknown): boolean {
  if (typeof value === 'number') return true;
  if (Array.isArray(value)) return value.some(hasNumbers);
  return isMap(value) && Object.values(value).some(hasNumbers);
}

/** `fixed`: where it differs, the request is another one. `rest`: where it differs, that is open. */
type Parts = { fixed: unknown; rest: unknown };

function partsOf({ operation, body }: Submission): Parts | null {
  if (operation === 'skin.analyze') return partsOfAnalysis(body);
  return operation === 'makeup.apply' ? partsOfMakeup(body) : null;
}

/** Spec 4.2: concerns are a set. */
function partsOfAnalysis(body: Record<string, unknown>): Parts | null {
  const { inputs: _, concerns, ...rest } = body;
  if (!isListOfTexts(concerns)) return null;
  return { fixed: new Set(concerns), rest };
}

/** Spec 4.2: products are in order. Whether two spellings of a color are equal is open, unless they have the same form. */
function partsOfMakeup(body: Record<string, unknown>): Parts | null {
  const { inputs: _, products, ...rest } = body;
  if (!Array.isArray(products) || !products.every(isLayer)) return null;
  const layers = products.map(({ category, color }) => ({ category, color: color.toLowerCase() }));
  return { fixed: layers, rest: { ...rest, products } };
}

function isLayer(value: unknown): value is { category: string; color: string } {
  if (!isMap(value)) return false;
  const { category, color } = value;
  return typeof category === 'string' && typeof color === 'string' && /^#[\da-f]{6}$/i.test(color);
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
