import * as z from 'zod';
import { isNetwork } from '../../domain/key.ts';
import { type Feature, type Operation, SCOPE_NAMES } from '../../domain/vocabulary.ts';
import { instantSchema } from './names.ts';

/** The fields of accounts and keys, described once for configurations, for calls and for their answers. */

const limit = z.int().min(0).nullable();

export const accountFields = {
  disabled: z.boolean().describe('whether all of its keys are unusable (401)'),
  webhooks: z.boolean().describe('if off, nothing is sent, and pending deliveries are dropped'),
  daily_quota: limit.describe('jobs per operation and UTC day; null: as in the switches and the readings'),
  admission_per_minute: limit.describe(
    'jobs per minute of all its keys together; null: as in the switches, for each key',
  ),
};

export const creditFields = {
  enforced: z.boolean().describe('refuse a submission that the units do not cover (402)'),
  threshold: z.int().nullable().describe('threshold of low_balance; null: none'),
  test_funded: z.int().min(0).describe('of these, units that cannot be spent while enforced'),
};

export const keyFields = {
  scopes: z.array(z.enum(SCOPE_NAMES)).describe('the products that it may submit, cancel and delete'),
  expires_at: instantSchema.nullable().describe('when it becomes unusable (401); null: never'),
  allowlist: z
    .array(
      z.string().refine(isNetwork, 'must be an address or a CIDR range, such as 10.0.0.0/8').meta({ title: 'network' }),
    )
    .nullable()
    .describe('networks from which the key can be used; null means all'),
  admission_per_minute: limit.describe('jobs per minute of this key; null: as for its account'),
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
