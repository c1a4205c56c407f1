import * as z from 'zod';
import { instant } from '../../domain/values/shapes.ts';
import { clockProblem } from '../../domain/values/time.ts';
import { CLOCK_MODES } from '../../runtime/clock.ts';
import { instantSchema } from './names.ts';

const clockFields = {
  mode: z.enum(CLOCK_MODES).describe('auto: polling moves it. frozen: only a call does. running: follows the machine'),
  rate: z.number().positive().max(1e6).describe('running only: how many seconds pass in one'),
};

const clockInstant = instantSchema.superRefine((instant, context) => {
  const message = clockProblem(instant);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const startedClock = z.strictObject({
  mode: clockFields.mode,
  start: z
    .union([z.literal('now', 'must be now or an instant, such as 2026-01-31T12:00:00Z'), clockInstant])
    .describe('where the clock begins; now is the machine’s time'),
  rate: clockFields.rate,
});

/** The clock of a world that is to be made. */
export const worldClockSchema = z.union([z.enum(CLOCK_MODES), startedClock.partial()]);

export const clockChangeSchema = z.strictObject(clockFields).partial();

export const advanceSchema = z.union([
  z.strictObject({ by: z.union([z.string(), z.number()]).describe('8m, 1h30m, PT8M or milliseconds') }),
  z.strictObject({ to: z.string().describe('an instant, such as 2026-01-31T12:00:00Z') }),
  z.strictObject({ until: z.literal('idle').describe('until no job and no delivery is under way') }),
]);

export const clockShape = () =>
  z
    .strictObject({
      now: instant().describe('the present instant of the world'),
      mode: z.enum(CLOCK_MODES).describe('how time passes'),
      rate: z.number().describe('while running: how many seconds pass in one'),
    })
    .meta({ title: 'ClockReport' });

export interface ClockReport extends z.output<ReturnType<typeof clockShape>> {}
