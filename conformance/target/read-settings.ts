import { parseDuration } from '../suite/expression/quantities.ts';
import { FEATURES, type Feature, HAIR_FIELDS, type HairField } from '../suite/vocabulary.ts';
import { didYouMean } from '../suite/yaml/nearest.ts';
import type { Node } from '../suite/yaml/node.ts';
import { readFields } from '../suite/yaml/read-fields.ts';
import { fieldsOf, type Reading, refuse, textOf } from './reading.ts';
import type { Budget, Declared, Target } from './target.ts';

type Settings = Pick<Target, 'features' | 'budget' | 'live_keys' | 'timeouts' | 'hair'>;

const BUDGET_FIELDS = fieldsOf({
  wall: 'how long a run may take',
  jobs: 'how many jobs it may submit',
  credit_units: 'how many units it may spend',
  live_keys: 'refuse or allow',
});
const TIMEOUT_FIELDS = fieldsOf({ answer: 'how long an answer may take' });
const HAIR_NAMES = fieldsOf(Object.fromEntries(HAIR_FIELDS.map((field) => [field, 'its name in your body'])));
const LONGEST_ANSWER = 10_000;
const LONGEST_RUN = 600_000;

/** What holds where a target says nothing. */
export const SETTINGS: Settings = {
  features: featuresOf({}),
  budget: { wall: LONGEST_RUN, jobs: null, credit_units: null },
  live_keys: 'refuse',
  timeouts: { answer: LONGEST_ANSWER },
  hair: { mapped: false, fields: hairOf({}) },
};

export function readSettings(nodes: Record<string, Node>, reading: Reading): Settings {
  const { features, budget, timeouts, hair } = nodes;
  const limits = mapOf(budget, BUDGET_FIELDS, 'budget', reading);
  const waits = mapOf(timeouts, TIMEOUT_FIELDS, 'timeouts', reading);
  return {
    features: featuresOf(readFeatures(features, reading)),
    budget: readBudget(limits, reading),
    live_keys: wordOf(limits['live_keys'], ['refuse', 'allow'], 'budget.live_keys', reading) ?? 'refuse',
    timeouts: { answer: durationOf(waits['answer'], 'timeouts.answer', reading) ?? LONGEST_ANSWER },
    hair: { mapped: hair !== undefined, fields: hairOf(readHair(hair, reading)) },
  };
}

function readFeatures(node: Node | undefined, reading: Reading): Partial<Record<Feature, Declared>> {
  const read = mapOf(node, fieldsOf(FEATURES), 'features', reading);
  const declared = Object.entries(read).map(([name, value]) => [name, declaredOf(value, `features.${name}`, reading)]);
  return Object.fromEntries(declared.filter(([, value]) => value !== null));
}

/** Some readers of YAML take on and off for true and false. */
function declaredOf(node: Node, what: string, reading: Reading): Declared | null {
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value ? 'on' : 'off';
  return wordOf(node, ['on', 'off', 'auto'], what, reading);
}

function readBudget({ wall, jobs, credit_units }: Record<string, Node>, reading: Reading): Budget {
  return {
    wall: wall === undefined ? LONGEST_RUN : durationOf(wall, 'budget.wall', reading),
    jobs: countOf(jobs, 'budget.jobs', reading),
    credit_units: countOf(credit_units, 'budget.credit_units', reading),
  };
}

function readHair(node: Node | undefined, reading: Reading): Partial<Record<HairField, string>> {
  const read = mapOf(node, HAIR_NAMES, 'hair', reading);
  const names = Object.entries(read).map(([field, value]) => [field, textOf(value, `hair.${field}`, reading)]);
  return Object.fromEntries(names.filter(([, name]) => name !== null));
}

function mapOf(node: Node | undefined, fields: Parameters<typeof readFields>[1], what: string, reading: Reading) {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return {};
  return readFields(node, fields, what, reading.problems);
}

function wordOf<Word extends string>(
  node: Node | undefined,
  words: readonly Word[],
  what: string,
  reading: Reading,
): Word | null {
  const text = textOf(node, what, reading);
  if (text === null || node === undefined) return null;
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  return refuse(reading, node.place, `${what} is ${words.join(' or ')}, not ${text}${didYouMean(text, words)}`);
}

/** A length of time with its unit; null, where it is written, is none. */
function durationOf(node: Node | undefined, what: string, reading: Reading): number | null {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return null;
  const written = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
  const milliseconds = UNIT.test(written) ? parseDuration(written) : null;
  if (milliseconds !== null && milliseconds > 0) return milliseconds;
  return refuse(reading, node.place, `${what} must be a length of time with its unit, such as 8m or 1h30m`);
}

const UNIT = /[a-z]$/;

function countOf(node: Node | undefined, what: string, reading: Reading): number | null {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return null;
  const { value } = node.kind === 'scalar' ? node : { value: null };
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  return refuse(reading, node.place, `${what} must be a whole number, or null for no limit`);
}

function featuresOf(given: Partial<Record<Feature, Declared>>): Record<Feature, Declared> {
  const names = Object.keys(FEATURES) as Feature[];
  return Object.fromEntries(names.map((name) => [name, given[name] ?? 'auto'])) as Record<Feature, Declared>;
}

function hairOf(given: Partial<Record<HairField, string>>): Record<HairField, string> {
  return Object.fromEntries(HAIR_FIELDS.map((field) => [field, given[field] ?? field])) as Record<HairField, string>;
}
