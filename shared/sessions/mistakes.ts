import type { Product } from './operation.ts';

/** The JSON of a submission, as it is written. */
type Json = Readonly<Record<string, unknown>>;
type Items = Record<string, unknown>[];

/** A mistake in a submission that every server refuses with 400, and the rule that says so. */
export type Mistake = { rule: string; of?: Product; json?(good: Json): unknown; text?(good: string): string };

const inputWith = (change: Json) => (good: Json) => ({ ...good, inputs: [{ ...first(good, 'inputs'), ...change }] });
const lastProduct = (change: Json) => (good: Json) => {
  const products = good['products'] as Items;
  return { ...good, products: [...products.slice(0, -1), { ...products.at(-1), ...change }] };
};
const concern = (added: unknown) => (good: Json) => ({ ...good, concerns: [...list(good, 'concerns'), added] });
const visualization = (change: Json) => (good: Json) => ({
  ...good,
  visualizations: [{ concern: list(good, 'concerns')[0], kind: 'mask', ...change }],
});

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  'no inputs': { rule: 'INPUTS-REQUIRED-400', json: (good) => without(good, 'inputs') },
  'inputs is null': { rule: 'INPUTS-REQUIRED-400', json: (good) => ({ ...good, inputs: null }) },
  'inputs is a map': { rule: 'INPUTS-REQUIRED-400', json: (good) => ({ ...good, inputs: first(good, 'inputs') }) },
  'no asset_id': { rule: 'INPUT-ASSET-REQUIRED-400', json: (good) => ({ ...good, inputs: [{ role: 'source' }] }) },
  'asset_id is a number': { rule: 'INPUT-ASSET-REQUIRED-400', json: inputWith({ asset_id: 7 }) },
  'asset_id is a list': {
    rule: 'INPUT-ASSET-REQUIRED-400',
    json: (good) => inputWith({ asset_id: [first(good, 'inputs')['asset_id']] })(good),
  },
  'asset_id is null': { rule: 'INPUT-ASSET-REQUIRED-400', json: inputWith({ asset_id: null }) },
  'no role': {
    rule: 'INPUT-ROLE-REQUIRED-400',
    json: (good) => ({ ...good, inputs: [without(first(good, 'inputs'), 'role')] }),
  },
  'role is null': { rule: 'INPUT-ROLE-REQUIRED-400', json: inputWith({ role: null }) },
  'role is target': { rule: 'INPUT-ROLE-400', json: inputWith({ role: 'target' }) },
  'role in capitals': { rule: 'INPUT-ROLE-400', json: inputWith({ role: 'SOURCE' }) },
  'role with spaces': { rule: 'INPUT-ROLE-400', json: inputWith({ role: ' source ' }) },
  'role is empty': { rule: 'INPUT-ROLE-400', json: inputWith({ role: '' }) },
  'JSON that is cut': { rule: 'REQUEST-400', text: (good) => good.slice(0, -1) },
  'JSON with more behind it': { rule: 'REQUEST-400', text: (good) => `${good}x` },
  'a comma too many': { rule: 'REQUEST-400', text: (good) => `${good.slice(0, -1)},}` },
  'a remark within': { rule: 'REQUEST-400', text: (good) => `${good.slice(0, -1)}/* no more */}` },
  'a list of the request': { rule: 'REQUEST-400', text: (good) => `[${good}]` },
  'null in place of JSON': { rule: 'REQUEST-400', text: () => 'null' },
  'no body': { rule: 'REQUEST-400', text: () => '' },
  'no concerns': { rule: 'SKIN-CONCERNS-REQUIRED-400', of: 'skin.analyze', json: (good) => without(good, 'concerns') },
  'concerns is null': {
    rule: 'SKIN-CONCERNS-REQUIRED-400',
    of: 'skin.analyze',
    json: (good) => ({ ...good, concerns: null }),
  },
  'concerns is a text': {
    rule: 'SKIN-CONCERNS-REQUIRED-400',
    of: 'skin.analyze',
    json: (good) => ({ ...good, concerns: 'acne' }),
  },
  'an unknown concern': { rule: 'SKIN-CONCERN-400', of: 'skin.analyze', json: concern('freckles') },
  'a concern in capitals': { rule: 'SKIN-CONCERN-400', of: 'skin.analyze', json: concern('POREs') },
  'a concern with a space': {
    rule: 'SKIN-CONCERN-400',
    of: 'skin.analyze',
    json: (good) => ({ ...good, concerns: [...list(good, 'concerns').slice(1), ` ${list(good, 'concerns')[0]}`] }),
  },
  'a concern that is null': { rule: 'SKIN-CONCERN-400', of: 'skin.analyze', json: concern(null) },
  'a concern twice': {
    rule: 'SKIN-CONCERNS-SET-400',
    of: 'skin.analyze',
    json: (good) => concern(list(good, 'concerns')[0])(good),
  },
  'a visualization of an unknown concern': {
    rule: 'SKIN-VIS-CONCERN-400',
    of: 'skin.analyze',
    json: visualization({ concern: 'freckles' }),
  },
  'an unknown kind of visualization': {
    rule: 'SKIN-VIS-KIND-400',
    of: 'skin.analyze',
    json: visualization({ kind: 'heatmap' }),
  },
  'a kind in capitals': { rule: 'SKIN-VIS-KIND-400', of: 'skin.analyze', json: visualization({ kind: 'MASK' }) },
  'no products': {
    rule: 'MAKEUP-PRODUCTS-REQUIRED-400',
    of: 'makeup.apply',
    json: (good) => without(good, 'products'),
  },
  'products is null': {
    rule: 'MAKEUP-PRODUCTS-REQUIRED-400',
    of: 'makeup.apply',
    json: (good) => ({ ...good, products: null }),
  },
  'products is a map': {
    rule: 'MAKEUP-PRODUCTS-REQUIRED-400',
    of: 'makeup.apply',
    json: (good) => ({ ...good, products: first(good, 'products') }),
  },
  'no category': {
    rule: 'MAKEUP-CATEGORY-400',
    of: 'makeup.apply',
    json: (good) => ({ ...good, products: [...list(good, 'products'), without(first(good, 'products'), 'category')] }),
  },
  'an unknown category': { rule: 'MAKEUP-CATEGORY-400', of: 'makeup.apply', json: lastProduct({ category: 'blush' }) },
  'an unknown third category': {
    rule: 'MAKEUP-CATEGORY-400',
    of: 'makeup.apply',
    json: (good) => ({
      ...good,
      products: [
        ...list(good, 'products'),
        ...list(good, 'products'),
        { ...first(good, 'products'), category: 'blush' },
      ],
    }),
  },
  'no color': {
    rule: 'MAKEUP-COLOR-400',
    of: 'makeup.apply',
    json: (good) => ({ ...good, products: [without(first(good, 'products'), 'color')] }),
  },
  'color is a number': { rule: 'MAKEUP-COLOR-400', of: 'makeup.apply', json: lastProduct({ color: 13279620 }) },
  'opacity is a text': { rule: 'MAKEUP-OPACITY-400', of: 'makeup.apply', json: lastProduct({ opacity: '1' }) },
  'opacity is true': { rule: 'MAKEUP-OPACITY-400', of: 'makeup.apply', json: lastProduct({ opacity: true }) },
  'opacity is a list': { rule: 'MAKEUP-OPACITY-400', of: 'makeup.apply', json: lastProduct({ opacity: [1] }) },
};

/** A mistake in a query of a list that every server refuses with 400. */
export const LIST_MISTAKES: readonly { rule: string; query: Json }[] = [
  { rule: 'LIST-LIMIT-LOW-400', query: { limit: 0 } },
  { rule: 'LIST-LIMIT-LOW-400', query: { limit: -1 } },
  { rule: 'LIST-LIMIT-HIGH-400', query: { limit: 101 } },
  { rule: 'LIST-MALFORMED-400', query: { limit: 'ten' } },
  { rule: 'LIST-MALFORMED-400', query: { limit: '5x' } },
  { rule: 'LIST-MALFORMED-400', query: { purpose: 'output' } },
  { rule: 'LIST-UNKNOWN-400', query: { page: 1 } },
  { rule: 'LIST-UNKNOWN-400', query: { purpose: 'input', xyz: '' } },
  { rule: 'LIST-REPEATED-400', query: { limit: [5, 5] } },
  { rule: 'LIST-REPEATED-400', query: { purpose: ['input', 'result'] } },
  { rule: 'CURSOR-400', query: { cursor: 'nonsense' } },
];

/** An upload that every server refuses with some status from 400 to 499. */
export const UPLOAD_MISTAKES: Readonly<Record<string, { type: string; body: unknown }>> = {
  'text as JPEG': { type: 'image/jpeg', body: { text: 'this is no picture' } },
  'nothing as PNG': { type: 'image/png', body: { text: '' } },
  'zeros as WebP': { type: 'image/webp', body: { zeros: '20KiB' } },
  'PNG as JPEG': { type: 'image/jpeg', body: { fixture: 'long-dark-wavy.png' } },
  'JPEG as WebP': { type: 'image/webp', body: { fixture: 'long-dark-wavy.jpeg' } },
  'the beginning of a PNG': { type: 'image/png', body: { fixture: 'long-dark-wavy.png', truncate: 12 } },
  'JSON around it': { type: 'application/json', body: '{"image": "iVBORw0KGgo="}' },
  'a text file': { type: 'text/plain', body: { text: 'iVBORw0KGgo=' } },
};

function list(json: Json, name: string): unknown[] {
  const value = json[name];
  return Array.isArray(value) ? value : [];
}

function first(json: Json, name: string): Json {
  return (list(json, name)[0] ?? {}) as Json;
}

function without(json: Json, name: string): Json {
  return Object.fromEntries(Object.entries(json).filter(([other]) => other !== name));
}

/** The rule that the query of a list breaks by mistake; null where it is in order. */
export function ruleOfQuery(query: Json): string | null {
  const sent = JSON.stringify(query);
  return LIST_MISTAKES.find((mistake) => JSON.stringify(mistake.query) === sent)?.rule ?? null;
}
