import type { Body, HairBody, MakeupBody, Product, SkinBody } from './operation.ts';
import { chance, pick, type Random, someOf } from './random.ts';

const CONCERNS = [
  'acne',
  'dark_circle',
  'eye_bag',
  'redness',
  'oiliness',
  'wrinkles',
  'firmness',
  'moisture',
  'pore',
  'tear_trough',
  'hyper_pigmentation',
  'droopy_upper_eyelid',
] as const;
const CATEGORIES = ['foundation', 'lipstick', 'lip_liner'] as const;

/** The smallest body of a valid submission, without its inputs. */
export const PLAINEST: SkinBody = { concerns: ['acne'] };

export function drawBody(random: Random, product: Product): Body {
  if (product === 'skin.analyze') return drawSkin(random);
  return product === 'makeup.apply' ? drawMakeup(random) : drawHair(random);
}

function drawSkin(random: Random): SkinBody {
  const concerns = chance(random, 0.05) ? [...CONCERNS] : someOf(random, CONCERNS, 4);
  if (chance(random, 0.4)) return { concerns };
  const shown = someOf(random, concerns, 3);
  return { concerns, visualizations: shown.map((concern) => ({ concern, kind: pick(random, ['mask', 'visual']) })) };
}

/** Usually two products, so that their order matters. */
function drawMakeup(random: Random): MakeupBody {
  const categories = chance(random, 0.5)
    ? ['foundation', pick(random, ['lipstick', 'lip_liner'])]
    : someOf(random, CATEGORIES, 3);
  return { products: categories.map((category) => ({ category, ...drawLayer(random, [1, 0.5, 0]) })) };
}

function drawHair(random: Random): HairBody {
  return { color_gradient: { dark: drawLayer(random, [1, 0.5]), light: drawLayer(random, [1, 0.5]) } };
}

function drawLayer(random: Random, opacities: readonly number[]): { color: number; opacity?: number } {
  return { color: chance(random, 0.5) ? 0 : 1, ...(chance(random, 0.4) && { opacity: pick(random, opacities) }) };
}

/** A body with one difference: another request under the same key, or the same one if the order does not matter. */
export function otherBody(random: Random, body: Body): Body {
  if ('color_gradient' in body) return drawHair(random);
  const others: Body[] = 'products' in body ? otherProducts(body) : otherConcerns(body);
  return others.length === 0 ? body : pick(random, others);
}

function otherProducts({ products }: MakeupBody): Body[] {
  const changed = products.flatMap((one, index) => [
    { products: products.with(index, { ...one, color: 1 - one.color }) },
    { products: products.with(index, { ...one, opacity: one.opacity === OTHER_OPACITY ? 1 : OTHER_OPACITY }) },
  ]);
  const turned = { products: products.toReversed() };
  const isTurned = JSON.stringify(turned.products) !== JSON.stringify(products);
  const [first] = products;
  return [
    ...(isTurned ? [turned, turned, turned] : []),
    ...(first === undefined ? [] : [{ products: [...products, { ...first, category: otherCategory(first) }] }]),
    ...changed,
  ];
}

const OTHER_OPACITY = 0.25;

function otherCategory({ category }: { category: string }): string {
  return category === 'lipstick' ? 'lip_liner' : 'lipstick';
}

function otherConcerns(body: SkinBody): Body[] {
  const { concerns, visualizations = [] } = body;
  const more = CONCERNS.find((one) => !concerns.includes(one));
  const [first, ...rest] = visualizations;
  const other = { concern: first?.concern ?? concerns[0] ?? 'acne', kind: first?.kind === 'mask' ? 'visual' : 'mask' };
  return [
    ...(concerns.length > 1 ? [{ ...body, concerns: concerns.toReversed() }] : []),
    ...(more === undefined ? [] : [{ ...body, concerns: [...concerns, more] }]),
    { ...body, visualizations: [other, ...rest] },
  ];
}
