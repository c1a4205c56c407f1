import * as z from 'zod';
import { instant } from '../../domain/values/shapes.ts';
import { clockProblem } from '../../domain/values/time.ts';
import { CLOCK_MODES } from '../../runtime/clock.ts';
import { instantSchema } from './names.ts';

const clockFields = {
  mode: z
    .enum(CLOCK_MODES)
    .describe('auto: polling moves it. frozen: only calls move it. running: it follows the machine'),
  rate: z.number().positive().max(1e6).describe('speed of a running clock, in seconds per second'),
};

const clockInstant = instantSchema.superRefine((instant, context) => {
  const message = clockProblem(instant);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const startedClock = z.strictObject({
  mode: clockFields.mode,
  start: z
    .union([z.literal('now', 'must be now or an instant, such as 2026-01-31T12:00:00Z'), clockInstant])
    .describe('start of the clock; now is the time of the machine'),
  rate: clockFields.rate,
});

export const worldClockSchema = z.union([z.enum(CLOCK_MODES), startedClock.partial()]);

export const clockChangeSchema = z.strictObject(clockFields).partial();

export const advanceSchema = z.union([
  z.strictObject({ by: z.union([z.string(), z.number()]).describe('8m, 1h30m, PT8M or milliseconds') }),
  z.strictObject({ to: z.string().describe('an instant, such as 2026-01-31T12:00:00Z') }),
  z.strictObject({ until: z.literal('idle').describe('until no job and no delivery is pending') }),
]);

export const clockShape = () =>
  z
    .strictObject({
      now: instant().describe('the current time of the world'),
      mode: z.enum(CLOCK_MODES).describe('how time passes'),
      rate: z.number().describe('speed of a running clock, in seconds per second'),
    })
    .meta({ title: 'ClockReport' });

export interface ClockReport extends z.output<ReturnType<typeof clockShape>> {}
