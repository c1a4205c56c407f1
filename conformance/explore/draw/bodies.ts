import { chance, pick, type Random, someOf } from '../../../shared/sessions/random.ts';
import type { MakeupBody, Product, SkinBody } from '../operation.ts';

export const CONCERNS = [
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

export function drawBody(random: Random, product: Product): SkinBody | MakeupBody {
  return product === 'skin.analyze' ? drawSkin(random) : drawMakeup(random);
}

function drawSkin(random: Random): SkinBody {
  const concerns = chance(random, 0.1) ? [...CONCERNS] : someOf(random, CONCERNS, 4);
  if (chance(random, 0.4)) return { concerns };
  const shown = someOf(random, concerns, 3);
  return { concerns, visualizations: shown.map((concern) => ({ concern, kind: pick(random, ['mask', 'visual']) })) };
}

/** Two products at least, so that they have an order. */
function drawMakeup(random: Random): MakeupBody {
  const categories = chance(random, 0.5)
    ? ['foundation', pick(random, ['lipstick', 'lip_liner'])]
    : someOf(random, CATEGORIES, 3);
  return {
    products: categories.map((category) => ({
      category,
      color: chance(random, 0.5) ? 0 : 1,
      ...(chance(random, 0.4) && { opacity: pick(random, [1, 0.5, 0]) }),
    })),
  };
}

/** A body that is another request under the same key, or the same one where order is of no matter. */
export function otherBody(random: Random, body: SkinBody | MakeupBody): SkinBody | MakeupBody {
  if ('products' in body) {
    const { products } = body;
    const [first] = products;
    const turned = products.toReversed();
    if (JSON.stringify(turned) !== JSON.stringify(products) && chance(random, 0.6)) return { products: turned };
    return first === undefined ? body : { products: [...products, { ...first, category: otherCategory(first) }] };
  }
  const { concerns } = body;
  const isAll = concerns.length === CONCERNS.length;
  if (concerns.length > 1 && (isAll || chance(random, 0.5))) return { ...body, concerns: concerns.toReversed() };
  const more = CONCERNS.find((one) => !concerns.includes(one));
  return more === undefined ? body : { ...body, concerns: [...concerns, more] };
}

function otherCategory({ category }: { category: string }): string {
  return category === 'lipstick' ? 'lip_liner' : 'lipstick';
}
