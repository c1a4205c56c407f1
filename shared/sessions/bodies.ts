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

/** The body of a valid submission, without its inputs. */
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

/** A body that is another request with the same key, or the same request if the order does not matter. */
export function otherBody(random: Random, body: Body): Body {
  if ('color_gradient' in body) return drawHair(random);
  if (!('products' in body)) return otherSkin(random, body);
  const { products } = body;
  const [first] = products;
  const turned = products.toReversed();
  if (JSON.stringify(turned) !== JSON.stringify(products) && chance(random, 0.6)) return { products: turned };
  return first === undefined ? body : { products: [...products, { ...first, category: otherCategory(first) }] };
}

function otherCategory({ category }: { category: string }): string {
  return category === 'lipstick' ? 'lip_liner' : 'lipstick';
}

function otherSkin(random: Random, body: SkinBody): SkinBody {
  const { concerns } = body;
  const isAll = concerns.length === CONCERNS.length;
  if (concerns.length > 1 && (chance(random, 0.5) || isAll)) return { ...body, concerns: concerns.toReversed() };
  const more = CONCERNS.find((one) => !concerns.includes(one));
  return more === undefined ? body : { ...body, concerns: [...concerns, more] };
}
