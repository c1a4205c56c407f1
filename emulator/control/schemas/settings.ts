import * as z from 'zod';
import { durationSchema } from '../../domain/readings.ts';
import { count, text, typed } from '../../domain/values/shapes.ts';

/** What calls about switches, deviations and readings take and answer. */

const switchFields = {
  key_store_unreadable: z.boolean().describe('keys cannot be checked: 503'),
  ledger_unreadable: z.boolean().describe('credits cannot be read: 503, never a balance of zero'),
  admission_per_minute: z
    .int()
    .min(0)
    .nullable()
    .describe('jobs that one key may submit in a minute; null is unlimited'),
  daily_quota: z.int().min(0).nullable().describe('jobs of each operation a UTC day; null is what the readings say'),
};

export const switchesSchema = z
  .strictObject({
    ...switchFields,
    webhook_timeout: durationSchema
      .nullable()
      .describe('how long receivers may take to answer from now on, in real time; null is what the configuration says'),
  })
  .partial();

export type SwitchesInput = z.input<typeof switchesSchema>;

export const switchesShape = () =>
  z
    .strictObject({
      ...switchFields,
      webhook_timeout: count()
        .nullable()
        .describe('milliseconds that receivers may take; null is what the configuration says'),
    })
    .meta({ title: 'SwitchesReport' });

/** The limit of ids in one call: more than the catalogue has, fewer than a function call takes as arguments. */
const MOST_NAMED = 1_000;

export const deviationsSchema = z.strictObject({
  on: z
    .array(z.string())
    .min(1)
    .max(MOST_NAMED)
    .describe('ids of deviations and lawful variants, as the list names them'),
});

const stateFields = () => ({
  on: z.boolean().describe('whether it is on'),
  fired: count().describe('how often it changed something since it was switched on'),
});

const brokenRuleShape = () =>
  z
    .strictObject({
      kind: z.literal('deviation'),
      id: text().describe('its id'),
      rule: text().describe('the rule that it breaks'),
      also: typed<readonly string[]>(z.array(text())).describe('rules that are broken with it'),
      about: text().describe('what the emulator does then'),
      subtle: z.boolean().describe('whether it is hard to see'),
      ...stateFields(),
    })
    .describe('it breaks a rule');

const lawfulVariantShape = () =>
  z
    .strictObject({
      kind: z.literal('variant'),
      id: text().describe('its id'),
      cites: text().describe('why it is lawful'),
      about: text().describe('what the emulator does then'),
      choices: typed<readonly string[]>(z.array(text())).describe('the choices of open questions that it stands for'),
      ...stateFields(),
    })
    .describe('a lawful difference');

export const deviationShape = () =>
  z.union([brokenRuleShape(), lawfulVariantShape()]).meta({ title: 'DeviationReport' });

/** What the specification leaves open, and how this world answers it. */
export const readingShape = () =>
  z
    .strictObject({
      name: text().describe('its name under readings of a configuration'),
      section: text().describe('the section of the specification in which it comes up'),
      reading: count().nullable().describe('the number of the reading; null where it has none'),
      ask: text().describe('what is left open'),
      choices: text().describe('the lawful choices'),
      choice: z.unknown().describe('what this world does'),
      default: z.unknown().describe('what it does unless told otherwise'),
      fired: count().describe('how often the choice made a difference'),
    })
    .meta({ title: 'ReadingReport' });

export interface SwitchesReport extends z.output<ReturnType<typeof switchesShape>> {}
interface BrokenRule extends z.output<ReturnType<typeof brokenRuleShape>> {}
interface LawfulVariant extends z.output<ReturnType<typeof lawfulVariantShape>> {}
export type DeviationReport = BrokenRule | LawfulVariant;
export interface ReadingReport extends z.output<ReturnType<typeof readingShape>> {}
