import { isKnownPath } from '../../domain/routes.ts';
import { type Variant, variant } from '../deviation.ts';
import { body, on, refuse, when, where } from '../edits.ts';
import { event } from '../posts.ts';
import { replaceTimes } from '../shift.ts';
import { jobs } from '../views.ts';

/** Lawful variants of what the spec shows no shape of, and of moments that it leaves open. */
export const SHAPES: readonly Variant[] = [
  variant('reading 12', 'jobs-list-bare', 'The list of jobs is a list and no more.', {
    answer: on(
      'listJobs',
      when(
        200,
        body(({ data }) => data),
      ),
    ),
  }),
  variant('reading 12', 'jobs-list-under-jobs', 'The list of jobs has them under jobs.', {
    answer: on(
      'listJobs',
      when(
        200,
        body(({ data, ...page }) => ({ jobs: data, ...page })),
      ),
    ),
  }),
  variant('reading 22', 'methods-unknown-405', 'A method that a known path does not have answers 405.', {
    answer: where(
      ({ route, request }) => route === null && isKnownPath(request.path),
      (answer, context) => when(404, (refused) => ({ ...refused, status: 405 }))(answer, context),
    ),
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
  variant('section 2.4', 'request-ids-uuid', 'Request ids look like UUIDs.', {
    answer: where(
      (_, { status }) => status >= 400,
      body(({ error }) => {
        const digits = Buffer.from(error.request_id).toString('hex').padStart(40, '0').slice(-32);
        error.request_id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      }),
    ),
  }),
  variant('section 2.4', 'errors-with-more', 'An error has a doc_url, details and fields that nobody knows.', {
    answer: where(
      (_, { status }) => status >= 400,
      body(({ error }) => {
        error.doc_url = 'https://docs.invalid/errors';
        error.details = { hint: 'none', ...error.details };
        error.trace = ['a', 'b'];
      }),
    ),
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
