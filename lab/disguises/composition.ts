import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { UsageError } from '../../shared/command.ts';
import { didYouMean } from '../../shared/nearest.ts';
import { KINDS, type Kind, settingsOf } from './kinds.ts';

/** The share of the kinds that are used if they can be combined with the others. */
const SHARE = 0.8;

export function kindsNamed(names: readonly string[]): Kind[] {
  return names.map((name) => {
    const kind = KINDS.find((one) => one.name === name);
    if (kind !== undefined) return kind;
    const all = KINDS.map((one) => one.name);
    throw new UsageError(`there is no kind of disguise ${name}${didYouMean(name, all)}; --list prints them`);
  });
}

/** Draws compositions of as many kinds as can be combined, first those that were drawn least. */
export function drawCompositions(kinds: readonly Kind[], runs: number, seed: string): Kind[][] {
  const draw = seededDraws(seed);
  const uses = new Map(kinds.map((kind) => [kind, 0]));
  const usesOf = (kind: Kind) => uses.get(kind) ?? 0;
  return Array.from({ length: runs }, () => {
    const chosen: Kind[] = [];
    for (const kind of shuffled(kinds, draw).sort((one, other) => usesOf(one) - usesOf(other))) {
      const isWanted = usesOf(kind) === 0 || draw() < SHARE;
      if (isWanted && settingsOf([...chosen, kind]) !== null) chosen.push(kind);
    }
    for (const kind of chosen) uses.set(kind, usesOf(kind) + 1);
    return kinds.filter((kind) => chosen.includes(kind));
  });
}
