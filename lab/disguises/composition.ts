import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { UsageError } from '../../shared/command.ts';
import { didYouMean } from '../../shared/nearest.ts';
import { DRIVER_KINDS } from './kinds/drivers.ts';
import { HTTP_KINDS } from './kinds/http.ts';
import { JSON_KINDS } from './kinds/json.ts';
import type { Kind } from './kinds/kind.ts';
import { NAMES } from './kinds/names.ts';
import { PLAIN, type Settings } from './settings.ts';

/** Every kind of disguise. */
export const KINDS: readonly Kind[] = [...NAMES, ...JSON_KINDS, ...HTTP_KINDS, ...DRIVER_KINDS];

/** The ids of assets, jobs and events may have a style each. */
const MOST_ID_STYLES = 3;
/** The share of the families that a run disguises in. */
const SHARE = 0.9;

/** The settings of kinds together; null if two of them set the same. */
export function settingsOf(kinds: readonly Kind[]): Settings | null {
  const styles = kinds.flatMap(({ sets }) => sets.ids ?? []);
  const fields = kinds.flatMap(({ sets }) => Object.keys(sets).filter((field) => field !== 'ids'));
  if (new Set(fields).size < fields.length || styles.length > MOST_ID_STYLES) return null;
  const settings = Object.assign({ ...PLAIN }, ...kinds.map(({ sets }) => sets));
  return { ...settings, ids: styles.length === 0 ? PLAIN.ids : styles };
}

export function kindsNamed(names: readonly string[]): Kind[] {
  return names.map((name) => {
    const kind = KINDS.find((one) => one.name === name);
    if (kind !== undefined) return kind;
    const all = KINDS.map((one) => one.name);
    throw new UsageError(`there is no kind of disguise ${name}${didYouMean(name, all)}; there are ${all.join(', ')}`);
  });
}

export function nameOf(kinds: readonly Kind[]): string {
  return kinds.map(({ name }) => name).join('+');
}

export function familyOf({ name }: Kind): string {
  return name.split('=')[0] ?? '';
}

/** Draws compositions of many kinds, in which each kind is about as often as the others of its family. */
export function drawCompositions(kinds: readonly Kind[], runs: number, seed: string): Kind[][] {
  const draw = seededDraws(seed);
  const uses = new Map<Kind, number>();
  return Array.from({ length: runs }, () => {
    const families = shuffled([...new Set(kinds.map(familyOf))], draw);
    const chosen: Kind[] = [];
    for (const name of families.flatMap((family) => (family === 'ids' ? [family, family, family] : [family]))) {
      const open = shuffled(kinds, draw).filter((kind) => familyOf(kind) === name && !chosen.includes(kind));
      const rare = open.sort((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0));
      const next = rare.find((kind) => settingsOf([...chosen, kind]) !== null);
      const isMissing = families.length === 1 || draw() < SHARE;
      if (next !== undefined && isMissing) chosen.push(next);
    }
    for (const kind of chosen) uses.set(kind, (uses.get(kind) ?? 0) + 1);
    return kinds.filter((kind) => chosen.includes(kind));
  });
}
