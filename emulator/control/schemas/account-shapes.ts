import * as z from 'zod';
import { ENVIRONMENTS, type Feature, type Operation, SCOPE_NAMES } from '../../domain/vocabulary.ts';
import type { KeyReport, KeyWithSecret } from '../key-control.ts';
import type { AccountReport, TenantReport } from '../tenant-control.ts';
import { FEATURE_SAYS } from './account-input.ts';
import { instant } from './answer-shapes.ts';

/** The schemas of what is answered about accounts and keys, for the OpenAPI document. */

const text = () => z.string();
const limit = () => z.int().min(0).nullable();

export function tenantShape() {
  const key = z.strictObject({ id: text().describe('its id'), secret: text().describe('what clients send') });
  return z
    .strictObject({
      id: text().describe('its id'),
      account: text().describe('the account, which is called the same'),
      keys: z.record(z.string(), key).describe('its keys, by the names that were given'),
      declined: z.array(text()).describe('members that were not honoured: none'),
    })
    .meta({ title: 'TenantReport' }) satisfies z.ZodType<TenantReport>;
}

const keyFields = () => ({
  id: text().describe('its id'),
  name: text().nullable().describe('what calls may call it; null where nobody has named it'),
  masked: text().describe('the beginning and the end of its secret'),
  environment: z.enum(ENVIRONMENTS).describe('its environment'),
  scopes: z.array(z.enum(SCOPE_NAMES)).describe('the products that it may submit, cancel and delete'),
  revoked_at: instant().nullable().describe('from when on it is revoked; null is never'),
  expires_at: instant().nullable().describe('when it expires; null is never'),
  allowlist: z.array(text()).nullable().describe('where it may be used from; null is everywhere'),
  admission_per_minute: limit().describe('jobs that it may submit in a minute; null is what holds for its account'),
  usable: z.boolean().describe('whether it is neither revoked nor expired, nor its account disabled'),
});

export function keyShape() {
  return z.strictObject(keyFields()).meta({ title: 'KeyReport' }) satisfies z.ZodType<KeyReport>;
}

export function keyWithSecretShape() {
  const secret = text().describe('what clients send; told this once');
  return z.strictObject({ ...keyFields(), secret }).meta({ title: 'KeyWithSecret' }) satisfies z.ZodType<KeyWithSecret>;
}

export function accountShape() {
  return z.strictObject(accountFields()).meta({ title: 'AccountReport' }) satisfies z.ZodType<AccountReport>;
}

export function changedAccountShape() {
  const declined = z.array(text()).describe('members that were not honoured: none');
  return z.strictObject({ ...accountFields(), declined }).meta({ title: 'ChangedAccount' });
}

function accountFields() {
  const says = (name: Feature) => z.boolean().describe(FEATURE_SAYS[name]);
  const of = () =>
    z.strictObject({ lists: says('lists'), cancel: says('cancel'), delete: says('delete'), credits: says('credits') });
  const units = (product: string) => z.int().min(0).describe(`units that ${product} costs`);
  const costs = {
    'hair.try_on': units('a hair color try-on'),
    'makeup.apply': units('a makeup try-on'),
    'skin.analyze': units('a skin analysis'),
  } satisfies Record<Operation, z.ZodType>;
  return {
    id: text().describe('its id'),
    disabled: z.boolean().describe('whether all of its keys are unusable'),
    webhooks: z.boolean().describe('where off, nothing is sent'),
    features: z
      .strictObject({ live: of().describe('with live keys'), test: of().describe('with test keys') })
      .describe('what is enabled now'),
    enforced: z.boolean().describe('whether a submission that the units do not cover is refused'),
    unit_costs: z.strictObject(costs).describe('units that an accepted job costs'),
    daily_quota: limit().describe('jobs of each operation a UTC day; null is what the switches and the readings say'),
    admission_per_minute: limit().describe(
      'jobs that its keys together may submit in a minute; null is what the switches say',
    ),
    keys: z.array(keyShape()).describe('its keys, in the order in which they were made'),
  };
}
