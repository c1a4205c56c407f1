import { isKnownPath } from '../../domain/routes.ts';
import { type Variant, variant } from '../deviation.ts';
import { body, on, when, where } from '../edits.ts';

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
];
