import type { Images } from '../../world/ports.ts';
import { createSharpImages } from './sharp-images.ts';

/** Pictures depend only on the input and the request, so all emulators share them, until the last one is closed. */
export const borrowImages = lendImages(createSharpImages);

/** Lends the same images to all callers, and closes them when all borrowers have closed theirs. */
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
