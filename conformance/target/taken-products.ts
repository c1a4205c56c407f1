import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Said } from './ask.ts';
import { DEFAULT_DATA, type Target } from './target.ts';

type Product = { readonly category: string; readonly color: string };
type Submit = (body: string, key: string) => Promise<Said>;

/** How a color may be written: the specification shows no form (reading 8). The first is that of the default products. */
const SPELLINGS: readonly ((hex: string) => string)[] = [
  (hex) => `#${hex}`,
  (hex) => hex,
  (hex) => `rgb(${partsOf(hex).join(', ')})`,
  (hex) => `#${hex.toUpperCase()}`,
  (hex) => `rgb(${partsOf(hex).join(',')})`,
  (hex) => `0x${hex}`,
];

/**
 * The default products in colors that a server does not refuse for their form, or null where the first will do or none is better.
 * They are tried on a picture that does not exist, so that no job comes of it.
 */
export async function takenProducts({ data }: Pick<Target, 'data'>, submit: Submit): Promise<Product[] | null> {
  const usual = DEFAULT_DATA['products'];
  if (!isDeepStrictEqual(data['products'], usual)) return null;
  for (const [index, spell] of SPELLINGS.entries()) {
    const products = (usual as readonly Product[]).map((one) => ({ ...one, color: spell(one.color.slice(1)) }));
    const inputs = [{ asset_id: `asset_${mark()}`, role: 'source' }];
    const { answer } = await submit(JSON.stringify({ inputs, products }), mark());
    if (answer?.status !== 400) return index === 0 || answer?.status !== 404 ? null : products;
  }
  return null;
}

function partsOf(hex: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function mark(): string {
  return randomUUID().replaceAll('-', '');
}
