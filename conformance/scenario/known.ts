import { PURE_ARITIES } from '../expression/functions.ts';
import type { Known, KnownFunctions, KnownNames } from '../expression/scope.ts';
import { DRIVERS, FEATURES, ROLES } from '../target/target.ts';

/** What the run itself offers to expressions; run/functions.ts has them. */
export const RUN_FUNCTIONS: KnownFunctions = {
  fresh_key: [0, 0],
  inputs: [1, 2],
  unknown_id: [1, 1],
  spread: [2, 2],
  price: [1, 2],
  jobs_seen: [0, 0],
  all_jobs: [0, 0],
  all_assets: [0, 0],
  fixture: [1, 1],
};

export const FUNCTIONS: KnownFunctions = { ...PURE_ARITIES, ...RUN_FUNCTIONS };

/** Names that are there from the start, whatever the scenario. */
export const GLOBAL_NAMES: KnownNames = {
  target: true,
  tenant: true,
  run: { seed: true },
  budget: { wall: true, jobs: true, credit_units: true },
  key: Object.fromEntries(Object.keys(ROLES).map((role) => [role, true])),
  feature: nested(Object.keys(FEATURES)),
  driver: Object.fromEntries(DRIVERS.map((name) => [name, true])),
  median_job_time: true,
};

/** What is known at one place of a scenario, growing from step to step. */
export type KnownHere = { names: Record<string, true | KnownNames> };

export function knownWith(here: KnownHere, more: Record<string, true | KnownNames> = {}): Known {
  return { names: { ...here.names, ...more }, functions: FUNCTIONS };
}

/** `job.cancel` and `job.delete` as {job: {cancel, delete}}. */
function nested(names: readonly string[]): KnownNames {
  const tree: Record<string, true | Record<string, true>> = {};
  for (const name of names) {
    const [first = '', second] = name.split('.');
    if (second === undefined) tree[first] = true;
    else tree[first] = { ...(typeof tree[first] === 'object' ? tree[first] : {}), [second]: true };
  }
  return tree;
}
