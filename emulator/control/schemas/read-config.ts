import { isMap } from '../../../shared/is-map.ts';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { isEnumeration } from '../../../shared/questions/question.ts';
import { conflictsIn } from '../../domain/choices.ts';
import { USUAL_BOUNDS } from '../../domain/memory/memory.ts';
import { DEFAULT_READINGS, READING_QUESTIONS } from '../../domain/readings.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { SECOND } from '../../domain/values/time.ts';
import { SCOPES } from '../../domain/vocabulary.ts';
import { CLOCK_MODES, type ClockMode } from '../../runtime/clock.ts';
import type { AccountConfig } from './account-input.ts';
import { type Config, configSchema } from './config-input.ts';
import { type NamedWorldInput, namedWorldSchema, type WorldConfig } from './world-input.ts';

/** Reads a configuration, mostly without a schema: the defaults are written out, and a test compares the two. */

function usualWorld(): WorldConfig {
  return {
    seed: 'tryon-kit',
    clock: 'auto',
    stages: { queued: SECOND, picked_up: 0.5 * SECOND, preparing: 0.5 * SECOND, processing: 2 * SECOND },
    readings: DEFAULT_READINGS,
    answers: [],
    assets: [],
    jobs: [],
    plans: [],
    faults: [],
    deviate: [],
    unreadable: { key_store: false, ledger: false },
    emulator_now: true,
    journal_limit: 10_000,
  };
}

function usualConfig(): Config {
  return {
    ...usualWorld(),
    worlds: {},
    webhook_timeout: 10 * SECOND,
    webhook_metadata_addresses: 'refuse',
    memory: { ...USUAL_BOUNDS },
    server: { request_timeout: 60 * SECOND, max_header_bytes: 16 * 1024 },
  };
}

type KeyConfig = AccountConfig['keys'][number];

export function usualAccount(name: string, keys: readonly Pick<KeyConfig, 'name' | 'secret'>[]): AccountConfig {
  const all = { lists: true, cancel: true, delete: true, credits: true };
  const unlimited = { scopes: [...SCOPES], admission_per_minute: null };
  const lasting = { revoked_at: null, expires_at: null, networks: null };
  return {
    name,
    disabled: false,
    webhooks: true,
    daily_quota: null,
    admission_per_minute: null,
    endpoints: [],
    features: { live: all, test: { ...all } },
    credits: { granted: 10_000, enforced: true, test_funded: 0, unit_costs: {}, low_balance_at: null },
    keys: keys.map((key) => ({ ...key, ...unlimited, ...lasting })),
  };
}

/** The fields that can be read without a schema, each with the values for which this is possible. */
const PLAIN = new Map<string, (value: unknown) => boolean>([
  ['seed', (value) => typeof value === 'string' && value !== ''],
  ['clock', (value) => CLOCK_MODES.includes(value as ClockMode)],
  ['deviate', (value) => Array.isArray(value) && value.length === 0],
]);

/** The choices of each question that are listed one by one: a schema would only look them up, too. */
const LISTED = new Map(
  READING_QUESTIONS.flatMap(({ name, choices }) => (isEnumeration(choices) ? [[name, new Set<unknown>(choices)]] : [])),
);

function plainReadings(input: unknown): Readings | null {
  if (input === undefined) return DEFAULT_READINGS;
  const isPlain = isMap(input) && Object.entries(input).every(([name, choice]) => LISTED.get(name)?.has(choice));
  return isPlain ? { ...DEFAULT_READINGS, ...input } : null;
}

function withUsual<Whole extends WorldConfig>(input: unknown, usual: () => Whole): Whole | null {
  if (!isMap(input)) return null;
  const { readings: chosen, ...others } = input;
  const readings = plainReadings(chosen);
  const isPlain = Object.entries(others).every(([name, value]) => PLAIN.get(name)?.(value));
  if (readings === null || !isPlain) return null;
  const made = { ...usual(), ...others, readings };
  return conflictsIn(made).length === 0 ? made : null;
}

/** Reports all mistakes at once, each with its place. */
export function parseConfig(input: unknown): Config {
  return withUsual(input, usualConfig) ?? parseInput('The configuration', configSchema, input);
}

export function parseNamedWorld(input: NamedWorldInput): WorldConfig & { name?: string | undefined } {
  return withUsual(input, usualWorld) ?? parseInput('The world', namedWorldSchema, input);
}
