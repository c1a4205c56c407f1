import type { Deviator } from '../world/world.ts';

let loaded: Promise<Deviator> | null = null;

/** The catalogue is large and seldom wanted: it is loaded when someone first asks. */
export function loadDeviator(): Promise<Deviator> {
  loaded ??= import('../deviations/deviator.ts').then(({ deviator }) => deviator);
  return loaded;
}
