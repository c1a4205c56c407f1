import * as z from 'zod';
import { durationSchema } from '../../domain/readings.ts';
import { count, text, typed } from '../../domain/values/shapes.ts';

const switchFields = {
  key_store_unreadable: z.boolean().describe('keys cannot be checked: 503'),
  ledger_unreadable: z.boolean().describe('credits cannot be read: 503, never a balance of zero'),
  admission_per_minute: z.int().min(0).nullable().describe('jobs per minute of each key; null: unlimited'),
  daily_quota: z.int().min(0).nullable().describe('jobs per operation and UTC day; null: as in the readings'),
};

export const switchesSchema = z
  .strictObject({
    ...switchFields,
    webhook_timeout: durationSchema
      .nullable()
      .describe('time limit for answers of receivers, in real time; null: as in the configuration'),
  })
  .partial();

export type SwitchesInput = z.input<typeof switchesSchema>;

export const switchesShape = () =>
  z
    .strictObject({
      ...switchFields,
      webhook_timeout: count()
        .nullable()
        .describe('time limit for answers of receivers in milliseconds; null: as in the configuration'),
    })
    .meta({ title: 'SwitchesReport' });

/** The limit of ids in one call: more than the catalogue has, fewer than a function call takes as arguments. */
const MOST_NAMED = 1_000;

export const deviationsSchema = z.strictObject({
  on: z.array(z.string()).min(1).max(MOST_NAMED).describe('ids of deviations and lawful variants, as in the list'),
});

const stateFields = () => ({
  on: z.boolean().describe('whether it is on'),
  fired: count().describe('number of changed answers since it was switched on'),
});

const brokenRuleShape = () =>
  z
    .strictObject({
      kind: z.literal('deviation'),
      id: text().describe('its id'),
      rule: text().describe('the rule that it breaks'),
      also: typed<readonly string[]>(z.array(text())).describe('further rules that it breaks'),
      about: text().describe('the behavior of the emulator'),
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
      about: text().describe('the behavior of the emulator'),
      choices: typed<readonly string[]>(z.array(text())).describe('the equivalent readings'),
      ...stateFields(),
    })
    .describe('a lawful difference');

export const deviationShape = () =>
  z.union([brokenRuleShape(), lawfulVariantShape()]).meta({ title: 'DeviationReport' });

/** A gap in the specification, and how this world fills it. */
export const readingShape = () =>
  z
    .strictObject({
      name: text().describe('its name under readings of a configuration'),
      section: text().describe('the section of the specification'),
      reading: count().nullable().describe('the number of the reading; null if it has none'),
      ask: text().describe('what is left open'),
      choices: text().describe('the lawful choices'),
      choice: z.unknown().describe('the choice of this world'),
      default: z.unknown().describe('the default choice'),
      fired: count().describe('number of times that the choice made a difference'),
    })
    .meta({ title: 'ReadingReport' });

export interface SwitchesReport extends z.output<ReturnType<typeof switchesShape>> {}
interface BrokenRule extends z.output<ReturnType<typeof brokenRuleShape>> {}
interface LawfulVariant extends z.output<ReturnType<typeof lawfulVariantShape>> {}
export type DeviationReport = BrokenRule | LawfulVariant;
export interface ReadingReport extends z.output<ReturnType<typeof readingShape>> {}
