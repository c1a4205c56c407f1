import * as z from 'zod';
import { KEY_PREFIX } from '../../domain/key.ts';
import { durationSchema } from '../../domain/readings.ts';
import { ENVIRONMENTS, type Environment, SCOPES } from '../../domain/vocabulary.ts';
import { endpointFields, environmentField } from '../../webhooks/shapes.ts';
import { accountFields, costFields, creditFields, featureFields, keyFields } from './account-fields.ts';
import { worldClockSchema } from './clock.ts';
import { instantSchema, nameSchema, secretSchema } from './names.ts';

/** A product without a price has that of the reading unit_costs, which the account itself does not know. */
const unitCostsSchema = z
  .strictObject({
    'hair.try_on': costFields['hair.try_on'].optional().meta({ default: 2 }),
    'makeup.apply': costFields['makeup.apply'].optional().meta({ default: 1 }),
    'skin.analyze': costFields['skin.analyze'].optional().meta({ default: 1 }),
  })
  .describe('price of an accepted job in units; the reading unit_costs overrides it');

const enabledFeatures = z.strictObject({
  lists: featureFields.lists.default(true),
  cancel: featureFields.cancel.default(true),
  delete: featureFields.delete.default(true),
  credits: featureFields.credits.default(true),
});

const featuresSchema = z.strictObject({
  live: enabledFeatures.prefault({}).describe('with live keys'),
  test: enabledFeatures.prefault({}).describe('with test keys'),
});

const usualAccount = {
  disabled: accountFields.disabled.default(false),
  webhooks: accountFields.webhooks.default(true),
  daily_quota: accountFields.daily_quota.default(null),
  admission_per_minute: accountFields.admission_per_minute.default(null),
};
const usualCredits = {
  enforced: creditFields.enforced.default(true),
  test_funded: creditFields.test_funded.default(0),
  unit_costs: unitCostsSchema.prefault({}),
};
const usualKey = {
  scopes: keyFields.scopes.default([...SCOPES]),
  admission_per_minute: keyFields.admission_per_minute.default(null),
};
const granted = z.int().default(10_000).describe('units at the start');
const threshold = creditFields.threshold.default(null);
const allowlist = keyFields.allowlist.default(null);

function refuseOtherEnvironment(
  { environment, secret }: { environment?: Environment | undefined; secret?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!environment || !secret || secret.startsWith(KEY_PREFIX[environment])) return;
  context.addIssue({ code: 'custom', path: ['secret'], message: 'belongs to the other environment' });
}

const configuredKey = z
  .strictObject({
    name: nameSchema.optional().describe('its name in control calls'),
    secret: secretSchema
      .optional()
      .describe('the value of X-API-Key; its prefix names its environment. Generated if omitted'),
    environment: z.enum(ENVIRONMENTS).optional().describe('environment of a generated secret; live by default'),
    ...usualKey,
    revoked_at: instantSchema.nullable().prefault(null).describe('when it becomes unusable (401); null: never'),
    expires_at: keyFields.expires_at.prefault(null),
    networks: allowlist,
  })
  .superRefine(refuseOtherEnvironment)
  .describe('a key of the account; its prefix names its environment');

export const accountSchema = z.strictObject({
  name: nameSchema.describe('its name in control calls and reports'),
  ...usualAccount,
  endpoints: z
    .array(z.strictObject({ environment: environmentField, ...endpointFields }))
    .default([])
    .describe('webhook endpoints at the start'),
  features: featuresSchema
    .prefault({})
    .describe('enabled features; a disabled one is answered like an unknown path (404)'),
  credits: z
    .strictObject({ granted, ...usualCredits, low_balance_at: threshold })
    .prefault({})
    .describe('units of the live environment; test keys are free'),
  keys: z
    .array(configuredKey)
    .prefault([{}, { environment: 'test' }])
    .describe('keys of the account; by default one of each environment'),
});

/** Properties of a key that can be set when it is created and later. */
const changedKey = {
  ...keyFields,
  revoked: z.boolean().describe('whether it is revoked (401)'),
  expired: z.boolean().describe('whether it has expired (401)'),
  expires_in: durationSchema.describe(
    'the same, relative to now on the clock of the world; until then both keys are valid',
  ),
};

const ENDS = ['expired', 'expires_at', 'expires_in'] as const;

function refuseTwoEnds(key: { [End in (typeof ENDS)[number]]?: unknown }, context: z.RefinementCtx): void {
  const [first, second] = ENDS.filter((name) => key[name] !== undefined);
  if (second !== undefined)
    context.addIssue({ code: 'custom', path: [second], message: `contradicts ${first}: remove one` });
}

export const keyChangeSchema = z.strictObject(changedKey).partial().superRefine(refuseTwoEnds);

const newKeyFields = {
  environment: z.enum(ENVIRONMENTS).optional().describe('live, or the environment of the secret'),
  secret: secretSchema.optional().describe('your own secret; generated by default'),
  ...usualKey,
  revoked: changedKey.revoked.default(false),
  expired: changedKey.expired.optional().meta({ default: false }),
  expires_at: changedKey.expires_at.optional(),
  expires_in: changedKey.expires_in.optional(),
  allowlist,
};

const newKeySchema = z.strictObject(newKeyFields).superRefine(refuseTwoEnds).superRefine(refuseOtherEnvironment);

/** An additional key of an existing account (spec 5.7). */
export const addedKeySchema = z
  .strictObject({ name: nameSchema.optional().describe('its name in calls; generated by default'), ...newKeyFields })
  .superRefine(refuseTwoEnds)
  .superRefine(refuseOtherEnvironment);

const featureSwitches = z.strictObject(featureFields).partial();

/** An account created while the emulator runs (the first row of the driver contract). */
export const newAccountSchema = z
  .strictObject({
    id: nameSchema.optional().describe('your own name; generated by default'),
    own_clock: z
      .boolean()
      .default(false)
      .describe('the account has its own world, whose clock affects no other account'),
    clock: worldClockSchema.optional().describe('clock of that world; frozen by default'),
    ...usualAccount,
    credits: granted,
    ...usualCredits,
    threshold,
    features: z
      .union([featureSwitches, featuresSchema])
      .default({})
      .describe('features that are off, for both environments or for each'),
    keys: z
      .record(nameSchema, newKeySchema.prefault({}))
      .prefault({ live: {}, test: { environment: 'test' } })
      .describe('its keys, by name'),
  })
  .refine(({ own_clock, clock }) => own_clock || clock === undefined, {
    path: ['clock'],
    error: 'is for an account with own_clock: true',
  });

export const accountChangeSchema = z
  .strictObject({
    ...accountFields,
    enforced: creditFields.enforced,
    unit_costs: unitCostsSchema.describe('new prices in units; the others keep their values'),
    features: z
      .strictObject({
        ...featureFields,
        live: featureSwitches.describe('only with live keys'),
        test: featureSwitches.describe('only with test keys'),
      })
      .partial()
      .describe('features to switch on or off, for both environments or for one; the others keep their values'),
  })
  .partial();

export const creditChangeSchema = z
  .strictObject({
    adjust: z.int().describe('units to grant; negative to remove'),
    set: z.int().describe('the new number of settled units'),
    ...creditFields,
  })
  .partial()
  .refine(({ adjust, set }) => adjust === undefined || set === undefined, {
    path: ['set'],
    error: 'cannot be combined with adjust: remove one',
  });

export type AccountInput = z.input<typeof newAccountSchema>;
export type AccountChangeInput = z.input<typeof accountChangeSchema>;
export type CreditChangeInput = z.input<typeof creditChangeSchema>;
export type AddedKeyInput = z.input<typeof addedKeySchema>;
export type KeyChangeInput = z.input<typeof keyChangeSchema>;
export type AccountConfig = z.output<typeof accountSchema>;
export type NewAccount = z.output<typeof newAccountSchema>;
export type NewKeyConfig = z.output<typeof newKeySchema>;
