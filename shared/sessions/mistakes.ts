import { isDeepStrictEqual } from 'node:util';
import type { Product } from './operation.ts';

type Json = Readonly<Record<string, unknown>>;
type Items = Record<string, unknown>[];

/** A mistake in a submission that every server refuses with 400, and the rule that requires it. */
export type Mistake = { rule: string; of?: Product; json?(good: Json): unknown; text?(good: string): string };

type Form = 'list' | 'map' | 'text' | 'word' | 'number';

/** A member of a request: its place, its kind, and the rule that a wrong value breaks. */
type Member = {
  rule: string;
  of?: Product;
  /** The rule that applies if it is missing; undefined if it is optional. */
  missing?: string;
  form: Form;
  /** The request with this member changed; undefined removes it. */
  change(good: Json, to: (value: unknown) => unknown): Json;
};

const inLast = (name: string, member: string) => (good: Json, to: (value: unknown) => unknown) => {
  const items = list(good, name) as Items;
  return { ...good, [name]: [...items.slice(0, -1), changed(items.at(-1) ?? {}, member, to)] };
};
const visualization = (member: string) => (good: Json, to: (value: unknown) => unknown) => ({
  ...good,
  visualizations: [changed({ concern: list(good, 'concerns')[0], kind: 'mask' }, member, to)],
});
const atTop = (member: string) => (good: Json, to: (value: unknown) => unknown) => changed(good, member, to);
/** Keeps the other, valid concerns, so that the request has no second mistake. */
const lastConcern = (good: Json, to: (value: unknown) => unknown) => {
  const concerns = list(good, 'concerns');
  return { ...good, concerns: [...concerns, to(concerns.at(-1)) ?? {}] };
};

const MEMBERS: Readonly<Record<string, Member>> = {
  inputs: { rule: 'INPUTS-REQUIRED-400', missing: 'INPUTS-REQUIRED-400', form: 'list', change: atTop('inputs') },
  asset_id: {
    ...{ rule: 'INPUT-ASSET-REQUIRED-400', missing: 'INPUT-ASSET-REQUIRED-400', form: 'text' },
    change: inLast('inputs', 'asset_id'),
  },
  role: {
    ...{ rule: 'INPUT-ROLE-400', missing: 'INPUT-ROLE-REQUIRED-400', form: 'word' },
    change: inLast('inputs', 'role'),
  },
  concerns: {
    ...{ rule: 'SKIN-CONCERNS-REQUIRED-400', missing: 'SKIN-CONCERNS-REQUIRED-400', form: 'list' },
    ...{ of: 'skin.analyze', change: atTop('concerns') },
  },
  concern: { rule: 'SKIN-CONCERN-400', form: 'word', of: 'skin.analyze', change: lastConcern },
  'concern of a visualization': {
    ...{ rule: 'SKIN-VIS-CONCERN-400', missing: 'SKIN-VIS-CONCERN-400', form: 'word' },
    ...{ of: 'skin.analyze', change: visualization('concern') },
  },
  'kind of a visualization': {
    ...{ rule: 'SKIN-VIS-KIND-400', missing: 'SKIN-VIS-KIND-400', form: 'word' },
    ...{ of: 'skin.analyze', change: visualization('kind') },
  },
  products: {
    ...{ rule: 'MAKEUP-PRODUCTS-REQUIRED-400', missing: 'MAKEUP-PRODUCTS-REQUIRED-400', form: 'list' },
    ...{ of: 'makeup.apply', change: atTop('products') },
  },
  category: {
    ...{ rule: 'MAKEUP-CATEGORY-400', missing: 'MAKEUP-CATEGORY-400', form: 'word' },
    ...{ of: 'makeup.apply', change: inLast('products', 'category') },
  },
  color: {
    ...{ rule: 'MAKEUP-COLOR-400', missing: 'MAKEUP-COLOR-400', form: 'text' },
    ...{ of: 'makeup.apply', change: inLast('products', 'color') },
  },
  opacity: { rule: 'MAKEUP-OPACITY-400', form: 'number', of: 'makeup.apply', change: inLast('products', 'opacity') },
};

/** Values that do not have a form; a word has one of a few spellings. */
const WRONG: Readonly<Record<string, { not: readonly Form[]; to(value: unknown): unknown }>> = {
  // A list becomes an object with numeric keys, as some clients send it.
  'is a map': { not: ['map'], to: (value) => (Array.isArray(value) ? { ...value } : { value }) },
  'is a list': { not: ['list'], to: (value) => [value] },
  'is a text': { not: ['text', 'word'], to: (value) => (typeof value === 'object' ? 'acne' : String(value ?? 1)) },
  'is a number': { not: ['number'], to: () => 7 },
  'is true': { not: [], to: () => true },
  'is unknown': { not: ['list', 'map', 'text', 'number'], to: () => 'freckles' },
  'is in capitals': { not: ['list', 'map', 'text', 'number'], to: (value) => String(value).toUpperCase() },
  'has spaces': { not: ['list', 'map', 'text', 'number'], to: (value) => ` ${value} ` },
  'is empty': { not: ['list', 'map', 'text', 'number'], to: () => '' },
};

function mistakesOf(): Record<string, Mistake> {
  return Object.fromEntries(
    Object.entries(MEMBERS).flatMap(([name, { rule, of, missing, form, change }]): [string, Mistake][] => {
      const only = of === undefined ? {} : { of };
      const wrong = Object.entries(WRONG).filter(([, { not }]) => !not.includes(form));
      const absent = [['is missing', undefined] as const, ['is null', null] as const];
      return [
        ...wrong.map(([what, { to }]): [string, Mistake] => [
          `${name} ${what}`,
          { rule, ...only, json: (good) => change(good, to) },
        ]),
        ...absent
          .filter(() => missing !== undefined)
          .map(([what, value]): [string, Mistake] => [
            `${name} ${what}`,
            { rule: missing ?? rule, ...only, json: (good) => change(good, () => value) },
          ]),
      ];
    }),
  );
}

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  ...mistakesOf(),
  'JSON that is cut': { rule: 'REQUEST-400', text: (good) => good.slice(0, -1) },
  'JSON with more behind it': { rule: 'REQUEST-400', text: (good) => `${good}x` },
  'a comma too many': { rule: 'REQUEST-400', text: (good) => `${good.slice(0, -1)},}` },
  'a remark within': { rule: 'REQUEST-400', text: (good) => `${good.slice(0, -1)}/* no more */}` },
  'a list of the request': { rule: 'REQUEST-400', text: (good) => `[${good}]` },
  'null in place of JSON': { rule: 'REQUEST-400', text: () => 'null' },
  'no body': { rule: 'REQUEST-400', text: () => '' },
  'a concern that is null': {
    ...{ rule: 'SKIN-CONCERN-400', of: 'skin.analyze' },
    json: (good) => ({ ...good, concerns: [...list(good, 'concerns'), null] }),
  },
  'a concern twice': {
    ...{ rule: 'SKIN-CONCERNS-SET-400', of: 'skin.analyze' },
    json: (good) => ({ ...good, concerns: [...list(good, 'concerns'), list(good, 'concerns')[0]] }),
  },
  'an unknown third category': {
    ...{ rule: 'MAKEUP-CATEGORY-400', of: 'makeup.apply' },
    json: (good) => {
      const products = list(good, 'products') as Items;
      return { ...good, products: [...products, ...products, { ...products[0], category: 'blush' }] };
    },
  },
  'a color in the first layer that is null': {
    ...{ rule: 'MAKEUP-COLOR-400', of: 'makeup.apply' },
    json: (good) => {
      const [first, ...more] = list(good, 'products') as Items;
      return { ...good, products: [{ ...first, color: null }, ...more] };
    },
  },
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
  { rule: 'LIST-REPEATED-400', query: { job_id: ['job_1', 'job_1'] } },
  { rule: 'LIST-REPEATED-400', query: { created_lt: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'] } },
  { rule: 'LIST-LIMIT-HIGH-400', query: { limit: 1000 } },
  { rule: 'LIST-MALFORMED-400', query: { created_gte: 'yesterday' } },
  { rule: 'LIST-MALFORMED-400', query: { created_lt: '12' } },
  { rule: 'CURSOR-400', query: { cursor: 'nonsense' } },
];

/** An upload that every server refuses with a status from 400 to 499. */
export const UPLOAD_MISTAKES: Readonly<Record<string, { type: string; body: unknown }>> = {
  'text as JPEG': { type: 'image/jpeg', body: { text: 'this is no picture' } },
  'nothing as PNG': { type: 'image/png', body: { text: '' } },
  'zeros as WebP': { type: 'image/webp', body: { zeros: '20KiB' } },
  'PNG as JPEG': { type: 'image/jpeg', body: { fixture: 'long-dark-wavy.png' } },
  'JPEG as WebP': { type: 'image/webp', body: { fixture: 'long-dark-wavy.jpeg' } },
  'the beginning of a PNG': { type: 'image/png', body: { fixture: 'long-dark-wavy.png', truncate: 12 } },
  'a GIF': { type: 'image/gif', body: { fixture: 'long-dark-wavy.png' } },
  'a PNG without a type of a picture': { type: 'application/octet-stream', body: { fixture: 'long-dark-wavy.png' } },
  'a form around it': {
    type: 'multipart/form-data; boundary=tck',
    body: {
      ...{ fixture: 'long-dark-wavy.jpeg', append: '\r\n--tck--\r\n' },
      prepend:
        '--tck\r\nContent-Disposition: form-data; name="file"; filename="face.jpeg"\r\nContent-Type: image/jpeg\r\n\r\n',
    },
  },
  'JSON around it': { type: 'application/json', body: '{"image": "iVBORw0KGgo="}' },
  'a text file': { type: 'text/plain', body: { text: 'iVBORw0KGgo=' } },
};

function list(json: Json, name: string): unknown[] {
  const value = json[name];
  return Array.isArray(value) ? value : [];
}

function changed(json: Json, member: string, to: (value: unknown) => unknown): Json {
  const { [member]: value, ...rest } = json;
  const changed = to(value);
  return changed === undefined ? rest : { ...rest, [member]: changed };
}

/** The rule that a list query breaks, also if it has other parameters; null if the query is valid. */
export function ruleOfQuery(query: Json): string | null {
  return mistakenQuery(query)?.rule ?? null;
}

/** The parameters of a query that are a mistake, as a text; null if there is none. */
export function mistakeInQuery(query: Json): string | null {
  const mistake = mistakenQuery(query);
  return mistake === undefined ? null : JSON.stringify(mistake.query);
}

function mistakenQuery(query: Json): (typeof LIST_MISTAKES)[number] | undefined {
  return LIST_MISTAKES.find((mistake) =>
    Object.entries(mistake.query).every(([name, value]) => isDeepStrictEqual(query[name], value)),
  );
}
