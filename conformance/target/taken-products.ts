import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Said } from './ask.ts';
import { DEFAULT_DATA, type Target } from './target.ts';

type Product = { readonly category: string; readonly color: string };
type Submit = (body: string, key: string) => Promise<Said>;

/**
 * Possible notations of a color, since the specification defines none (reading 8). The first is that of the default
 * products.
 */
const SPELLINGS: readonly ((hex: string) => string)[] = [
  (hex) => `#${hex}`,
  (hex) => hex,
  (hex) => `rgb(${partsOf(hex).join(', ')})`,
  (hex) => `#${hex.toUpperCase()}`,
  (hex) => `rgb(${partsOf(hex).join(',')})`,
  (hex) => `0x${hex}`,
];

/**
 * The accepted colors. `picture_first`: a missing picture is reported before an invalid color, so no color was checked.
 */
export type TakenProducts = { products: Product[] | null; picture_first: boolean };

/** Tries the default products on a picture that does not exist, so that no job is made. */
export async function takenProducts(target: Pick<Target, 'data'>, submit: Submit): Promise<TakenProducts> {
  const nowhere = `asset_${randomUUID().replaceAll('-', '')}`;
  const products = await productsTakenOn(nowhere, target, submit);
  const isOpen = products === null && isUsual(target);
  return { products, picture_first: isOpen && (await statusOf(nowhere, 'none', submit)) === 404 };
}

/**
 * Returns the default products in colors whose notation a server accepts; null if it accepts the first notation, or
 * none.
 */
export async function productsTakenOn(
  picture: string,
  target: Pick<Target, 'data'>,
  submit: Submit,
): Promise<Product[] | null> {
  if (!isUsual(target)) return null;
  for (const [index, spell] of SPELLINGS.entries()) {
    const products = USUAL.map((one) => ({ ...one, color: spell(one.color.slice(1)) }));
    const status = await statusOf(picture, products, submit);
    if (status !== 400) return index === 0 || !TAKEN.includes(status) ? null : products;
  }
  return null;
}

const USUAL = DEFAULT_DATA['products'] as readonly Product[];
/** An existing picture makes a job; for a missing one, these answers mean that nothing else is wrong. */
const TAKEN = [200, 202, 404];

function isUsual({ data }: Pick<Target, 'data'>): boolean {
  return isDeepStrictEqual(data['products'], USUAL);
}

async function statusOf(picture: string, products: unknown, submit: Submit): Promise<number> {
  const inputs = [{ asset_id: picture, role: 'source' }];
  const { answer } = await submit(JSON.stringify({ inputs, products }), randomUUID());
  return answer?.status ?? 0;
}

function partsOf(hex: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
