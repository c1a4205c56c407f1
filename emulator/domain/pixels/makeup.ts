import type { Product } from '../submission.ts';
import type { ProductCategory } from '../vocabulary.ts';
import { paint, share } from './paint.ts';
import { copyPicture, type Mask, type Picture, parseColor } from './picture.ts';

/** The parts of a face, as masks of the size of its picture. */
export type FaceMasks = { skin: Mask; lips: Mask; lipLine: Mask; eyes: Mask; hair: Mask };

/** Where each product is applied, how strong it is at full opacity, and how much of the face shows through. */
const WEAR: Record<ProductCategory, { on: 'skin' | 'lips' | 'lipLine'; strength: number; texture: number }> = {
  foundation: { on: 'skin', strength: 0.55, texture: 0.9 },
  lipstick: { on: 'lips', strength: 0.9, texture: 0.7 },
  lip_liner: { on: 'lipLine', strength: 0.95, texture: 0.4 },
};

/** Paints the layers in their order, each over the previous ones (spec 4.2). */
export function applyMakeup(face: Picture, masks: FaceMasks, products: readonly Product[]): Picture {
  const made = copyPicture(face);
  for (const { category, color, opacity } of products) {
    const { on, strength, texture } = WEAR[category];
    paint(made, face, masks[on], parseColor(color), { opacity: share(opacity) * strength, texture });
  }
  return made;
}
