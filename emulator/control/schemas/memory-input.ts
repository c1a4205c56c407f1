import * as z from 'zod';
import { formatSize, parseSize } from '../../../shared/size.ts';
import { type Amounts, type MemoryKind, USUAL_BOUNDS } from '../../domain/memory/memory.ts';

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
export const memorySchema = z
  .strictObject({
    worlds: count('worlds', 1).describe('worlds at once, those of accounts with a clock of their own among them'),
    snapshots: count('snapshots', 0).describe('snapshots of all worlds'),
    records: count('records', 0).describe(
      'accounts, assets, jobs, events and all else that worlds and snapshots consist of',
    ),
    picture_bytes: size('picture_bytes').describe(
      'bytes of uploads and results; results are given up first, and made again',
    ),
    journal_entries: count('journal_entries', 0).describe('exchanges in all journals together; the oldest go'),
    journal_bytes: size('journal_bytes').describe('about what these exchanges take; the oldest go'),
  })
  .prefault({})
  .describe('how much may be held, of all worlds together') satisfies z.ZodType<Amounts>;
