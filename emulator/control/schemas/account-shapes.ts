import * as z from 'zod';
import { count, instant, text, typed } from '../../domain/values/shapes.ts';
import { ENVIRONMENTS, OPERATIONS } from '../../domain/vocabulary.ts';
import { accountFields, costFields, creditFields, featureFields, keyFields } from './account-fields.ts';

const declined = () => z.array(text()).describe('ignored members: none');

export const madeAccountShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      account: text().describe('the account, with the same name'),
      keys: z
        .record(
          z.string(),
          z.strictObject({ id: text().describe('its id'), secret: text().describe('what clients send') }),
        )
        .describe('its keys, by name'),
      declined: declined(),
    })
    .meta({ title: 'MadeAccount' });

export const keyShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      name: text().nullable().describe('its name in calls; null if it has none'),
      masked: text().describe('the beginning and the end of its secret'),
      environment: z.enum(ENVIRONMENTS).describe('its environment'),
      scopes: keyFields.scopes,
      revoked_at: instant().nullable().describe('when it was revoked; null: never'),
      expires_at: instant().nullable().describe('when it expires; null: never'),
      allowlist: z.array(text()).nullable().describe('networks from which it can be used; null means all'),
      admission_per_minute: keyFields.admission_per_minute,
      usable: z.boolean().describe('whether it is neither revoked nor expired, nor its account disabled'),
    })
    .meta({ title: 'KeyReport' });

export const keyWithSecretShape = () =>
  keyShape()
    .extend({ secret: text().describe('the value of X-API-Key; shown only once') })
    .meta({ title: 'KeyWithSecret' });

const features = () => z.strictObject(featureFields);

export const accountShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      ...accountFields,
      features: z
        .strictObject({ live: features().describe('with live keys'), test: features().describe('with test keys') })
        .describe('enabled features'),
      enforced: creditFields.enforced,
      unit_costs: z.strictObject(costFields).describe('price of an accepted job in units'),
      keys: z.array(typed<KeyReport>(keyShape())).describe('its keys, in the order of creation'),
    })
    .meta({ title: 'AccountReport' });

export const changedAccountShape = () =>
  accountShape().extend({ declined: declined() }).meta({ title: 'ChangedAccount' });

export const balanceShape = () =>
  z
    .strictObject({
      object: z.literal('credit_balance').describe('what it is'),
      as_of: instant().describe('when it was read'),
      settled_units: z.int().describe('grants and adjustments minus captured charges'),
      held_units: count().describe('units held by unsettled jobs'),
      available_units: z.int().describe('settled minus held'),
      test_funded_units: count().describe('not spendable while enforced'),
      spendable_units: z.int().describe('what a submission may spend'),
      enforced: z.boolean().describe('whether a submission that the units do not cover is refused'),
      low_balance: z.boolean().describe('whether the threshold is reached'),
      unit_costs: z.record(z.enum(OPERATIONS), count()).describe('price of an accepted job in units'),
    })
    .meta({ title: 'CreditBalance' });

export interface MadeAccount extends z.output<ReturnType<typeof madeAccountShape>> {}
export interface KeyReport extends z.output<ReturnType<typeof keyShape>> {}
export interface KeyWithSecret extends z.output<ReturnType<typeof keyWithSecretShape>> {}
/** The current state of an account. */
export interface AccountReport extends z.output<ReturnType<typeof accountShape>> {}
export interface ChangedAccount extends z.output<ReturnType<typeof changedAccountShape>> {}
export interface BalanceReport extends z.output<ReturnType<typeof balanceShape>> {}
