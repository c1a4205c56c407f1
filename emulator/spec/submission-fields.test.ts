import { describe, expect, it } from 'vitest';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import { invalid, refusalOf } from '../testing/steps.ts';

type Operation = keyof typeof REQUESTS;
/** The description of a change in a valid body, the change, and the fields that the 400 names. */
type Row = [what: string, change: Record<string, unknown>, ...fields: string[]];

const ONE = { asset_id: 'asset_one', role: 'source' };
const TWO = { asset_id: 'asset_two', role: 'source' };

/** Submits a valid body with some members replaced; `undefined` removes one. */
async function submitChanged(operation: Operation, change: Record<string, unknown>) {
  const { client } = await emulatorFor();
  const asset = await client.upload();
  const { path, body } = REQUESTS[operation];
  const good = { inputs: [{ asset_id: asset.body.id, role: 'source' }], ...body };
  const answer = await client.submit(path, { ...good, ...change });
  return { answer, jobs: (await client.get('/v1/jobs')).body.data };
}

function describeFields(title: string, operation: Operation, rows: readonly Row[]): void {
  describe(title, () => {
    it.each(rows)('refuses %s', async (_, change, ...fields) => {
      const { answer, jobs } = await submitChanged(operation, change);
      expect(refusalOf(answer)).toEqual(invalid(...fields));
      for (const field of fields) expect(answer.body.error.message).toContain(field);
      expect(jobs).toEqual([]);
    });
  });
}

const INPUT_ROWS: Row[] = [
  ['no inputs', { inputs: undefined }, 'inputs'],
  ['inputs that are null', { inputs: null }, 'inputs'],
  ['inputs that are no list', { inputs: ONE }, 'inputs'],
  ['an empty list of inputs', { inputs: [] }, 'inputs'],
  ['an input that is no object', { inputs: ['asset_one'] }, 'inputs[0]'],
  ['an input without asset_id', { inputs: [{ role: 'source' }] }, 'inputs[0].asset_id'],
  ['an empty asset_id', { inputs: [{ ...ONE, asset_id: '' }] }, 'inputs[0].asset_id'],
  ['an asset_id that is no string', { inputs: [{ ...ONE, asset_id: 7 }] }, 'inputs[0].asset_id'],
  ['an input without role', { inputs: [{ asset_id: 'asset_one' }] }, 'inputs[0].role'],
  ['an unknown role', { inputs: [{ ...ONE, role: 'target' }] }, 'inputs[0].role'],
  ['two sources', { inputs: [ONE, TWO] }, 'inputs[1].role'],
  ['one source twice', { inputs: [ONE, ONE] }, 'inputs[1].role'],
  ['an unknown field of an input', { inputs: [{ ...ONE, crop: true }] }, 'inputs[0].crop'],
  ['an unknown field', { priority: 'high' }, 'priority'],
  ['several wrong fields', { inputs: [], priority: 1 }, 'inputs', 'priority'],
];
const MASK_ROW: Row = ['a hair mask', { inputs: [ONE, { ...TWO, role: 'hair_mask' }] }, 'inputs[1].role'];
const SHOWN = { concern: 'acne', kind: 'mask' };

describeFields('4.2 POST /v1/skin/analyses, fields', 'skin.analyze', [
  ...INPUT_ROWS,
  MASK_ROW,
  ['no concerns', { concerns: undefined, visualizations: [] }, 'concerns'],
  ['concerns that are null', { concerns: null, visualizations: [] }, 'concerns'],
  ['concerns that are no list', { concerns: 'acne', visualizations: [] }, 'concerns'],
  ['an empty list of concerns', { concerns: [], visualizations: [] }, 'concerns'],
  ['an unknown concern', { concerns: ['acne', 'freckles'] }, 'concerns[1]'],
  ['a concern in upper case', { concerns: ['acne', 'REDNESS'] }, 'concerns[1]'],
  ['a concern that is named twice', { concerns: ['acne', 'redness', 'acne'] }, 'concerns[2]'],
  ['visualizations that are null', { visualizations: null }, 'visualizations'],
  ['visualizations that are no list', { visualizations: SHOWN }, 'visualizations'],
  ['a visualization without concern', { visualizations: [{ kind: 'mask' }] }, 'visualizations[0].concern'],
  ['a visualization without kind', { visualizations: [{ concern: 'acne' }] }, 'visualizations[0].kind'],
  ['an unknown kind', { visualizations: [{ ...SHOWN, kind: 'heat' }] }, 'visualizations[0].kind'],
  ['an unknown concern to show', { visualizations: [{ ...SHOWN, concern: 'x' }] }, 'visualizations[0].concern'],
  [
    'a concern to show that is not analysed',
    { visualizations: [SHOWN, { ...SHOWN, concern: 'pore' }] },
    'visualizations[1].concern',
  ],
  ['an unknown field of a visualization', { visualizations: [{ ...SHOWN, size: 1 }] }, 'visualizations[0].size'],
]);

const LIPS = { category: 'lipstick', color: '#a1304a' };

describeFields('4.2 POST /v1/makeup/try-ons, fields', 'makeup.apply', [
  ...INPUT_ROWS,
  MASK_ROW,
  ['no products', { products: undefined }, 'products'],
  ['products that are no list', { products: LIPS }, 'products'],
  ['an empty list of products', { products: [] }, 'products'],
  ['a product that is no object', { products: ['lipstick'] }, 'products[0]'],
  ['a product without category', { products: [{ color: '#a1304a' }] }, 'products[0].category'],
  ['an unknown category', { products: [LIPS, { ...LIPS, category: 'mascara' }] }, 'products[1].category'],
  ['a product without color', { products: [{ category: 'lipstick' }] }, 'products[0].color'],
  ...['red', '#abc', 'a1304a', '#a1304g', '#a1304aff', ' #a1304a', '', 7, null].map(
    (color): Row => [`the color ${JSON.stringify(color)}`, { products: [{ ...LIPS, color }] }, 'products[0].color'],
  ),
  ...['1', -0.01, 1.01, null, true].map(
    (opacity): Row => [
      `the opacity ${JSON.stringify(opacity)}`,
      { products: [{ ...LIPS, opacity }] },
      'products[0].opacity',
    ],
  ),
  ['an unknown field of a product', { products: [{ ...LIPS, finish: 'matte' }] }, 'products[0].finish'],
]);

const STOP = { color: '#203040' };
const gradient = (dark: unknown, light: unknown = STOP) => ({ color_gradient: { dark, light } });

describeFields('4.2 POST /v1/hair/try-ons, fields', 'hair.try_on', [
  ...INPUT_ROWS,
  ['a mask without a source', { inputs: [{ ...ONE, role: 'hair_mask' }] }, 'inputs'],
  [
    'two masks',
    { inputs: [ONE, { ...TWO, role: 'hair_mask' }, { asset_id: 'asset_three', role: 'hair_mask' }] },
    'inputs[2].role',
  ],
  ['one asset as source and as mask', { inputs: [ONE, { ...ONE, role: 'hair_mask' }] }, 'inputs[1].asset_id'],
  ['no color_gradient', { color_gradient: undefined }, 'color_gradient'],
  ['a color_gradient that is no object', { color_gradient: '#203040' }, 'color_gradient'],
  ['a gradient without dark', gradient(undefined), 'color_gradient.dark'],
  ['a gradient without light', { color_gradient: { dark: STOP } }, 'color_gradient.light'],
  ['a stop without color', gradient({ opacity: 1 }), 'color_gradient.dark.color'],
  ['a color that is a name', gradient(STOP, { color: 'black' }), 'color_gradient.light.color'],
  ['an opacity above 1', gradient({ ...STOP, opacity: 1.5 }), 'color_gradient.dark.opacity'],
  ['an opacity below 0', gradient(STOP, { ...STOP, opacity: -1 }), 'color_gradient.light.opacity'],
  ['an unknown stop', { color_gradient: { dark: STOP, light: STOP, middle: STOP } }, 'color_gradient.middle'],
  ['an unknown field of a stop', gradient({ ...STOP, position: 0 }), 'color_gradient.dark.position'],
]);

describe('4.2 accepted values', () => {
  it.each<[Operation, Record<string, unknown>]>([
    ['skin.analyze', { visualizations: undefined }],
    ['skin.analyze', { visualizations: [SHOWN, { ...SHOWN, kind: 'visual' }] }],
    [
      'makeup.apply',
      {
        products: [
          { ...LIPS, opacity: 0 },
          { ...LIPS, opacity: 1 },
        ],
      },
    ],
    ['makeup.apply', { products: ['foundation', 'lipstick', 'lip_liner'].map((category) => ({ ...LIPS, category })) }],
    ['makeup.apply', { products: [{ ...LIPS, color: '#A1304A', opacity: 0.25 }] }],
    ['hair.try_on', gradient({ ...STOP, opacity: 0 }, { ...STOP, opacity: 1 })],
  ])('of %s: %o', async (operation, change) => {
    const { answer, jobs } = await submitChanged(operation, change);
    expect(answer.status).toBe(202);
    expect(jobs).toEqual([answer.body]);
  });
});
