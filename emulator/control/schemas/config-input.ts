import * as z from 'zod';
import { durationSchema } from '../../domain/readings.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { memorySchema } from './memory-input.ts';
import { nameSchema } from './names.ts';
import { refuseNonsense, worldFields, worldSchema } from './world-input.ts';

/** The whole of emulator.yaml; `createEmulator` takes the same names. */
export const configSchema = z
  .strictObject({
    ...worldFields,
    worlds: z.record(nameSchema, worldSchema).default({}).describe('worlds beside the default one, by name'),
    webhook_timeout: durationSchema
      .prefault('10s')
      .describe('how long a receiver may take to answer, in real time; the service gives it 10s'),
    webhook_metadata_addresses: z
      .enum(['refuse', 'allow'])
      .default('refuse')
      .describe('whether deliveries may go to link-local addresses and those of clouds’ own, such as 169.254.169.254'),
    memory: memorySchema,
    server: z
      .strictObject({
        request_timeout: durationSchema.prefault('60s').describe('longest time that a request may take to arrive'),
        max_header_bytes: z
          .int()
          .min(1024)
          .default(16 * 1024)
          .describe('largest headers of a request, in bytes; more is a 431'),
      })
      .prefault({})
      .describe('limits of the HTTP server itself'),
  })
  .superRefine(refuseNonsense);

export type ConfigInput = z.input<typeof configSchema>;
export type Config = z.output<typeof configSchema>;

/** Every mistake is named at once, each with its place. */
export function parseConfig(input: unknown): Config {
  return parseInput('The configuration', configSchema, input);
}
