import { isAsTheyAre } from '../target/pictures/pictures.ts';
import type { Report } from './report.ts';

/** Which pictures were uploaded, where they are not those of the package; null where they are. */
export function picturesText({ pictures }: Pick<Report, 'pictures'>): string | null {
  if (pictures === undefined || isAsTheyAre(pictures)) return null;
  const { taken, own, shortest_side, longest_side } = pictures;
  if (!taken)
    return 'The server took none of the pictures that were tried, of 25 to 2400 pixels: name one that it takes under target.data.face.';
  if (own) return 'The server took none of our pictures, so that all were made of target.data.face.';
  return `The server does not take all of our pictures as they are: those were made anew, with sides of ${shortest_side} to ${longest_side} pixels.`;
}
