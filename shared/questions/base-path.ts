import type { Readings } from './generated/readings.ts';

const PATHS: Readonly<Record<Readings['base_path'], string>> = {
  none: '',
  one_segment: '/tryon',
  two_segments: '/eu/tryon',
};

/** The path of the base address, which all paths of the service begin with. */
export function basePathOf({ base_path }: Pick<Readings, 'base_path'>): string {
  return PATHS[base_path];
}

/** A path relative to the base address; empty if it is outside of it, which matches no endpoint. */
export function pathBelowBase(readings: Pick<Readings, 'base_path'>, path: string): string {
  const base = basePathOf(readings);
  return path.startsWith(base) ? path.slice(base.length) : '';
}
