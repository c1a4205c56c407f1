import { isMap } from '../../shared/is-map.ts';
import { CATEGORIES, CONCERNS, isOneOf, KINDS } from './mistakes.ts';
import type { Submission } from './read-submission.ts';
import type { Sight } from './sight.ts';

/** What makes a submission valid, beside its input. What was accepted once is accepted again, in the same account. */
export type Accepted = {
  /** All of it. Which values go together is open. */
  request: string;
  /** The form of its Idempotency-Key. Reading 16: which keys are valid is open. */
  form: string;
  /** Each value by itself; null if the body has more than the values that are always accepted together. */
  values: string[] | null;
};

/** The parts of a request whose form is open: colors and opacities. The specification lists concerns, kinds and categories. */
export function openParts({ owner }: Pick<Sight, 'owner'>, { body }: Submission): string[] {
  const { products } = body;
  if (!Array.isArray(products)) return [];
  return products
    .filter(isMap)
    .flatMap(({ color, opacity }) => [
      `${owner} color ${JSON.stringify(color)}`,
      ...(opacity === undefined ? [] : [`${owner} opacity ${JSON.stringify(opacity)}`]),
    ]);
}

/** Whether it has nothing but what the specification names, beside parts whose form is open; null if it is another product. */
export function ruleOfValid({ operation, body }: Submission): string | null {
  const { inputs: _, concerns, visualizations, products, ...rest } = body;
  if (Object.keys(rest).length > 0) return null;
  if (operation === 'makeup.apply')
    return concerns === undefined && visualizations === undefined && isLayers(products) ? 'MAKEUP-CATEGORIES' : null;
  if (operation !== 'skin.analyze' || products !== undefined || !isConcerns(concerns)) return null;
  if (visualizations === undefined) return 'SKIN-CONCERN-NAMES';
  return isPictures(visualizations, concerns) ? 'SKIN-VIS-KINDS' : null;
}

/** How many layers there may be is open; it is a list, so there may be two. */
const MOST_LAYERS = 2;

function isLayers(products: unknown): boolean {
  if (!Array.isArray(products) || products.length === 0 || products.length > MOST_LAYERS) return false;
  // Whether two may be of one category is open.
  if (new Set(products.map((one) => (isMap(one) ? one['category'] : one))).size < products.length) return false;
  return products.every(
    (one) => isMap(one) && hasOnly(one, ['category', 'color', 'opacity']) && isOneOf(CATEGORIES, one['category']),
  );
}

function isConcerns(concerns: unknown): concerns is string[] {
  if (!Array.isArray(concerns) || concerns.length === 0) return false;
  return concerns.every((one) => isOneOf(CONCERNS, one)) && new Set(concerns).size === concerns.length;
}

function isPictures(list: unknown, concerns: readonly string[]): boolean {
  if (!Array.isArray(list)) return false;
  const isOne = (one: unknown) =>
    isMap(one) && hasOnly(one, ['concern', 'kind']) && isOneOf(concerns, one['concern']) && isOneOf(KINDS, one['kind']);
  return list.every(isOne) && new Set(list.map((one) => JSON.stringify(one))).size === list.length;
}

function hasOnly(value: Record<string, unknown>, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

export function acceptedBy({ owner, view }: Sight, { path, operation, body }: Submission): Accepted {
  const { inputs: _, ...rest } = body;
  const request = `${owner} ${path} ${JSON.stringify(rest)}`;
  const values = valuesOf(operation, rest)?.map((value) => `${owner} ${value}`) ?? null;
  return { request, form: formOf({ owner, view }), values };
}

const MOST_OF_KEY = 100;

export function formOf({ owner, view }: Pick<Sight, 'owner' | 'view'>): string {
  const key = view.request.header['idempotency-key'];
  if (key === undefined) return `${owner} no Idempotency-Key`;
  return `${owner} Idempotency-Key ${key.length} ${key.slice(0, MOST_OF_KEY).replace(/[\da-f]/gi, '0')}`;
}

function valuesOf(operation: string, { concerns, products, ...rest }: Record<string, unknown>): string[] | null {
  if (Object.keys(rest).length > 0) return null;
  if (operation === 'skin.analyze') return valuesIn(concerns, 'concern');
  return operation === 'makeup.apply' ? valuesIn(products, 'product') : null;
}

function valuesIn(list: unknown, what: string): string[] | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  return [`${list.length} of ${what}`, ...list.map((one) => `${what} ${JSON.stringify(one)}`)];
}
