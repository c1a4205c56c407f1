import type { Images } from '../../world/ports.ts';
import { createSharpImages } from './sharp-images.ts';

/**
 * Pictures follow from their input and their request alone: what one emulator has made, another need not make again. What
 * runs for them ends when the last emulator of this process is closed.
 */
export const borrowImages = lendImages(createSharpImages);

/** Lends the same images to everybody, and closes them when all have closed what they borrowed. */
export function lendImages(create: () => Images): () => Images {
  let images: Images | null = null;
  const borrowed = new Set<object>();
  return () => {
    images ??= create();
    const { close, ...others } = images;
    const loan: Images = {
      ...others,
      close: async () => {
        if (borrowed.delete(loan) && borrowed.size === 0) await close();
      },
    };
    borrowed.add(loan);
    return loan;
  };
}
