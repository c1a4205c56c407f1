import * as z from 'zod';
import { KEY_PREFIX } from '../../domain/key.ts';
import { durationSchema } from '../../domain/readings.ts';
import { ENVIRONMENTS, type Environment, SCOPES } from '../../domain/vocabulary.ts';
import { endpointFields, environmentField } from '../../webhooks/shapes.ts';
import { accountFields, costFields, creditFields, featureFields, keyFields } from './account-fields.ts';
import { worldClockSchema } from './clock.ts';
import { instantSchema, nameSchema, secretSchema } from './names.ts';

/** Accounts and keys: in a configuration, and in the calls that make or change them. */

/** The price of a product is that of the reading unit_costs, which the account itself does not know, where none is named. */
const unitCostsSchema = z
  .strictObject({
    'hair.try_on': costFields['hair.try_on'].optional().meta({ default: 2 }),
    'makeup.apply': costFields['makeup.apply'].optional().meta({ default: 1 }),
    'skin.analyze': costFields['skin.analyze'].optional().meta({ default: 1 }),
  })
  .describe('units that an accepted job costs, unless the reading unit_costs says another price');

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

/** What an account has where nothing is said. */
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
  context.addIssue({ code: 'custom', path: ['secret'], message: 'is of the other environment' });
}

const configuredKey = z
  .strictObject({
    name: nameSchema.optional().describe('what control calls may call it'),
    secret: secretSchema
      .optional()
      .describe('what clients send as X-API-Key; its beginning names its environment. Left out, one is made'),
    environment: z.enum(ENVIRONMENTS).optional().describe('of a key whose secret is made: live where none is named'),
    ...usualKey,
    revoked_at: instantSchema.nullable().prefault(null).describe('from then on it is unusable (401); null is never'),
    expires_at: keyFields.expires_at.prefault(null),
    networks: allowlist,
  })
  .superRefine(refuseOtherEnvironment)
  .describe('a key of the account; its prefix names its environment');

/** An account of a configuration. */
export const accountSchema = z.strictObject({
  name: nameSchema.describe('what control calls and reports call it'),
  ...usualAccount,
  endpoints: z
    .array(z.strictObject({ environment: environmentField, ...endpointFields }))
    .default([])
    .describe('webhook endpoints that are there from the start'),
  features: featuresSchema.prefault({}).describe('what is enabled; what is not answers as an unknown path does (404)'),
  credits: z
    .strictObject({ granted, ...usualCredits, low_balance_at: threshold })
    .prefault({})
    .describe('units of the live environment; test keys charge nothing'),
  keys: z
    .array(configuredKey)
    .prefault([{}, { environment: 'test' }])
    .describe('keys of the account; one of each environment is made where none is named'),
});

/** What can be said of a key when it is made and later. */
const changedKey = {
  ...keyFields,
  revoked: z.boolean().describe('whether it is revoked (401)'),
  expired: z.boolean().describe('whether it has expired (401)'),
  expires_in: durationSchema.describe('the same, from now on the clock of the world: two keys are valid until then'),
};

const ENDS = ['expired', 'expires_at', 'expires_in'] as const;

/** A key ends in one way. */
function refuseTwoEnds(key: { [End in (typeof ENDS)[number]]?: unknown }, context: z.RefinementCtx): void {
  const [first, second] = ENDS.filter((name) => key[name] !== undefined);
  if (second !== undefined)
    context.addIssue({ code: 'custom', path: [second], message: `contradicts ${first}: say one` });
}

export const keyChangeSchema = z.strictObject(changedKey).partial().superRefine(refuseTwoEnds);

const newKeyFields = {
  environment: z.enum(ENVIRONMENTS).optional().describe('live, or what the secret says'),
  secret: secretSchema.optional().describe('a secret of your own; one is made where none is given'),
  ...usualKey,
  revoked: changedKey.revoked.default(false),
  expired: changedKey.expired.optional().meta({ default: false }),
  expires_at: changedKey.expires_at.optional(),
  expires_in: changedKey.expires_in.optional(),
  allowlist,
};

const newKeySchema = z.strictObject(newKeyFields).superRefine(refuseTwoEnds).superRefine(refuseOtherEnvironment);

/** Another key of an account that is there (spec 5.7). */
export const addedKeySchema = z
  .strictObject({
    name: nameSchema.optional().describe('what calls call it; one is made where none is given'),
    ...newKeyFields,
  })
  .superRefine(refuseTwoEnds)
  .superRefine(refuseOtherEnvironment);

const featureSwitches = z.strictObject(featureFields).partial();

/** An account made while the emulator runs (the first row of the driver contract). */
export const newAccountSchema = z
  .strictObject({
    id: nameSchema.optional().describe('a name of your own; one is made where none is given'),
    own_clock: z
      .boolean()
      .default(false)
      .describe('the account has a world of its own, whose clock moves no other account'),
    clock: worldClockSchema.optional().describe('of that world; frozen unless told otherwise'),
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
      .describe('its keys, by a name for each'),
  })
  .refine(({ own_clock, clock }) => own_clock || clock === undefined, {
    path: ['clock'],
    error: 'is for an account with own_clock: true',
  });

export const accountChangeSchema = z
  .strictObject({
    ...accountFields,
    enforced: creditFields.enforced,
    unit_costs: unitCostsSchema.describe('units that a job costs from now on; the others stay'),
    features: z
      .strictObject({
        ...featureFields,
        live: featureSwitches.describe('with live keys alone'),
        test: featureSwitches.describe('with test keys alone'),
      })
      .partial()
      .describe('features to switch, for both environments or for one; the others stay'),
  })
  .partial();

export const creditChangeSchema = z
  .strictObject({
    adjust: z.int().describe('a grant, or a correction where it is negative'),
    set: z.int().describe('the settled units from now on, whatever there was before'),
    ...creditFields,
  })
  .partial()
  .refine(({ adjust, set }) => adjust === undefined || set === undefined, {
    path: ['set'],
    error: 'cannot stand beside adjust: name one of them',
  });

export type AccountInput = z.input<typeof newAccountSchema>;
export type AccountChangeInput = z.input<typeof accountChangeSchema>;
export type CreditChangeInput = z.input<typeof creditChangeSchema>;
export type AddedKeyInput = z.input<typeof addedKeySchema>;
export type KeyChangeInput = z.input<typeof keyChangeSchema>;
export type AccountConfig = z.output<typeof accountSchema>;
export type NewAccount = z.output<typeof newAccountSchema>;
export type NewKeyConfig = z.output<typeof newKeySchema>;
