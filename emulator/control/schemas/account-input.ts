import * as z from 'zod';
import type { Account } from '../../domain/account.ts';
import type { Ledger } from '../../domain/credits.ts';
import { isNetwork, KEY_PREFIX, type Key, type NewKey } from '../../domain/key.ts';
import { parseInstant } from '../../domain/values/time.ts';
import {
  ENVIRONMENTS,
  type Environment,
  FEATURES,
  type Feature,
  type Operation,
  SCOPE_NAMES,
  SCOPES,
} from '../../domain/vocabulary.ts';
import { endpointFields, environmentField } from '../../webhooks/endpoint-input.ts';

/** The fields of an account and its keys, in a configuration and in a call that makes one. */

export const instantSchema = z
  .string()
  .transform((text, context) => {
    const instant = parseInstant(text);
    if (instant !== null) return instant;
    context.addIssue({ code: 'custom', message: `"${text}" is not an instant: write 2026-01-31T12:00:00Z` });
    return z.NEVER;
  })
  .meta({ title: 'instant' });

export const FEATURE_SAYS: Record<Feature, string> = {
  lists: 'both list endpoints',
  cancel: 'the cancel endpoint',
  delete: 'both delete endpoints',
  credits: 'the credit balance',
};

const feature = (name: Feature) => z.boolean().default(true).describe(FEATURE_SAYS[name]);
const environmentFeatures = z.strictObject({
  lists: feature('lists'),
  cancel: feature('cancel'),
  delete: feature('delete'),
  credits: feature('credits'),
} satisfies Record<Feature, z.ZodType>);

export const featuresSchema = z.strictObject({
  live: environmentFeatures.prefault({}).describe('with live keys'),
  test: environmentFeatures.prefault({}).describe('with test keys'),
});

/** Its default is that of the reading, which the account itself does not know. */
const unitCost = (product: string, usual: number) =>
  z
    .int()
    .min(0)
    .optional()
    .meta({ default: usual })
    .describe(`units that ${product} costs, unless the reading unit_costs says another price`);

export const unitCostsSchema = z.strictObject({
  'hair.try_on': unitCost('a hair color try-on', 2),
  'makeup.apply': unitCost('a makeup try-on', 1),
  'skin.analyze': unitCost('a skin analysis', 1),
} satisfies Record<Operation, z.ZodType>);

export const creditsSchema = z.strictObject({
  granted: z.int().default(10_000).describe('units at the start'),
  test_funded: z.int().min(0).default(0).describe('of these, units that are not spendable while enforced'),
  enforced: z.boolean().default(true).describe('refuse a submission that the units do not cover (402)'),
  low_balance_at: z.int().nullable().default(null).describe('threshold of low_balance; null is none'),
  unit_costs: unitCostsSchema.prefault({}).describe('units that an accepted job costs'),
});

export const networksSchema = z
  .array(
    z.string().refine(isNetwork, 'must be an address or a CIDR range, such as 10.0.0.0/8').meta({ title: 'network' }),
  )
  .nullable()
  .default(null)
  .describe('where the key may be used from; null is everywhere');

export const secretSchema = z
  .string()
  .regex(/^pk_(live|test)_[A-Za-z0-9_-]{1,200}$/, 'must begin with pk_live_ or pk_test_')
  .meta({ title: 'key' });

export const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, _ and -, at most 64')
  .meta({ title: 'name' });

/** Reading 27 and 28: limits that stand in place of those of the world. */
export const dailyQuotaSchema = z
  .int()
  .min(0)
  .nullable()
  .describe('jobs of each operation a UTC day; null is what the switches and the readings say');
export const accountAdmissionSchema = z
  .int()
  .min(0)
  .nullable()
  .describe('jobs that its keys together may submit in a minute; null is what the switches say of each key');
export const keyAdmissionSchema = z
  .int()
  .min(0)
  .nullable()
  .describe('jobs that the key may submit in a minute; null is what holds for its account');

const keySchema = z
  .strictObject({
    name: nameSchema.optional().describe('what control calls may call it'),
    secret: secretSchema
      .optional()
      .describe('what clients send as X-API-Key; its beginning names its environment. Left out, one is made'),
    environment: z.enum(ENVIRONMENTS).optional().describe('of a key whose secret is made: live where none is named'),
    scopes: z
      .array(z.enum(SCOPE_NAMES))
      .default([...SCOPES])
      .describe('the products that it may submit, cancel and delete'),
    revoked_at: instantSchema.nullable().prefault(null).describe('from then on it is unusable (401); null is never'),
    expires_at: instantSchema.nullable().prefault(null).describe('from then on it is unusable (401); null is never'),
    networks: networksSchema,
    admission_per_minute: keyAdmissionSchema.default(null),
  })
  .refine(({ environment, secret }) => !environment || !secret || secret.startsWith(KEY_PREFIX[environment]), {
    path: ['secret'],
    error: 'is of the other environment',
  })
  .describe('a key of the account; its prefix names its environment');

const endpointSchema = z.strictObject({ environment: environmentField, ...endpointFields });

export const accountSchema = z.strictObject({
  name: nameSchema.describe('what control calls and reports call it'),
  disabled: z.boolean().default(false).describe('whether all of its keys are unusable (401)'),
  webhooks: z.boolean().default(true).describe('where off, nothing is sent'),
  endpoints: z.array(endpointSchema).default([]).describe('webhook endpoints that are there from the start'),
  features: featuresSchema.prefault({}).describe('what is enabled; what is not answers as an unknown path does (404)'),
  daily_quota: dailyQuotaSchema.default(null),
  admission_per_minute: accountAdmissionSchema.default(null),
  credits: creditsSchema.prefault({}).describe('units of the live environment; test keys charge nothing'),
  keys: z
    .array(keySchema)
    .prefault([{}, { environment: 'test' }])
    .describe('keys of the account; one of each environment is made where none is named'),
});

export type AccountConfig = z.output<typeof accountSchema>;
type Features = z.output<typeof featuresSchema>;

export type AccountRows = { account: Account; keys: NewKey[] };

/** `madeFor`: what stands before the name of the account in secrets that are made, so that no two worlds have the same. */
export function accountRows({ name, keys: given, ...config }: AccountConfig, madeFor = ''): AccountRows {
  const keys = given.map((key, index) => ({ ...key, secret: key.secret ?? madeSecret(given, index, madeFor + name) }));
  const hasTestKey = keys.some(({ secret }) => environmentOfSecret(secret) === 'test');
  return {
    account: accountRow({ name, hasTestKey, ...config }),
    keys: keys.map(({ secret, scopes, revoked_at: revokedAt, expires_at: expiresAt, networks, ...key }) => {
      const called = { account: name, name: key.name ?? null };
      return keyRow(called, secret, {
        scopes,
        revokedAt,
        expiresAt,
        networks,
        admissionPerMinute: key.admission_per_minute,
      });
    }),
  };
}

/** `pk_live_acme` for the first of its environment, `pk_live_acme_2` for the next one. */
function madeSecret(keys: AccountConfig['keys'], index: number, name: string): string {
  const environmentOf = (key: AccountConfig['keys'][number] | undefined) => key?.environment ?? 'live';
  const environment = environmentOf(keys[index]);
  const before = keys.slice(0, index).filter((key) => key.secret === undefined && environmentOf(key) === environment);
  return `${KEY_PREFIX[environment]}${name}${before.length === 0 ? '' : `_${before.length + 1}`}`;
}

type AccountParts = Pick<Account, 'name' | 'disabled' | 'webhooks' | 'hasTestKey' | 'features'> & {
  credits: z.output<typeof creditsSchema>;
  daily_quota: number | null;
  admission_per_minute: number | null;
};

export function accountRow({
  name,
  disabled,
  webhooks,
  hasTestKey,
  features,
  credits,
  ...limits
}: AccountParts): Account {
  const { granted, test_funded, enforced, low_balance_at, unit_costs } = credits;
  const ledger: Ledger = {
    settled: granted,
    held: 0,
    testFunded: test_funded,
    enforced,
    lowBalanceAt: low_balance_at,
    unitCosts: unit_costs,
  };
  const { daily_quota: dailyQuota, admission_per_minute: admissionPerMinute } = limits;
  return { name, disabled, webhooks, features, hasTestKey, ledger, dailyQuota, admissionPerMinute, keyAdmissions: {} };
}

export function keyRow(
  called: Pick<Key, 'account' | 'name'>,
  secret: string,
  { scopes, ...limits }: Omit<NewKey, 'account' | 'name' | 'secret' | 'environment'>,
): NewKey {
  return { ...called, secret, environment: environmentOfSecret(secret), scopes: grantedBy(scopes), ...limits };
}

/** Reading 36: a key of every product has the scope of hair, however it is called. */
export function grantedBy(scopes: Key['scopes']): Key['scopes'] {
  return SCOPES.every((scope) => scopes.includes(scope)) ? SCOPE_NAMES : scopes;
}

function environmentOfSecret(secret: string): Environment {
  return ENVIRONMENTS.find((environment) => secret.startsWith(KEY_PREFIX[environment])) ?? 'live';
}

/** One set of features for both environments, or one for each. */
export function featuresOf(given: { [Name in Feature]?: boolean | undefined }): Features {
  const all = Object.fromEntries(FEATURES.map((feature) => [feature, given[feature] ?? true])) as Record<
    Feature,
    boolean
  >;
  return { live: all, test: all };
}
