import * as z from 'zod';
import type { Account } from '../../domain/account.ts';
import type { Admission } from '../../domain/admission.ts';
import { isNetwork, type Key } from '../../domain/key.ts';
import type { QuotaUse } from '../../domain/quota.ts';
import type { Claim } from '../../domain/rulebook.ts';
import type { UsageRow } from '../../domain/usage.ts';
import { type Feature, OPERATIONS, SCOPE_NAMES } from '../../domain/vocabulary.ts';
import { count, environment, instant, name, owner, schemaOf, text } from './schema-of.ts';

const operation = z.enum(OPERATIONS);
const limit = count.nullable();
const features = z.strictObject({
  lists: z.boolean(),
  cancel: z.boolean(),
  delete: z.boolean(),
  credits: z.boolean(),
} satisfies Record<Feature, z.ZodType>);

export const account = schemaOf<Account>()(
  z.strictObject({
    name,
    disabled: z.boolean(),
    features: z.strictObject({ live: features, test: features }),
    hasTestKey: z.boolean(),
    ledger: z.strictObject({
      settled: z.int(),
      held: z.int(),
      testFunded: z.int(),
      enforced: z.boolean(),
      lowBalanceAt: z.int().nullable(),
      unitCosts: z.partialRecord(operation, count),
    }),
    webhooks: z.boolean(),
    dailyQuota: limit,
    admissionPerMinute: limit,
    keyAdmissions: z.record(z.string(), count),
  }),
);

export const key = schemaOf<Key>()(
  z.strictObject({
    id: name,
    name: name.nullable(),
    secret: name,
    account: name,
    environment,
    scopes: z.array(z.enum(SCOPE_NAMES)),
    revokedAt: instant.nullable(),
    expiresAt: instant.nullable(),
    networks: z.array(z.string().refine(isNetwork, 'must be an address or a CIDR range')).nullable(),
  }),
);

/** `job` may be empty, because a refused request may have claimed a key. */
export const claim = schemaOf<Claim>()(z.strictObject({ fingerprint: text, job: text, at: instant }));

export const usage = schemaOf<UsageRow>()(z.strictObject({ owner, date: z.iso.date(), operation, accepted: z.int() }));

export const quotaUse = schemaOf<QuotaUse>()(z.strictObject({ owner, key: name, operation, at: instant }));

/**
 * Before the first submission, the instants are before all others; and a bucket may be full between two milliseconds.
 */
export const admission = schemaOf<Admission>()(
  z.strictObject({ window: z.int(), count, recent: z.array(instant), fullAt: z.number() }),
);
