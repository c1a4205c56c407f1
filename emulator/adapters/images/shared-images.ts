import type { Images } from '../../world/ports.ts';
import { createSharpImages } from './sharp-images.ts';

let images: Images | null = null;
let borrowers = 0;

/**
 * Pictures follow from their input and their request alone: what one emulator has made, another need not make again. What
 * runs for them ends when the last emulator of this process is closed.
 */
export function borrowImages(): Images {
  images ??= createSharpImages();
  const own = images;
  let isBorrowed = true;
  borrowers += 1;
  return {
    ...own,
    close: async () => {
      if (!isBorrowed) return;
      isBorrowed = false;
      borrowers -= 1;
      if (borrowers === 0) await own.close();
    },
  };
}
