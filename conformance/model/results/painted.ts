import { isMap } from '../../../shared/is-map.ts';
import { CATEGORIES } from '../mistakes.ts';

/** What must be visible of the products of a makeup try-on, by the part of the face. `open` if that is not certain. */
export type Painted = { face: Layer; lips: Layer };
type Layer = { category: string; color: readonly number[] } | 'nothing' | 'open';

const OPEN: Painted = { face: 'open', lips: 'open' };
const FACE = 'foundation';

/** Only the uppermost layer of a part is certain to be visible, and only if no foundation follows. */
export function paintedBy(products: unknown): Painted {
  if (!Array.isArray(products) || !products.every(isKnown)) return OPEN;
  const top = products.findLastIndex(({ category }) => category === FACE);
  const lips = products.findLastIndex(({ category }) => category !== FACE);
  return { face: layerOf(products[top]), lips: lips !== -1 && lips < top ? 'open' : layerOf(products[lips]) };
}

type Product = { category: string; color?: unknown; opacity?: unknown };

/** What other members do is open. */
function isKnown(value: unknown): value is Product {
  if (!isMap(value) || !CATEGORIES.includes(String(value['category']))) return false;
  return Object.keys(value).every((name) => ['category', 'color', 'opacity'].includes(name));
}

/** Reading 8, 9: which colors and opacities there are is open. The default opacity shows a product. */
function layerOf(product: Product | undefined): Layer {
  if (product === undefined) return 'nothing';
  const { category, color, opacity = 1 } = product;
  const [, ...channels] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(String(color)) ?? [];
  if (opacity !== 1 || channels.length === 0) return 'open';
  return { category, color: channels.map((one) => Number.parseInt(one, 16)) };
}

export function isPainted(layer: Layer): boolean {
  return layer !== 'nothing' && layer !== 'open';
}

/** Whether two pictures of the same face cannot be equal. */
export function isDifferent(one: Painted, other: Painted): boolean {
  return differs(one.face, other.face) || differs(one.lips, other.lips);
}

/** Of 255: colors that are nearer may give the same picture. */
const NEAR = 48;

function differs(one: Layer, other: Layer): boolean {
  if (one === 'open' || other === 'open') return false;
  if (one === 'nothing' || other === 'nothing') return one !== other;
  if (one.category !== other.category) return false;
  return one.color.some((value, index) => Math.abs(value - (other.color[index] ?? value)) > NEAR);
}
