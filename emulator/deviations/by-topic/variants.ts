import { DAY, HOUR } from '../../domain/values/time.ts';
import { MAX_ATTEMPTS, NOMINAL_WAITS } from '../../domain/webhook.ts';
import { type Variant, variant } from '../deviation.ts';
import { body, header, on, refusal, SUBMITS, when, where } from '../edits.ts';

/** Lawful variants: a suite must not fail any of them. */
export const VARIANTS: readonly Variant[] = [
  variant('reading 43', 'attempts-seven', 'Waits are so long that the eighth attempt would come too late.', {
    rules: (was) => ({
      nextAttemptAt: (seed, delivery, event, made, now) => {
        const due = was.nextAttemptAt(seed, delivery, event, made, now);
        if (due === null || made >= MAX_ATTEMPTS) return due;
        const late = now + Math.round((NOMINAL_WAITS[made - 1] ?? 0) * 1.19);
        return late > event.createdAt + DAY ? null : late;
      },
    }),
  }),
  variant('reading 43', 'attempts-without-jitter', 'Waits are exactly those that the spec names.', {
    rules: (was) => ({
      nextAttemptAt: (seed, delivery, event, made, now) =>
        was.nextAttemptAt(seed, delivery, event, made, now) === null ? null : now + (NOMINAL_WAITS[made - 1] ?? 0),
    }),
  }),
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
  variant('reading 8', 'colors-any', 'A color may be any text.', { readings: { color_format: 'any' } }),
  variant('reading 16', 'idempotency-key-optional', 'A submission needs no Idempotency-Key.', {
    readings: { idempotency_key: 'optional' },
  }),
  variant('reading 23', 'unknown-fields-ignored', 'A field of a submission that nobody knows is passed over.', {
    readings: { unknown_body_fields: 'ignore' },
  }),
  variant('reading 17', 'claims-per-route', 'The same key may be used once on each route.', {
    rules: () => ({ claimName: (owner, _key, idempotencyKey, operation) => `${owner}/${operation}/${idempotencyKey}` }),
  }),
  variant('reading 17', 'claims-per-api-key', 'A key is claimed for one API key alone.', {
    rules: () => ({ claimName: (owner, key, idempotencyKey) => `${owner}/${key}/${idempotencyKey}` }),
  }),
  variant(
    'reading 59',
    'deleted-key-other-request-409',
    'Another request under the key of a deleted job answers 409.',
    {
      rules: (was) => ({
        replay: (claim, fingerprint, isThere) =>
          !isThere && claim.fingerprint !== fingerprint ? 'conflict' : was.replay(claim, fingerprint, isThere),
      }),
    },
  ),
  variant('reading 19', 'replay-without-location', 'A replay has no Location and no Retry-After.', {
    answer: on(SUBMITS, when(200, header('Location', null), header('Retry-After', null))),
  }),
  variant('section 4.2', 'location-absolute', 'The Location of a submission is a whole address.', {
    answer: on(SUBMITS, (answer, context) =>
      header('Location', (path) => `http://${context.request.headers['host'] ?? 'emulator.localhost'}${path}`)(
        answer,
        context,
      ),
    ),
  }),
  variant('reading 21', 'paths-unknown-401', 'An unknown path without a key answers 401.', {
    answer: where(
      ({ route, request }) => route === null && request.headers['x-api-key'] === undefined,
      when(404, refusal(401, 'INVALID_API_KEY')),
    ),
  }),
];

const PADDING = `.${'x'.repeat(900)}`;
