import * as z from 'zod';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { EVENT_TYPES } from '../domain/webhook.ts';

/** The fields of an endpoint, in a configuration and in a call that registers one. */
export const endpointFields = {
  url: z.string().describe('where events are sent'),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .describe('the types of event that are sent')
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
  .default('test')
  .describe('the environment whose jobs it is told of');
