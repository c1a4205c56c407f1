import { type Call, refuse } from './answer.ts';
import type { JobBody, Operation, World } from './world.ts';

const CONCERNS = [
  ['acne', 'dark_circle', 'eye_bag', 'redness', 'oiliness', 'wrinkles'],
  ['firmness', 'moisture', 'pore', 'tear_trough', 'hyper_pigmentation', 'droopy_upper_eyelid'],
].flat();
const CATEGORIES = ['foundation', 'lipstick', 'lip_liner'];

type Fields = Record<string, unknown>;

/** Returns the submission with its defaults, or refuses it with the invalid field. */
export function readSubmit({ world, headers, body }: Call, operation: Operation): JobBody {
  const { choice } = world;
  if (body.length > choice('submit_max_bytes'))
    refuse(413, choice('codes.payload_too_large'), 'The request is too large.');
  const wrong: Wrong = (field) => refuse(400, choice('codes.invalid_submission'), 'The request is wrong.', field);
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  if (!isJson && choice('submit_content_type') !== 'accept') wrong('Content-Type');
  const fields = parsed(body);
  if (fields === null) return wrong('body');
  const inputs = readInputs(fields['inputs'], operation, wrong);
  const rest = READERS[operation](fields, world, wrong);
  const known = ['inputs', ...Object.keys(rest)];
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined && choice('unknown_body_fields') === 'refuse') wrong(unknown);
  return { inputs, ...rest };
}

type Wrong = (field: string) => never;

function parsed(body: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readInputs(value: unknown, operation: Operation, wrong: Wrong): JobBody['inputs'] {
  if (!Array.isArray(value)) return wrong('inputs');
  const mask = operation === 'hair.try_on' ? value.filter((one) => isFields(one) && one['role'] === 'hair_mask') : [];
  const [input, ...more] = value.filter((one) => !mask.includes(one));
  if (input === undefined || more.length > 0 || mask.length > 1) return wrong('inputs');
  const masks = mask.map(({ asset_id }) => ({ asset_id: String(asset_id), role: 'hair_mask' }));
  return [...readInput(input, wrong), ...masks];
}

function readInput(input: unknown, wrong: Wrong): JobBody['inputs'] {
  if (!isFields(input)) return wrong('inputs[0]');
  const { asset_id, role } = input;
  if (typeof asset_id !== 'string') return wrong('inputs[0].asset_id');
  if (role !== 'source') return wrong('inputs[0].role');
  return [{ asset_id, role }];
}

function readSkin({ concerns, visualizations = [] }: Fields, world: World, wrong: Wrong): Fields {
  const { choice } = world;
  if (!Array.isArray(concerns) || (concerns.length === 0 && choice('no_concerns') === 'refuse'))
    return wrong('concerns');
  if (!concerns.every((concern) => typeof concern === 'string' && CONCERNS.includes(concern))) wrong('concerns');
  if (hasTwice(concerns, world)) refuse(400, choice('codes.duplicate_concern'), 'Each concern once.', 'concerns');
  if (!Array.isArray(visualizations)) return wrong('visualizations');
  const wanted = visualizations.map((one, index) => readVisualization(one, `visualizations[${index}]`, wrong));
  const hasOthers = wanted.some(({ concern }) => !concerns.includes(concern));
  if (hasOthers && choice('visualization_of_other_concern') === 'refuse') wrong('visualizations');
  return { concerns, visualizations: wanted };
}

function hasTwice(concerns: readonly string[], { breaks }: World): boolean {
  const isAfterItself = (concern: string, index: number) => concerns[index - 1] === concern;
  if (breaks('a concern twice is noticed side by side')) return concerns.some(isAfterItself);
  return new Set(concerns).size !== concerns.length;
}

function readVisualization(value: unknown, place: string, wrong: Wrong) {
  if (!isFields(value)) return wrong(place);
  const { concern, kind } = value;
  if (!CONCERNS.includes(String(concern))) wrong(`${place}.concern`);
  if (kind !== 'mask' && kind !== 'visual') wrong(`${place}.kind`);
  return { concern, kind };
}

function readMakeup({ products }: Fields, world: World, wrong: Wrong): Fields {
  if (!Array.isArray(products) || (products.length === 0 && world.choice('no_products') === 'refuse'))
    return wrong('products');
  return { products: products.map((one, index) => readProduct(one, `products[${index}]`, world, wrong)) };
}

/** Each product needs its color; another answer breaks the specification. */
function needsColor({ breaks }: World, place: string): boolean {
  return place === 'products[0]' || !breaks('the color of a second layer may be missing');
}

function readProduct(value: unknown, place: string, world: World, wrong: Wrong) {
  if (!isFields(value)) return wrong(place);
  const { category, color, opacity = 1, ...rest } = value;
  if (typeof category !== 'string' || !CATEGORIES.includes(category)) wrong(`${place}.category`);
  if (typeof color !== 'string' && (color !== undefined || needsColor(world, place))) wrong(`${place}.color`);
  if (typeof opacity !== 'number') wrong(`${place}.opacity`);
  return world.breaks('members of a product have an order')
    ? { ...value, category, color, opacity }
    : { category, color, opacity, ...rest };
}

/** The specification does not show the body of a hair try-on. Here it has the fields of the output. */
function readHair({ color_gradient: gradient }: Fields, _: World, wrong: Wrong): Fields {
  if (!isFields(gradient)) return wrong('color_gradient');
  const stopOf = (name: string) => {
    const { color, opacity = 1 } = isFields(gradient[name]) ? gradient[name] : {};
    if (typeof color !== 'string' || typeof opacity !== 'number') return wrong(`color_gradient.${name}`);
    return { color, opacity };
  };
  return { color_gradient: { dark: stopOf('dark'), light: stopOf('light') } };
}

type Reader = (fields: Fields, world: World, wrong: Wrong) => Fields;
const READERS: Readonly<Record<Operation, Reader>> = {
  'skin.analyze': readSkin,
  'makeup.apply': readMakeup,
  'hair.try_on': readHair,
};

/** Submissions with the same digest are the same request. */
export function digestOf(world: World, { concerns, products, ...rest }: JobBody): string {
  const isDrawn = Array.isArray(rest['visualizations']) && rest['visualizations'].length > 0;
  const isOrdered = isDrawn && world.breaks('concerns have an order beside visualizations');
  return JSON.stringify([
    Array.isArray(concerns) ? (isOrdered ? concerns : concerns.toSorted()) : null,
    Array.isArray(products) ? layersOf(world, products) : null,
    rest,
  ]);
}

function layersOf({ breaks }: World, products: { category: string; opacity: number }[]): string[] {
  const isSheer = breaks('opacity is not part of the request');
  const compared = isSheer ? products.map(({ opacity: _, ...rest }) => rest) : products;
  const layers = compared.map((one) =>
    breaks('members of a product have an order') ? JSON.stringify(one) : canonical(one),
  );
  const isOfOne = new Set(products.map(({ category }) => category)).size === 1;
  return isOfOne && breaks('layers of one category may change places') ? layers.toSorted() : layers;
}

function canonical(value: unknown): string {
  return JSON.stringify(
    isFields(value) ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)) : value,
  );
}
