import * as z from 'zod';
import { KEY_PREFIX } from '../../domain/key.ts';
import { durationSchema } from '../../domain/readings.ts';
import { ENVIRONMENTS, type Feature, SCOPE_NAMES, SCOPES } from '../../domain/vocabulary.ts';
import {
  accountAdmissionSchema,
  dailyQuotaSchema,
  FEATURE_SAYS,
  featuresSchema,
  instantSchema,
  keyAdmissionSchema,
  nameSchema,
  networksSchema,
  secretSchema,
  unitCostsSchema,
} from './account-input.ts';
import { worldFields } from './world-input.ts';

/** The fields of accounts and keys that are made, or changed, while the emulator runs. */

const scopesSchema = z.array(z.enum(SCOPE_NAMES)).describe('the products that it may submit, cancel and delete');

/** What can be said of a key when it is made and later. */
const keyFields = {
  revoked: z.boolean().describe('whether it is revoked (401)'),
  expired: z.boolean().describe('whether it has expired (401)'),
  expires_at: instantSchema.nullable().describe('from then on it is unusable (401); null is never'),
  expires_in: durationSchema.describe('the same, from now on the clock of the world: two keys are valid until then'),
  allowlist: networksSchema.unwrap().describe('where the key may be used from; null is everywhere'),
  admission_per_minute: keyAdmissionSchema,
};

/** One of the ways to say when a key ends. */
function refuseTwoEnds(
  key: { expired?: boolean | undefined; expires_at?: unknown; expires_in?: unknown },
  context: z.RefinementCtx,
): void {
  const given = (['expired', 'expires_at', 'expires_in'] as const).filter((name) => key[name] !== undefined);
  const [first, second] = given;
  if (second !== undefined)
    context.addIssue({ code: 'custom', path: [second], message: `contradicts ${first}: say one` });
}

const { expires_at, expires_in } = keyFields;
const tenantKeyFields = {
  environment: z.enum(ENVIRONMENTS).optional().describe('live, or what the secret says'),
  secret: secretSchema.optional().describe('a secret of your own; one is made where none is given'),
  scopes: scopesSchema.default([...SCOPES]),
  revoked: z.boolean().default(false).describe('whether it was revoked (401)'),
  expired: z.boolean().optional().meta({ default: false }).describe('whether it has expired (401)'),
  expires_at: expires_at.optional(),
  expires_in: expires_in.optional(),
  allowlist: networksSchema,
  admission_per_minute: keyAdmissionSchema.default(null),
};

const tenantKeySchema = z.strictObject(tenantKeyFields).superRefine(refuseTwoEnds).superRefine(refuseOtherEnvironment);

function refuseOtherEnvironment(
  { environment, secret }: { environment?: 'live' | 'test' | undefined; secret?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!environment || !secret || secret.startsWith(KEY_PREFIX[environment])) return;
  context.addIssue({ code: 'custom', path: ['secret'], message: 'is of the other environment' });
}

/** Another key of an account that is there (spec 5.7). */
export const addedKeySchema = z
  .strictObject({
    name: nameSchema.optional().describe('what calls call it; one is made where none is given'),
    ...tenantKeyFields,
  })
  .superRefine(refuseTwoEnds)
  .superRefine(refuseOtherEnvironment);

export const keyChangeSchema = z
  .strictObject({ scopes: scopesSchema, ...keyFields })
  .partial()
  .superRefine(refuseTwoEnds);

const featureSwitch = (name: Feature) => z.boolean().describe(FEATURE_SAYS[name]);
const switchFields = {
  lists: featureSwitch('lists'),
  cancel: featureSwitch('cancel'),
  delete: featureSwitch('delete'),
  credits: featureSwitch('credits'),
} satisfies Record<Feature, z.ZodType>;
const featureSwitches = z.strictObject(switchFields).partial();
const featureChanges = z
  .strictObject({
    ...switchFields,
    live: featureSwitches.describe('with live keys alone'),
    test: featureSwitches.describe('with test keys alone'),
  })
  .partial();

/** An account made on the fly (the first row of the driver contract). */
export const tenantSchema = z
  .strictObject({
    id: nameSchema.optional().describe('a name of your own; one is made where none is given'),
    own_clock: z.boolean().default(false).describe('the account lives alone in a world whose clock moves nobody else'),
    clock: worldFields.clock.unwrap().optional().describe('of that world; frozen unless told otherwise'),
    disabled: z.boolean().default(false).describe('whether all of its keys are unusable (401)'),
    webhooks: z.boolean().default(true).describe('where off, nothing is sent'),
    credits: z.int().default(10_000).describe('units at the start'),
    enforced: z.boolean().default(true).describe('refuse a submission that the units do not cover (402)'),
    threshold: z.int().nullable().default(null).describe('threshold of low_balance; null is none'),
    test_funded: z.int().min(0).default(0).describe('of these, units that are not spendable while enforced'),
    unit_costs: unitCostsSchema.prefault({}).describe('units that an accepted job costs'),
    daily_quota: dailyQuotaSchema.default(null),
    admission_per_minute: accountAdmissionSchema.default(null),
    features: z
      .union([featureSwitches, featuresSchema])
      .default({})
      .describe('features that are off, for both environments or for each'),
    keys: z
      .record(nameSchema, tenantKeySchema.prefault({}))
      .prefault({ live: {}, test: { environment: 'test' } })
      .describe('its keys, by a name for each'),
  })
  .refine(({ own_clock, clock }) => own_clock || clock === undefined, {
    path: ['clock'],
    error: 'is for a tenant with own_clock: true',
  });

export const tenantChangeSchema = z
  .strictObject({
    disabled: z.boolean().describe('whether all of its keys are unusable (401)'),
    webhooks: z.boolean().describe('where off, nothing is sent; what was still to be sent is cancelled'),
    enforced: z.boolean().describe('refuse a submission that the units do not cover (402)'),
    unit_costs: unitCostsSchema.describe('units that a job costs from now on; the others stay'),
    daily_quota: dailyQuotaSchema,
    admission_per_minute: accountAdmissionSchema,
    features: featureChanges.describe('features to switch, for both environments or for one; the others stay'),
  })
  .partial();

export const creditChangeSchema = z
  .strictObject({
    adjust: z.int().describe('a grant, or a correction where it is negative'),
    set: z.int().describe('the settled units from now on, whatever there was before'),
    enforced: z.boolean().describe('refuse a submission that the units do not cover (402)'),
    threshold: z.int().nullable().describe('threshold of low_balance; null is none'),
    test_funded: z.int().min(0).describe('units that are not spendable while enforced'),
  })
  .partial()
  .refine(({ adjust, set }) => adjust === undefined || set === undefined, {
    path: ['set'],
    error: 'cannot stand beside adjust: name one of them',
  });

export type TenantInput = z.input<typeof tenantSchema>;
export type CreditChangeInput = z.input<typeof creditChangeSchema>;
export type TenantChangeInput = z.input<typeof tenantChangeSchema>;
export type AddedKeyInput = z.input<typeof addedKeySchema>;
export type KeyChangeInput = z.input<typeof keyChangeSchema>;
export type TenantConfig = z.output<typeof tenantSchema>;
export type TenantKeyConfig = z.output<typeof tenantKeySchema>;
export type KeyChange = z.output<typeof keyChangeSchema>;
export type TenantChange = z.output<typeof tenantChangeSchema>;
