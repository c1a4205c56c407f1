import { isMap } from '../../../shared/is-map.ts';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { InputRef, Product, Submission, Visualization } from '../../domain/submission.ts';
import {
  CONCERNS,
  type Concern,
  type Operation,
  PRODUCT_CATEGORIES,
  VISUALIZATION_KINDS,
} from '../../domain/vocabulary.ts';

/**
 * Parses a body that is valid with every reading, with the same result as the schema of its operation. Null if it is
 * not plainly valid: then the schema decides, which takes several times as long.
 */
export function readPlainBody(operation: Operation, body: unknown, readings: Readings): Submission | null {
  if (!isMap(body)) return null;
  if (operation === 'skin.analyze') return plainSkin(body);
  return operation === 'makeup.apply' ? plainMakeup(body, readings) : null;
}

type Fields = Readonly<Record<string, unknown>>;

function plainSkin(body: Fields): Submission | null {
  const inputs = plainInputs(body['inputs']);
  const { concerns, visualizations: asked } = body;
  if (inputs === null || !areConcerns(concerns) || !hasOnly(body, asked === undefined ? 2 : 3)) return null;
  const visualizations = asked === undefined ? [] : plainVisualizations(asked, concerns);
  return visualizations === null ? null : { operation: 'skin.analyze', inputs, concerns, visualizations };
}

function plainMakeup(body: Fields, readings: Readings): Submission | null {
  const inputs = plainInputs(body['inputs']);
  const { products: layers } = body;
  if (inputs === null || !isFilledArray(layers) || !hasOnly(body, 2)) return null;
  const products = layers.map((layer) => plainProduct(layer, readings));
  return products.includes(null) ? null : { operation: 'makeup.apply', inputs, products: products as Product[] };
}

/** Exactly one source, which every reading accepts. */
function plainInputs(list: unknown): InputRef[] | null {
  if (!isFilledArray(list) || list.length > 1) return null;
  const [input] = list;
  if (!isMap(input) || !hasOnly(input, 2)) return null;
  const { asset_id: assetId, role } = input;
  return typeof assetId === 'string' && assetId !== '' && role === 'source' ? [{ assetId, role }] : null;
}

function areConcerns(list: unknown): list is Concern[] {
  if (!isFilledArray(list)) return false;
  return list.every((one, index) => isOneOf(CONCERNS, one) && list.indexOf(one) === index);
}

function plainVisualizations(list: unknown, concerns: readonly Concern[]): Visualization[] | null {
  if (!Array.isArray(list)) return null;
  const areAll = list.every((item) => isVisualization(item, concerns));
  // The copy has the fields in the order of the schema.
  const read = areAll ? list.map(({ concern, kind }: Visualization) => ({ concern, kind })) : null;
  return read?.some((one, index) => isThereBefore(read, one, index)) ? null : read;
}

function isVisualization(item: unknown, concerns: readonly Concern[]): item is Visualization {
  if (!isMap(item) || !hasOnly(item, 2)) return false;
  return isOneOf(concerns, item['concern']) && isOneOf(VISUALIZATION_KINDS, item['kind']);
}

function isThereBefore(list: readonly Visualization[], { concern, kind }: Visualization, end: number): boolean {
  for (let index = 0; index < end; index += 1)
    if (list[index]?.concern === concern && list[index]?.kind === kind) return true;
  return false;
}

const HEX = /^#[0-9A-Fa-f]{6}$/;

function plainProduct(layer: unknown, { color_format, opacity_range: [lowest, highest] }: Readings): Product | null {
  if (!isMap(layer) || color_format !== 'hex') return null;
  const { category, color, opacity = 1 } = layer;
  if (!hasOnly(layer, layer['opacity'] === undefined ? 2 : 3)) return null;
  if (!isOneOf(PRODUCT_CATEGORIES, category) || typeof color !== 'string' || !HEX.test(color)) return null;
  if (typeof opacity !== 'number' || !(opacity >= lowest && opacity <= highest)) return null;
  return { category, color, opacity };
}

function isFilledArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.includes(value as Word);
}

/** Whether an object has no fields other than those that were read. */
function hasOnly(fields: Fields, count: number): boolean {
  let found = 0;
  for (const _ in fields) found += 1;
  return found === count;
}
