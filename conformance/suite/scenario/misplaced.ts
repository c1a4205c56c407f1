import { VIEW_MEMBERS } from '../expectation/expectation.ts';
import { ARM, CLASS, SCENARIO, SET_UP, STEPS } from './fields.ts';

/**
 * Where a word belongs that nobody knows where it stands: most often it is indented too little or too far. Nothing where
 * it belongs nowhere.
 */
export function misplaced(key: string): string {
  const owner = OWNERS.find(([, has]) => has(key))?.[0];
  return owner === undefined ? '' : `; ${key} stands ${owner}: is it indented as it should be?`;
}

const STEP_FIELDS = Object.assign({}, ...Object.values(STEPS)) as object;

const OWNERS: readonly (readonly [where: string, has: (key: string) => boolean])[] = [
  ['below expect', (key) => /^(?!GAP-)[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/.test(key)],
  ['below observe', (key) => key.startsWith('GAP-')],
  ['in a step', (key) => Object.hasOwn(STEP_FIELDS, key)],
  ['in a scenario', (key) => Object.hasOwn(SCENARIO, key)],
  ['in an arm', (key) => Object.hasOwn(ARM, key)],
  ['in a set-up', (key) => Object.hasOwn(SET_UP, key)],
  ['below a class', (key) => Object.hasOwn(CLASS, key)],
  ['in an expectation', (key) => VIEW_MEMBERS.includes(key.split(/[.[]/)[0] ?? '')],
];
