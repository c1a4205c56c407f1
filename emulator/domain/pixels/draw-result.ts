import type { ColorGradient, Product } from '../submission.ts';
import { colorHair } from './hair.ts';
import type { Landmarks } from './landmarks.ts';
import { applyMakeup, type FaceMasks } from './makeup.ts';
import type { Mask, Picture } from './picture.ts';
import { type Finding, showConcern } from './skin.ts';

/** A decoded input, and where the parts of the face are. */
export type Face = {
  picture: Picture;
  masks: FaceMasks;
  /** Computed once, when it is first needed. */
  landmarks(): Landmarks;
  /** The share of the face's expected area that looks like skin, 0 to 1. */
  skinShare: number;
};

export type Shown =
  | { what: 'makeup'; products: readonly Product[] }
  | { what: 'hair'; gradient: ColorGradient }
  /** `label` determines where scattered spots are. */
  | { what: 'finding'; finding: Finding; label: string };

/** The pixels of a result. They depend only on the arguments. */
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
