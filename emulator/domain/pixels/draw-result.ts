import type { ColorGradient, Product } from '../submission.ts';
import { colorHair } from './hair.ts';
import type { Landmarks } from './landmarks.ts';
import { applyMakeup, type FaceMasks } from './makeup.ts';
import type { Mask, Picture } from './picture.ts';
import { type Finding, showConcern } from './skin.ts';

/** A decoded input, and where in it the parts of a face are. */
export type Face = {
  picture: Picture;
  masks: FaceMasks;
  /** Looked for when they are wanted, once. */
  landmarks(): Landmarks;
  /** How much of where a face is looked for looks like skin, 0 to 1. */
  skinShare: number;
};

/** What a result shows, as plain data. */
export type Shown =
  | { what: 'makeup'; products: readonly Product[] }
  | { what: 'hair'; gradient: ColorGradient }
  /** `label` is what its scattered spots follow from. */
  | { what: 'finding'; finding: Finding; label: string };

/** The pixels of a result. They follow from what is given here alone. */
export function drawResult({ picture, masks, landmarks }: Face, hair: Mask, shown: Shown): Picture {
  switch (shown.what) {
    case 'makeup':
      return applyMakeup(picture, masks, shown.products);
    case 'hair':
      return colorHair(picture, hair, shown.gradient);
    case 'finding':
      return showConcern(picture, { masks, landmarks: landmarks() }, shown.label, shown.finding);
  }
}
