import * as z from 'zod';

/** The format of a row of `scenarios/mutants/TOPIC.yaml`; scenarios/README.md explains the words. */

const SUBJECTS = [
  'answer',
  'request',
  'delivery',
  'asset',
  'concern',
  'job',
  'result',
  'skin.analysis',
  'makeup.try_on',
  'hair.try_on',
] as const;

const named = z.record(z.string(), z.unknown());
const condition = z.union([z.string(), z.boolean(), z.number()]).transform(String);

const matchSchema = z.strictObject({
  route: z.union([z.string(), z.array(z.string())]).optional(),
  status: z.number().optional(),
  code: z.string().optional(),
  if: condition.optional(),
});

const STEP = {
  /** What is edited; by default an answer. */
  of: z.enum(SUBJECTS).optional(),
  match: matchSchema.optional(),
  set: named.optional(),
  remove: z.array(z.string()).optional(),
  status: z.number().optional(),
  code: z.string().optional(),
  /** Answers this refusal although the request was carried out. */
  refuse: z.tuple([z.number(), z.string()]).optional(),
  instead: z.strictObject({ status: z.number(), body: z.unknown().optional(), header: named.optional() }).optional(),
  /** Adds units that no job holds to a balance. */
  give: z.unknown().optional(),
  /** Adds to a sum of its account, which is available as `tally` in expressions. */
  tally: z.unknown().optional(),
  /** Values for later, which `kept(name)` returns. */
  remember: named.optional(),
};

const stepSchema = z.strictObject(STEP);

export const rowSchema = z.strictObject({
  id: z.string(),
  rule: z.string(),
  also: z.array(z.string()).optional(),
  about: z.string(),
  /** Visible in the first answer; other deviations are visible only in few cases. */
  blatant: z.boolean().optional(),
  ...STEP,
  steps: z.array(stepSchema).optional(),
  decide: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]).transform(String)).optional(),
  forgets: condition.optional(),
  /** Keeps the results of a job that is removed for this cause. */
  keeps_results: z.enum(['deleted', 'expired']).optional(),
  readings: named.optional(),
});

export type Step = z.infer<typeof stepSchema>;
export type Subject = (typeof SUBJECTS)[number];
export type Row = z.infer<typeof rowSchema>;
