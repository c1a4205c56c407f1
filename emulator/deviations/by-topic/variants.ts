import { DAY, HOUR } from '../../domain/values/time.ts';
import { type Variant, variant } from '../deviation.ts';
import { body, on, refusal, when, where } from '../edits.ts';

/** Lawful variants: a suite must not fail any of them. */
export const VARIANTS: readonly Variant[] = [
  variant('section 4.1', 'cursors-long', 'A cursor is very long.', {
    answer: on(
      'listAssets',
      body((page) => {
        page.next_cursor &&= `${page.next_cursor}${PADDING}`;
      }),
    ),
    request: (request) => ({
      ...request,
      query: request.query.map(([name, value]) => [name, name === 'cursor' ? value.replace(PADDING, '') : value]),
    }),
  }),
  variant('section 2.4', 'messages-other', 'Messages are in another language.', {
    answer: where(
      (_, { status }) => status >= 400,
      body(({ error }) => {
        error.message = `Fehler: ${error.message}`;
      }),
    ),
  }),
  variant(
    'section 2.4',
    'errors-bare',
    'An error has its three required fields alone, and names the field in its message.',
    {
      answer: where(
        (_, { status }) => status >= 400,
        body(({ error: { code, message, request_id } }) => ({ error: { code, message, request_id } })),
      ),
    },
  ),
  variant('section 2.4', 'errors-with-nulls', 'doc_url and retryable are null.', {
    answer: where(
      (_, { status }) => status >= 400,
      body(({ error }) => void Object.assign(error, { doc_url: null, retryable: null })),
    ),
  }),
  variant('reading 29', 'retention-short', 'Inputs are kept for two hours, and jobs for one day.', {
    readings: { input_retention: 2 * HOUR, job_retention: DAY },
  }),
  variant('reading 21', 'paths-unknown-401', 'An unknown path without a key answers 401.', {
    answer: where(
      ({ route, request }) => route === null && request.headers['x-api-key'] === undefined,
      when(404, refusal(401, 'INVALID_API_KEY')),
    ),
  }),
];

const PADDING = `.${'x'.repeat(900)}`;
