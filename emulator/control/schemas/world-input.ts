import * as z from 'zod';
import { type Answers, conflictsIn } from '../../domain/choices.ts';
import { DEFAULT_READINGS, durationSchema, readingsSchema } from '../../domain/readings.ts';
import { accountSchema } from './account-input.ts';
import { answerTemplateSchema } from './answer-template.ts';
import { worldClockSchema } from './clock.ts';
import { faultSchema } from './fault.ts';
import { jobSchema } from './job-input.ts';
import { nameSchema, secretSchema } from './names.ts';
import { planSchema } from './plan.ts';

const stagesSchema = z.strictObject({
  queued: durationSchema.prefault('1s').describe('until the job is picked up; a cancel is immediate'),
  picked_up: durationSchema.prefault('500ms').describe('picked up, still queued; a cancel is honoured at its end'),
  preparing: durationSchema.prefault('500ms').describe('running, not processing yet; a cancel is honoured at its end'),
  processing: durationSchema.prefault('2s').describe('processing; the job runs to its end'),
});

const assetSchema = z
  .strictObject({
    key: secretSchema.describe('the key that has uploaded it'),
    file: z
      .string()
      .optional()
      .describe('an image; a path is taken from where the emulator runs, over HTTP only below the folder of --files'),
    base64: z.string().optional().describe('the image itself'),
  })
  .refine(({ file, base64 }) => (file === undefined) !== (base64 === undefined), 'must have either file or base64');

/** The default that the JSON Schema shows: zod writes none where what is given differs from what is made of it. */
const SHOWN_AS_EMPTY = { _prefault: {} };

/** The configuration of one world. */
export const worldFields = {
  seed: z.string().min(1).default('tryon-kit').describe('decides every id, score and picture'),
  clock: worldClockSchema.prefault('auto').describe('how time passes: a mode alone, or with more about it'),
  stages: stagesSchema.prefault({}).describe('how long a job stays in each stage'),
  readings: readingsSchema
    .default(() => DEFAULT_READINGS)
    .meta({ description: 'what to do where the spec is silent', ...SHOWN_AS_EMPTY }),
  answers: z
    .array(answerTemplateSchema)
    .max(500)
    .prefault([])
    .describe('answer templates, for what no reading has foreseen; all that match apply, in their order'),
  from: z
    .string()
    .optional()
    .describe('a file of tryon-emulator export: the world is as that says, its seed, readings and clock too'),
  accounts: z.array(accountSchema).min(1).optional().describe('one with a live and a test key where none is named'),
  assets: z.array(assetSchema).prefault([]).describe('inputs that are there from the start'),
  jobs: z.array(jobSchema).prefault([]).describe('jobs that are there from the start, finished or in a stage'),
  plans: z.array(planSchema).prefault([]).describe('what becomes of jobs; the first that matches decides'),
  faults: z.array(faultSchema).prefault([]).describe('what goes wrong; the first that matches does'),
  deviate: z.array(z.string()).default([]).describe('deviations and lawful variants that are on from the start'),
  unreadable: z
    .strictObject({
      key_store: z.boolean().default(false).describe('keys cannot be checked: 503'),
      ledger: z.boolean().default(false).describe('credits cannot be read: 503'),
    })
    .prefault({})
    .describe('stores that cannot be read from the start'),
  emulator_now: z.boolean().default(true).describe('whether answers carry the header Emulator-Now'),
  journal_limit: z.int().min(0).max(1_000_000).default(10_000).describe('exchanges that the journal keeps'),
};

export const worldSchema = z.strictObject(worldFields).superRefine(refuseNonsense);
export const namedWorldSchema = z
  .strictObject({ name: nameSchema.optional().describe('its name; one is made where none is given'), ...worldFields })
  .superRefine(refuseNonsense);

export type NamedWorldInput = z.input<typeof namedWorldSchema>;
export type WorldConfig = z.output<typeof worldSchema>;

/** Refuses what each field allows and the whole does not. */
export function refuseNonsense(
  config: Parameters<typeof refuseDuplicates>[0] & Parameters<typeof refuseBesideFile>[0] & Answers,
  context: z.RefinementCtx,
): void {
  refuseDuplicates(config, context);
  refuseBesideFile(config, context);
  for (const { name, problem } of conflictsIn(config)) {
    const path = name.startsWith('stages.') ? name.split('.') : ['readings', ...name.split('.')];
    context.addIssue({ code: 'custom', path, message: problem });
  }
}

/** Refuses names of accounts and of their keys, and secrets, that occur twice. */
function refuseDuplicates(
  config: {
    accounts?: { name: string; keys: { name?: string | undefined; secret?: string | undefined }[] }[] | undefined;
  },
  context: z.RefinementCtx,
): void {
  const names = new Set<string>();
  const secrets = new Set<string>();
  config.accounts?.forEach((account, index) => {
    const again = (path: (string | number)[], text: string) =>
      context.addIssue({ code: 'custom', path: ['accounts', index, ...path], message: `"${text}" is there already` });
    if (names.has(account.name)) again(['name'], account.name);
    names.add(account.name);
    const called = new Set<string>();
    account.keys.forEach(({ name, secret }, position) => {
      if (name !== undefined && called.has(name)) again(['keys', position, 'name'], name);
      if (name !== undefined) called.add(name);
      if (secret === undefined) return;
      if (secrets.has(secret)) again(['keys', position, 'secret'], secret);
      secrets.add(secret);
    });
  });
}

/** What a file of a world says, nothing else can say. */
function refuseBesideFile(
  config: { from?: string | undefined; accounts?: unknown; assets: unknown[]; jobs: unknown[] },
  context: z.RefinementCtx,
): void {
  if (config.from === undefined) return;
  const given = {
    accounts: config.accounts !== undefined,
    assets: config.assets.length > 0,
    jobs: config.jobs.length > 0,
  };
  for (const [name, isGiven] of Object.entries(given))
    if (isGiven)
      context.addIssue({ code: 'custom', path: [name], message: 'cannot stand beside from: the file has them' });
}
