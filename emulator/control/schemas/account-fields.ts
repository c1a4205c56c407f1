import * as z from 'zod';
import { isNetwork } from '../../domain/key.ts';
import { type Feature, type Operation, SCOPE_NAMES } from '../../domain/vocabulary.ts';
import { instantSchema } from './names.ts';

/**
 * The fields of accounts and of keys, described once. A configuration and a call that makes an account give them defaults,
 * a call that changes one takes some of them, and an answer has them all.
 */

const limit = z.int().min(0).nullable();

export const accountFields = {
  disabled: z.boolean().describe('whether all of its keys are unusable (401)'),
  webhooks: z.boolean().describe('where off, nothing is sent, nor what was still to be sent'),
  daily_quota: limit.describe('jobs of each operation a UTC day; null is what the switches and the readings say'),
  admission_per_minute: limit.describe(
    'jobs that its keys together may submit in a minute; null is what the switches say of each key',
  ),
};

export const creditFields = {
  enforced: z.boolean().describe('refuse a submission that the units do not cover (402)'),
  threshold: z.int().nullable().describe('threshold of low_balance; null is none'),
  test_funded: z.int().min(0).describe('of these, units that are not spendable while enforced'),
};

export const keyFields = {
  scopes: z.array(z.enum(SCOPE_NAMES)).describe('the products that it may submit, cancel and delete'),
  expires_at: instantSchema.nullable().describe('from then on it is unusable (401); null is never'),
  allowlist: z
    .array(
      z.string().refine(isNetwork, 'must be an address or a CIDR range, such as 10.0.0.0/8').meta({ title: 'network' }),
    )
    .nullable()
    .describe('where the key may be used from; null is everywhere'),
  admission_per_minute: limit.describe('jobs that the key may submit in a minute; null is what holds for its account'),
};

export const featureFields = {
  lists: z.boolean().describe('both list endpoints'),
  cancel: z.boolean().describe('the cancel endpoint'),
  delete: z.boolean().describe('both delete endpoints'),
  credits: z.boolean().describe('the credit balance'),
} satisfies Record<Feature, z.ZodType>;

const units = (product: string) => z.int().min(0).describe(`units that ${product} costs`);
export const costFields = {
  'hair.try_on': units('a hair color try-on'),
  'makeup.apply': units('a makeup try-on'),
  'skin.analyze': units('a skin analysis'),
} satisfies Record<Operation, z.ZodType>;
