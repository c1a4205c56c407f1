import * as z from 'zod';
import { formatSize, parseSize } from '../../../shared/size.ts';
import { type Amounts, type MemoryKind, USUAL_BOUNDS } from '../../domain/memory/memory.ts';
import { durationSchema } from '../../domain/readings.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { nameSchema } from './names.ts';
import { refuseNonsense, worldFields, worldSchema } from './world-input.ts';

/** A number of bytes in a configuration: `256MB`, or the number itself. */
const sizeSchema = z
  .union([z.int().min(0), z.string()])
  .transform((value, context) => {
    const bytes = typeof value === 'number' ? value : parseSize(value);
    if (bytes !== null) return bytes;
    context.addIssue({ code: 'custom', message: `"${value}" is not a size: write 256MB, 1.5GB or a number of bytes` });
    return z.NEVER;
  })
  .meta({ title: 'size' });

const count = (kind: MemoryKind, least: number) => z.int().min(least).default(USUAL_BOUNDS[kind]);
const size = (kind: MemoryKind) => sizeSchema.prefault(formatSize(USUAL_BOUNDS[kind]));

/** How much an emulator may hold, of all its worlds together. */
const memorySchema = z
  .strictObject({
    worlds: count('worlds', 1).describe('worlds at once, those of accounts with a clock of their own among them'),
    snapshots: count('snapshots', 0).describe('snapshots of all worlds'),
    records: count('records', 0).describe(
      'accounts, assets, jobs, events and all else that worlds and snapshots consist of',
    ),
    picture_bytes: size('picture_bytes').describe(
      'bytes of uploads and results in memory; results are dropped first and made again when they are read. With a data directory uploads are dropped too, and all are read from there. Pictures of an imported world file are dropped only with a data directory',
    ),
    journal_entries: count('journal_entries', 0).describe('exchanges in all journals together; the oldest go'),
    journal_bytes: size('journal_bytes').describe('about what these exchanges take; the oldest go'),
  })
  .prefault({})
  .describe('how much may be held, of all worlds together') satisfies z.ZodType<Amounts>;

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
