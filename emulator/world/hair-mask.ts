import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Asset } from '../domain/asset.ts';
import { invalidFields } from '../domain/errors.ts';

/** Reading 11: handles hair masks that are not grayscale, or not of the size of the source. */

export function requireHairMask(mask: Asset, source: Asset, path: string, readings: Readings): void {
  const { hair_mask_of_other_size, hair_mask_in_color } = readings;
  if (isOfOtherSize(mask, source) && hair_mask_of_other_size === 'refuse') {
    const problem = `is ${mask.width} x ${mask.height}, but must be ${source.width} x ${source.height} as the source`;
    throw invalidFields([{ path, problem }]);
  }
  if (isInColor(mask) && hair_mask_in_color === 'refuse') throw invalidFields([{ path, problem: 'is not grayscale' }]);
}

/** Whether a job fails because of its mask. */
export function isSpoilt(mask: Asset, source: Asset, readings: Readings): boolean {
  const { hair_mask_of_other_size, hair_mask_in_color } = readings;
  if (isOfOtherSize(mask, source) && hair_mask_of_other_size === 'job_fails') return true;
  return isInColor(mask) && hair_mask_in_color === 'job_fails';
}

function isOfOtherSize(mask: Asset, source: Asset): boolean {
  return mask.width !== source.width || mask.height !== source.height;
}

/** According to the header; a WebP always counts as colored. */
function isInColor({ isGrey = false }: Asset): boolean {
  return !isGrey;
}
