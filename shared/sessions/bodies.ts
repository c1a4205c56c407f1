import type { Body, HairBody, MakeupBody, Product, SkinBody } from './operation.ts';
import { chance, pick, type Random, someOf } from './random.ts';

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
export const CATEGORIES = ['foundation', 'lipstick', 'lip_liner'] as const;
const COLORS = ['#a1304a', '#CAA184', '#203040'] as const;

/** The body of a good submission, without its inputs. */
export function drawBody(random: Random, product: Product): Body {
  if (product === 'skin.analyze') return drawSkin(random);
  return product === 'makeup.apply' ? drawMakeup(random) : drawHair(random);
}

export function drawSkin(random: Random): SkinBody {
  const concerns = chance(random, 0.05) ? [...CONCERNS] : someOf(random, CONCERNS, 4);
  if (chance(random, 0.4)) return { concerns };
  const shown = someOf(random, concerns, 3);
  return { concerns, visualizations: shown.map((concern) => ({ concern, kind: pick(random, ['mask', 'visual']) })) };
}

function drawMakeup(random: Random): MakeupBody {
  return {
    products: someOf(random, CATEGORIES, 3).map((category) => ({
      category,
      color: pick(random, COLORS),
      ...(chance(random, 0.4) && { opacity: pick(random, [1, 0.5, 0]) }),
    })),
  };
}

function drawHair(random: Random): HairBody {
  const stop = () => ({ color: pick(random, COLORS), ...(chance(random, 0.4) && { opacity: pick(random, [1, 0.5]) }) });
  return { color_gradient: { dark: stop(), light: stop() } };
}

/** A body that is another request under the same key, or the same one where order is of no matter. */
export function otherBody(random: Random, body: Body): Body {
  if ('color_gradient' in body) return drawHair(random);
  if ('products' in body) return { products: [...body.products, ...body.products.slice(0, 1)] };
  return otherSkin(random, body);
}

export function otherSkin(random: Random, body: SkinBody): SkinBody {
  const { concerns } = body;
  const isAll = concerns.length === CONCERNS.length;
  if (concerns.length > 1 && (chance(random, 0.5) || isAll)) return { ...body, concerns: concerns.toReversed() };
  const more = CONCERNS.find((one) => !concerns.includes(one));
  return more === undefined ? body : { ...body, concerns: [...concerns, more] };
}
