import { type Variant, variant } from '../deviation.ts';
import { type AnyJson, body, on, refuse, when, where } from '../edits.ts';
import { event } from '../posts.ts';
import { replaceTimes } from '../shift.ts';
import { jobs, outputs } from '../views.ts';

/** Lawful variants of what the spec shows no shape of, and of moments that it leaves open. */
export const SHAPES: readonly Variant[] = [
  variant('reading 13', 'usage-by-day', 'The usage is a map by day and operation.', {
    answer: on(
      'readUsage',
      when(
        200,
        body(({ data }) => {
          const days: Record<string, Record<string, number>> = {};
          for (const { date, operation, accepted } of data) days[date] = { ...days[date], [operation]: accepted };
          return { days };
        }),
      ),
    ),
  }),
  variant('reading 2', 'upload-limits-small', 'An upload has at most 1 MiB, and 2048 pixels a side.', {
    readings: { upload_max_bytes: 1024 * 1024, image_max_side: 2048 },
  }),
  variant('reading 25', 'late-cancel-billed', 'A job whose cancel was honoured late is billed.', {
    rules: (was, { world }) => ({
      settlement: (end) => {
        const isLate = [...world.state.jobs.values()].some(
          ({ cancelRequested, stage }) => cancelRequested && (stage === 'picked_up' || stage === 'preparing'),
        );
        return end === 'cancelled' && isLate ? 'capture' : was.settlement(end);
      },
    }),
  }),
  variant('section 2.3', 'versions-other', 'Outputs carry other versions and revisions.', {
    rules: (was) => ({
      output: (...args) => {
        const shown: AnyJson = { ...was.output(...args) };
        if (shown.type === 'skin.analysis') shown.analysis_version = 'skin-2027-01.4';
        else shown.revision = 7;
        return shown;
      },
    }),
  }),
  variant('section 2.3', 'skin-concerns-in-other-order', 'The concerns of an output come in another order.', {
    ...outputs('skin.analysis', (shown) => {
      shown.concerns.reverse();
    }),
  }),
  variant('section 2', 'times-with-microseconds', 'Times have six digits after the second.', {
    answer: body((shown) => replaceTimes(shown, finer)),
    ...event((sent) => replaceTimes(sent, finer)),
  }),
  variant('section 2', 'times-without-milliseconds', 'The times of a job are whole seconds.', {
    ...jobs((job) => {
      for (const name of ['created_at', 'updated_at', 'completed_at'])
        job[name] = job[name]?.replace(/\.\d+Z$/, 'Z') ?? null;
    }),
  }),
  variant('section 4.3', 'reads-busy-now-and-then', 'Every tenth read of a job answers 503 with a Retry-After.', {
    answer: on(
      'readJob',
      where(({ memory }) => memory.count('reads') % 10 === 0, refuse(503, 'SERVICE_UNAVAILABLE')),
    ),
  }),
];

function finer(time: string): string {
  return time.replace(/\.(\d{3})Z$/, '.$1000Z');
}
