import { dirname } from 'node:path';
import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { importsOf } from '../size/budgets.ts';

/** How many of the slow tests that a change does not touch are run all the same. */
const SHARE = 1 / 4;

export type Tests = { paths: readonly string[]; textOf(path: string): string };

/** The slow tests that a change touches: the changed ones, those that import what changed, and those beside it. */
export function touchedTests({ paths, textOf }: Tests, changed: readonly string[]): string[] {
  const folders = new Set(changed.map((path) => dirname(path)));
  return paths.filter(
    (path) => folders.has(dirname(path)) || importsOf(path, textOf(path)).some((one) => changed.includes(one)),
  );
}

/** A part of the tests, drawn by the seed. */
export function drawnTests(paths: readonly string[], seed: string): string[] {
  return shuffled(paths, seededDraws(seed)).slice(0, Math.ceil(paths.length * SHARE));
}
