import * as z from 'zod';
import { type Job, type JobView, WORKING_STAGES } from '../../domain/job.ts';
import type { JobOutput } from '../../domain/output.ts';
import type { Submission } from '../../domain/submission.ts';
import {
  JOB_ERROR_CODES,
  JOB_STATUSES,
  PRODUCT_CATEGORIES,
  RESULT_MEDIA_TYPES,
  VISUALIZATION_KINDS,
} from '../../domain/vocabulary.ts';
import type { PictureRecipe } from '../ports.ts';
import { concern, count, digest, instant, json, name, owner, printable, schemaOf, side, text } from './schema-of.ts';
import { gradient, outcome, stages } from './script-rows.ts';

const kind = z.enum(VISUALIZATION_KINDS);
const role = z.enum(['source', 'hair_mask']);
const inputs = z.array(z.strictObject({ assetId: name, role }));
const spelling = z.array(text).exactOptional();

const submission = schemaOf<Submission>()(
  z.discriminatedUnion('operation', [
    z.strictObject({
      operation: z.literal('skin.analyze'),
      inputs,
      concerns: z.array(concern),
      visualizations: z.array(z.strictObject({ concern, kind })),
      spelling,
    }),
    z.strictObject({
      operation: z.literal('makeup.apply'),
      inputs,
      products: z.array(z.strictObject({ category: z.enum(PRODUCT_CATEGORIES), color: text, opacity: z.number() })),
      spelling,
    }),
    z.strictObject({ operation: z.literal('hair.try_on'), inputs, gradient, spelling }),
  ]),
);

const error = z.strictObject({ code: z.enum(JOB_ERROR_CODES), message: text });
const resultType = z.enum(RESULT_MEDIA_TYPES);
const sides = { width: side, height: side };
const image = z.strictObject({ role: text, mediaType: resultType, digest, sizeBytes: count, ...sides });

const view = schemaOf<JobView>()(z.strictObject({ json, etag: printable, terminal: z.boolean() }));

/** Not checked further, because it is shown as is and deviations may change it in any way. */
const output = z.looseObject({}) as unknown as z.ZodType<JobOutput>;

const shownAs = z.enum(JOB_STATUSES).extract(['queued', 'running']);
const units = z.strictObject({ units: z.int(), state: z.enum(['held', 'captured', 'released']) });

export const job = schemaOf<Job>()(
  z.strictObject({
    id: name,
    owner,
    submission,
    idempotencyKey: text.nullable(),
    stage: z.enum([...WORKING_STAGES, 'succeeded', 'failed', 'cancelled']),
    stageSince: instant,
    createdAt: instant,
    updatedAt: instant,
    completedAt: instant.nullable(),
    expiresAt: instant.nullable(),
    inputs,
    snapshot: z.array(z.strictObject({ role, digest, ...sides })).nullable(),
    snapshotTimer: count.nullable(),
    sourceDigest: digest,
    cancelRequested: z.boolean(),
    stages,
    stageStatus: z.strictObject({ picked_up: shownAs, preparing: shownAs }),
    outcome,
    decidedBy: z.enum(['plan', 'magic_image', 'cancel', 'timeout']).exactOptional(),
    receivers: z.array(name).exactOptional(),
    plan: name.exactOptional(),
    holdAt: z.enum(WORKING_STAGES).nullable(),
    processed: z.array(image).nullable(),
    output: output.nullable(),
    error: error.nullable(),
    results: z.array(name),
    charge: units.nullable(),
    timer: count.nullable(),
    timeoutTimer: count.nullable(),
    view,
    shownFirst: view.exactOptional(),
  }),
);

const part = z.strictObject({ digest, ...sides });

/** How to make a picture again. Additional members, written by version 0.2.0, are ignored. */
export const recipe = schemaOf<PictureRecipe>()(
  z.object({
    submission,
    source: part,
    hairMask: part.nullable(),
    findings: z.array(z.strictObject({ concern, kind, level: z.number().min(0).max(1) })),
    resultType,
    checkedFor: z.enum(['face', 'bytes', 'nothing']),
    halved: z.boolean(),
    isFixed: z.boolean(),
  }),
);
