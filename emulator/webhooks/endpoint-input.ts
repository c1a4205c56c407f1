import * as z from 'zod';
import { durationSchema } from '../domain/readings.ts';
import { DAY } from '../domain/values/time.ts';
import { ENVIRONMENTS, type Environment } from '../domain/vocabulary.ts';
import { EVENT_TYPES } from '../domain/webhook.ts';

/** The fields of an endpoint, in a configuration and in a call that registers one. */
export const endpointFields = {
  url: z.string().describe('where events are sent'),
  events: z
    .array(z.enum([...EVENT_TYPES, 'test.ping']))
    .min(1)
    .describe('the types of event that are sent; test.ping matters where the reading ping_subscription says so')
    .default([...EVENT_TYPES]),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9_-]{1,200}$/, 'must begin with whsec_')
    .meta({ title: 'webhook secret' })
    .optional()
    .describe('a secret of your own; one is made where none is given'),
};

export const environmentField = z
  .enum(ENVIRONMENTS)
  .optional()
  .describe(
    'the environment whose jobs it is told of: test where none is named, or live where all keys of the account are',
  );

/** Where nobody names one: nothing ever happens in an environment of which the account has no key. */
export function usualEnvironment(
  keys: Iterable<{ account: string; environment: Environment }>,
  account: string,
): Environment {
  const own = [...keys].filter((key) => key.account === account);
  return own.length > 0 && own.every(({ environment }) => environment === 'live') ? 'live' : 'test';
}

const LONGEST_PREVIOUS = 7 * DAY;

export const endpointSchema = z.strictObject({
  account: z.string().optional().describe('the first account where none is named'),
  environment: environmentField,
  ...endpointFields,
});

export const endpointChangeSchema = z
  .strictObject({ url: endpointFields.url, events: endpointFields.events.unwrap() })
  .partial();

export const rotationSchema = z.strictObject({
  keep_previous_for: durationSchema
    .refine((value) => value <= LONGEST_PREVIOUS, 'must be at most 7d')
    .prefault('24h')
    .describe('how long the previous secret stays valid, up to 7d'),
  secret: endpointFields.secret,
});

export type EndpointInput = z.input<typeof endpointSchema>;
export type EndpointChangeInput = z.input<typeof endpointChangeSchema>;
export type RotationInput = z.input<typeof rotationSchema>;
