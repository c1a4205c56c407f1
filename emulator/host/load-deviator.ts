import type { Deviator } from '../world/world.ts';

let loaded: Promise<Deviator> | null = null;

/** The catalogue is large and rarely used, so it is loaded on demand. */
export function loadDeviator(): Promise<Deviator> {
  loaded ??= import('../deviations/deviator.ts').then(({ deviator }) => deviator);
  return loaded;
}
