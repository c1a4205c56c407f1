import { arityIn } from '../../../shared/expression/function-table.ts';
import type { Known, KnownFunctions, KnownNames } from '../../../shared/expression/scope.ts';
import { PURE_ARITIES } from '../expression/functions.ts';
import { DRIVERS, FEATURES, ROLES } from '../vocabulary.ts';

type RunFunction = readonly [takes: string, gives: string, example: string];

/** The functions that a run adds to expressions; see run/globals.ts. */
export const RUN_FUNCTION_TABLE: Readonly<Record<string, RunFunction>> = {
  fresh_key: ['', 'an Idempotency-Key that was never used', 'fresh_key()'],
  inputs: ['any, any?', 'the map {inputs: […]} of a source, and of a hair mask', 'inputs(asset)'],
  unknown_id: [
    'any',
    'an id that looks like this one, or is of this kind, and belongs to nothing',
    "unknown_id('job')",
  ],
  spread: ['number, number', 'a length of time between the two, drawn by the seed', 'spread(0ms, 2s)'],
  price: ['text, number?', 'price of N jobs of an operation, from the balance', "price('skin.analyze', 2)"],
  jobs_seen: ['', 'how many jobs the scenario has made', 'jobs_seen()'],
  all_jobs: ['', 'the ids of the jobs that the scenario has made', 'all_jobs()'],
  all_assets: ['', 'the ids of the assets that the scenario has made', 'all_assets()'],
  fixture: ['text', 'name, media_type, width, height, size and base64 of a picture', "fixture('afro.png')"],
};

const RUN_FUNCTIONS: KnownFunctions = Object.fromEntries(
  Object.entries(RUN_FUNCTION_TABLE).map(([name, [takes]]) => [name, arityIn(takes)]),
);

export const FUNCTIONS: KnownFunctions = { ...PURE_ARITIES, ...RUN_FUNCTIONS };

/** The names that every scenario can use. */
export const GLOBAL_NAMES: KnownNames = {
  target: true,
  tenant: true,
  run: { seed: true },
  budget: { wall: true, jobs: true, credit_units: true },
  key: Object.fromEntries(Object.keys(ROLES).map((role) => [role, true])),
  feature: nested(Object.keys(FEATURES), () => true),
  driver: Object.fromEntries(DRIVERS.map((name) => [name, true])),
  median_job_time: true,
};

/** The global names, including the features of a user's suite. */
export function globalNames(ownFeatures: readonly string[]): KnownNames {
  return { ...GLOBAL_NAMES, feature: nested([...Object.keys(FEATURES), ...ownFeatures], () => true) };
}

/** The names that are known at one place of a scenario. Each step may add some. */
export type KnownHere = { names: Record<string, true | KnownNames> };

/** What expressions at this place may use, until a step adds a name. */
export function knownWith({ names }: KnownHere, more: Record<string, true | KnownNames> | null = null): Known {
  return { names: more === null ? names : { ...names, ...more }, functions: FUNCTIONS };
}

/** Turns `job.cancel` and `job.delete` into {job: {cancel, delete}}. */
export function nested<Value>(names: readonly string[], valueAt: (name: string) => Value) {
  const tree: Record<string, Value | Record<string, Value>> = {};
  for (const name of names) {
    const [first = '', second] = name.split('.');
    if (second === undefined) tree[first] = valueAt(name);
    else tree[first] = { ...(tree[first] as Record<string, Value> | undefined), [second]: valueAt(name) };
  }
  return tree;
}
