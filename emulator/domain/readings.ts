import * as z from 'zod';
import { formatDuration, parseDuration } from '../../shared/duration.ts';
import type { Readings, ReadingsInput } from '../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { withChoices } from '../../shared/questions/places.ts';
import {
  CODE,
  choiceProblem,
  isDuration,
  isEnumeration,
  isLawful,
  isSettable,
  type Question,
  type Range,
} from '../../shared/questions/question.ts';
import { withoutRetired } from '../../shared/questions/retired.ts';
import { LONGEST_DURATION } from './values/time.ts';
import { OPERATIONS } from './vocabulary.ts';

/** A length of time in a configuration: `8m`, `1h30m`, `PT8M`, or a number of milliseconds. */
export const durationSchema = z
  .union([z.int().min(0), z.string()])
  .transform((value, context) => {
    const milliseconds = typeof value === 'number' ? value : parseDuration(value);
    if (milliseconds !== null && milliseconds <= LONGEST_DURATION) return milliseconds;
    const message =
      milliseconds === null
        ? `"${value}" is not a duration: write 8m, 1h30m, 500ms or PT8M`
        : 'is too long: at most 36525d, 100 years';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ title: 'duration' });

const quotaSchema = z.partialRecord(z.enum(OPERATIONS).meta({ title: 'operation' }), z.int().min(0));

const GROUPS: Readonly<Record<string, string>> = {
  codes: 'Reading 14 and 15: codes that the spec does not show',
  daily_quota: 'Reading 27: jobs a UTC day, by environment and operation; absent is unlimited',
  stages: 'Reading 34: how long a job stays in each stage',
};

/** The durations of the stages are set under `stages`, next to the readings. */
const STAGES = 'stages.';

/** The questions that the `readings` of a configuration can answer. */
export const READING_QUESTIONS = QUESTIONS.filter((one) => isSettable(one) && !one.name.startsWith(STAGES));

/** What the emulator does where the specification is silent; every default is the strictest for clients. */
export const readingsSchema = z.lazy(() => {
  const fields: z.ZodType = z.preprocess(
    withoutRetired,
    grouped(READING_QUESTIONS, (question) =>
      valueSchema(question).prefault(shownDefault(question)).describe(aboutQuestion(question)),
    ),
  );
  return fields as z.ZodType<Readings, ReadingsInput>;
});

/** What the schema returns for an empty input, so that a start without readings needs no schemas. */
export const DEFAULT_READINGS = withChoices(
  { readings: {} },
  Object.fromEntries(READING_QUESTIONS.map(({ name, default: usual }) => [name, usual])),
).readings as Readings;

/** The default as a user would write it, such as 24h. */
export function shownDefault(question: Question): unknown {
  const { default: usual } = question;
  return isDuration(question) && typeof usual === 'number' ? formatDuration(usual) : usual;
}

/** Some of the choices, as set by a call; omitted ones do not change. */
export const choicesSchema = z.lazy(() =>
  z.preprocess(
    withoutRetired,
    grouped(QUESTIONS.filter(isSettable), (question) =>
      valueSchema(question).optional().describe(aboutQuestion(question)),
    ),
  ),
);

function grouped(questions: readonly Question[], field: (question: Question) => z.ZodType): z.ZodObject {
  const fields: Record<string, z.ZodType> = {};
  const groups: Record<string, Record<string, z.ZodType>> = {};
  for (const question of questions) {
    const [first = '', second] = question.name.split('.');
    if (second === undefined) fields[first] = field(question);
    else groups[first] = { ...groups[first], [second]: field(question) };
  }
  const nested = Object.entries(groups).map(([name, group]) => [
    name,
    z
      .strictObject(group)
      .prefault({})
      .describe(GROUPS[name] ?? name),
  ]);
  return z.strictObject({ ...fields, ...Object.fromEntries(nested) });
}

/** A question with the reading or the section that raises it. */
export function aboutQuestion({ reading, section, ask }: Question): string {
  return `${reading === undefined ? `Spec ${section}` : `Reading ${reading}`}: ${ask}`;
}

function valueSchema(question: Question): z.ZodType {
  const { choices, or_null } = question;
  const error: Refusal = ({ input }) => choiceProblem(question, input) ?? undefined;
  const value = isEnumeration(choices) ? z.literal([...choices], { error }) : rangeSchema(choices, error);
  return or_null ? value.nullable() : value;
}

/** The error message for a value: which choices are lawful. */
type Refusal = (issue: { input?: unknown }) => string | undefined;

function rangeSchema(choices: Range, error: Refusal): z.ZodType {
  const { kind, from, to } = choices;
  const isWithin = (value: unknown) => isLawful({ choices }, value);
  if (kind === 'code') return z.string({ error }).regex(CODE, { error }).meta({ title: 'error code' });
  if (kind === 'quota') return quotaSchema;
  if (kind === 'pair') return z.tuple([z.number(), z.number()], { error }).refine(isWithin, { error });
  if (kind === 'duration') return durationSchema.refine(isWithin, { error });
  const number = kind === 'integer' ? z.int({ error }) : z.number({ error });
  return number.min(from ?? -Number.MAX_SAFE_INTEGER, { error }).max(to ?? Number.MAX_SAFE_INTEGER, { error });
}
