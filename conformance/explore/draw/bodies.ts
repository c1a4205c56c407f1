import { CATEGORIES, drawSkin, otherSkin } from '../../../shared/sessions/bodies.ts';
import { chance, pick, type Random, someOf } from '../../../shared/sessions/random.ts';
import type { MakeupBody, Product, SkinBody } from '../operation.ts';

export function drawBody(random: Random, product: Product): SkinBody | MakeupBody {
  return product === 'skin.analyze' ? drawSkin(random) : drawMakeup(random);
}

/** Two products as a rule, so that they have an order, in colors that the target is known to take. */
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
