import * as z from 'zod';
import type { Account } from './domain/account.ts';
import { parseInput } from './domain/bad-input.ts';
import { isNetwork, KEY_PREFIX, type Key } from './domain/key.ts';
import { durationSchema, readingsSchema } from './domain/readings.ts';
import { parseInstant } from './domain/time.ts';
import { ENVIRONMENTS, type Environment, type Feature, type Operation, SCOPES } from './domain/vocabulary.ts';
import { CLOCK_MODES } from './runtime/clock.ts';

const instantSchema = z.string().transform((text, context) => {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  context.addIssue({ code: 'custom', message: `"${text}" is not an instant: write 2026-01-31T12:00:00Z` });
  return z.NEVER;
});

const clockSchema = z.strictObject({
  mode: z.enum(CLOCK_MODES).describe('auto: polling moves it. frozen: only a call does. running: follows the machine'),
  start: z.union([z.literal('now'), instantSchema]).describe('where the clock begins; now is the machine’s time'),
  rate: z.number().positive().default(1).describe('running only: how many seconds pass in one'),
});

const stagesSchema = z.strictObject({
  queued: durationSchema.prefault('1s').describe('until the job is picked up; a cancel is immediate'),
  picked_up: durationSchema.prefault('500ms').describe('picked up, still queued; a cancel is honoured at its end'),
  preparing: durationSchema.prefault('500ms').describe('running, not processing yet; a cancel is honoured at its end'),
  processing: durationSchema.prefault('2s').describe('processing; the job runs to its end'),
});

const featuresSchema = z.strictObject({
  lists: z.boolean().default(true).describe('both list endpoints'),
  cancel: z.boolean().default(true),
  delete: z.boolean().default(true).describe('both delete endpoints'),
  credits: z.boolean().default(true).describe('the credit balance'),
} satisfies Record<Feature, z.ZodType>);

const unitCostsSchema = z.strictObject({
  'hair.try_on': z.int().min(0).default(2),
  'makeup.apply': z.int().min(0).default(1),
  'skin.analyze': z.int().min(0).default(1),
} satisfies Record<Operation, z.ZodType>);

const creditsSchema = z.strictObject({
  granted: z.int().default(10_000).describe('units at the start'),
  test_funded: z.int().min(0).default(0).describe('of these, units that are not spendable while enforced'),
  enforced: z.boolean().default(true).describe('refuse a submission that the units do not cover (402)'),
  low_balance_at: z.int().nullable().default(null).describe('threshold of low_balance; null is none'),
  unit_costs: unitCostsSchema.prefault({}),
});

const keySchema = z
  .strictObject({
    secret: z.string().regex(/^pk_(live|test)_[A-Za-z0-9_-]{1,200}$/, 'a key begins with pk_live_ or pk_test_'),
    scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
    revoked_at: instantSchema.nullable().default(null),
    expires_at: instantSchema.nullable().default(null),
    networks: z
      .array(z.string().refine(isNetwork, 'an address or a CIDR range, such as 10.0.0.0/8'))
      .nullable()
      .default(null)
      .describe('where the key may be used from; null is everywhere'),
  })
  .describe('a key of the account; its prefix names its environment');

const accountSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, _ and -'),
  disabled: z.boolean().default(false),
  features: z.strictObject({ live: featuresSchema.prefault({}), test: featuresSchema.prefault({}) }).prefault({}),
  credits: creditsSchema.prefault({}),
  keys: z.array(keySchema).default([]),
});

const DEMO_ACCOUNT = { name: 'demo', keys: [{ secret: 'pk_live_demo' }, { secret: 'pk_test_demo' }] };

/** The whole of emulator.yaml; `createEmulator` takes the same names. */
export const configSchema = z
  .strictObject({
    seed: z.string().min(1).default('tryon-kit').describe('decides every id, score and picture'),
    clock: z.union([z.enum(CLOCK_MODES), clockSchema.partial()]).optional(),
    stages: stagesSchema.prefault({}).describe('how long a job stays in each stage'),
    readings: readingsSchema.prefault({}).describe('what to do where the spec is silent'),
    accounts: z.array(accountSchema).min(1).prefault([DEMO_ACCOUNT]),
    unreadable: z
      .strictObject({
        key_store: z.boolean().default(false).describe('keys cannot be checked: 503'),
        ledger: z.boolean().default(false).describe('credits cannot be read: 503'),
      })
      .prefault({}),
    server: z
      .strictObject({
        request_timeout: durationSchema.prefault('60s').describe('longest time that a request may take to arrive'),
        max_header_bytes: z
          .int()
          .min(1024)
          .default(16 * 1024),
      })
      .prefault({}),
  })
  .superRefine(refuseDuplicates);

export type ConfigInput = z.input<typeof configSchema>;
export type Config = z.output<typeof configSchema>;

function refuseDuplicates(
  config: { accounts: { name: string; keys: { secret: string }[] }[] },
  context: z.RefinementCtx,
) {
  const names = new Set<string>();
  const secrets = new Set<string>();
  config.accounts.forEach((account, index) => {
    const again = (path: (string | number)[], text: string) =>
      context.addIssue({ code: 'custom', path: ['accounts', index, ...path], message: `"${text}" is there already` });
    if (names.has(account.name)) again(['name'], account.name);
    names.add(account.name);
    account.keys.forEach(({ secret }, position) => {
      if (secrets.has(secret)) again(['keys', position, 'secret'], secret);
      secrets.add(secret);
    });
  });
}

/** Every mistake is named at once, each with its place. */
export function parseConfig(input: unknown): Config {
  return parseInput('The configuration', configSchema, input);
}

export function accountRow(config: Config['accounts'][number]): Account {
  const { granted, test_funded, enforced, low_balance_at, unit_costs } = config.credits;
  return {
    name: config.name,
    disabled: config.disabled,
    features: config.features,
    hasTestKey: config.keys.some(({ secret }) => environmentOfSecret(secret) === 'test'),
    ledger: {
      settled: granted,
      held: 0,
      testFunded: test_funded,
      enforced,
      lowBalanceAt: low_balance_at,
      unitCosts: unit_costs,
    },
  };
}

export function keyRow(account: string, config: Config['accounts'][number]['keys'][number], id: string): Key {
  return {
    id,
    secret: config.secret,
    account,
    environment: environmentOfSecret(config.secret),
    scopes: config.scopes,
    revokedAt: config.revoked_at,
    expiresAt: config.expires_at,
    networks: config.networks,
  };
}

function environmentOfSecret(secret: string): Environment {
  return ENVIRONMENTS.find((environment) => secret.startsWith(KEY_PREFIX[environment])) ?? 'live';
}
