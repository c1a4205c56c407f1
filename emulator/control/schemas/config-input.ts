import * as z from 'zod';
import { formatSize, parseSize } from '../../../shared/size.ts';
import { type Amounts, type MemoryKind, USUAL_BOUNDS } from '../../domain/memory/memory.ts';
import { durationSchema } from '../../domain/readings.ts';
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

/** The memory limits of an emulator, for all its worlds together. */
const memorySchema = z
  .strictObject({
    worlds: count('worlds', 1).describe('number of worlds, including those of accounts with own_clock'),
    snapshots: count('snapshots', 0).describe('snapshots of all worlds'),
    records: count('records', 0).describe(
      'accounts, assets, jobs, events and all other records of worlds and snapshots',
    ),
    picture_bytes: size('picture_bytes').describe(
      'bytes of uploads and results in memory; results are dropped first and made again when they are read. With a data directory uploads are dropped too, and all are read from there. Pictures of an imported world file are dropped only with a data directory',
    ),
    journal_entries: count('journal_entries', 0).describe('exchanges in all journals; the oldest are dropped'),
    journal_bytes: size('journal_bytes').describe('approximate bytes of these exchanges; the oldest are dropped'),
  })
  .prefault({})
  .describe('memory limits of all worlds together') satisfies z.ZodType<Amounts>;

/** The whole emulator.yaml; `createEmulator` accepts the same names. */
export const configSchema = z
  .strictObject({
    ...worldFields,
    worlds: z.record(nameSchema, worldSchema).default({}).describe('worlds beside the default one, by name'),
    webhook_timeout: durationSchema
      .prefault('10s')
      .describe('time limit for answers of receivers, in real time; the service waits 10s'),
    webhook_metadata_addresses: z
      .enum(['refuse', 'allow'])
      .default('refuse')
      .describe('whether deliveries to link-local and cloud metadata addresses, such as 169.254.169.254, are allowed'),
    memory: memorySchema,
    server: z
      .strictObject({
        request_timeout: durationSchema.prefault('60s').describe('time limit for receiving a request'),
        max_header_bytes: z
          .int()
          .min(1024)
          .default(16 * 1024)
          .describe('size limit of request headers in bytes; more is answered with 431'),
      })
      .prefault({})
      .describe('limits of the HTTP server'),
  })
  .superRefine(refuseNonsense);

export type ConfigInput = z.input<typeof configSchema>;
export type Config = z.output<typeof configSchema>;
