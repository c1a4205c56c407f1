import { DAY, HOUR } from '../../domain/values/time.ts';
import { MAX_ATTEMPTS, NOMINAL_WAITS } from '../../domain/webhook.ts';
import { type Variant, variant } from '../deviation.ts';
import { type AnyJson, body, header, on, refusal, SUBMITS, when, where } from '../edits.ts';
import { event } from '../posts.ts';
import { jobs } from '../views.ts';

/** Lawful variants: a suite must not fail any of them. */
export const VARIANTS: readonly Variant[] = [
  variant('reading 38', 'tags-weak', 'The tags of jobs are weak.', {
    rules: (was) => ({ jobTag: (json) => `W/${was.jobTag(json)}` }),
  }),
  variant('section 2.3', 'extra-fields-everywhere', 'Every map in an answer has a field that nobody knows.', {
    answer: body((shown) => {
      if (shown.unit_costs === undefined) Object.assign(shown, NOBODYS_FIELDS);
    }),
    // Spec 6.2: an event carries the Job exactly as it is read.
    ...event(({ data }) => {
      if (data.object.operation !== undefined) Object.assign(data.object, NOBODYS_FIELDS);
    }),
  }),
  variant('section 2.3', 'extra-fields-in-jobs', 'A job, its inputs and its results have fields that nobody knows.', {
    rules: (was) => ({
      jobBody: (job, live) => ({ ...was.jobBody(job, live), queue: 'eu-1', progress: { percent: 40 } }),
      resultBody: (...args) => ({ ...was.resultBody(...args), checksum: 'crc32:0' }),
    }),
  }),
  variant('section 9', 'job-input-role-other', 'A job says that its source is a photo: the role on read is open.', {
    ...jobs((job) => {
      job.inputs[0].role = 'photo';
    }),
  }),
  variant('reading 34', 'pickup-immediate', 'A job is picked up the instant it is accepted.', {
    stages: { queued: 0, picked_up: 0 },
  }),
  variant('reading 35', 'jobs-slow', 'A job takes minutes.', { stages: { queued: 30_000, processing: 150_000 } }),
  variant('reading 34', 'jobs-at-once', 'A job is over the instant it is accepted.', {
    stages: { queued: 0, picked_up: 0, preparing: 0, processing: 0 },
  }),
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
  variant('reading 37', 'livemode-never', 'Nothing says its environment.', {
    rules: (was) => ({
      jobBody: (job, _) => was.jobBody(job, false),
      assetBody: (asset, _) => was.assetBody(asset, false),
    }),
    ...event((sent) => {
      delete sent.livemode;
    }),
  }),
  variant('section 2.2', 'members-in-other-order', 'The members of a job come in another order.', {
    rules: (was) => ({
      jobBody: (job, live) => Object.fromEntries(Object.entries(was.jobBody(job, live)).reverse()) as AnyJson,
    }),
  }),
  variant('section 2', 'json-with-spaces', 'JSON is spelt with spaces and line ends.', {
    answer: (answer) => {
      const isJson = answer.headers['Content-Type'] === 'application/json';
      return isJson ? { ...answer, body: JSON.stringify(JSON.parse(String(answer.body)), null, 2) } : answer;
    },
  }),
  variant('section 7', 'json-with-charset', 'JSON is served with a charset.', {
    answer: header('Content-Type', (type) => (type === 'application/json' ? `${type}; charset=utf-8` : type)),
  }),
  variant('reading 29', 'retention-short', 'Inputs are kept for two hours, and jobs for one day.', {
    readings: { input_retention: 2 * HOUR, job_retention: DAY },
  }),
  variant('reading 29', 'job-expiry-known-early', 'A job has its expires_at from the start.', {
    ...jobs((job) => {
      job.expires_at ??= '2099-01-01T00:00:00.000Z';
    }),
  }),
  variant('reading 29', 'job-expiry-never-told', 'A job never says when it expires.', {
    ...jobs((job) => {
      job.expires_at = null;
    }),
  }),
  variant('reading 50', 'pace-zero', 'Retry-After is 0.', { readings: { retry_after: 0 } }),
  variant('reading 50', 'pace-seven', 'Retry-After is 7 seconds.', { readings: { retry_after: 7 } }),
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
  variant('section 4.3', 'reads-with-more-headers', 'Answers carry headers that nobody knows.', {
    answer: when(200, (answer, context) =>
      on('readJob', header('X-Request-Id', 'req_x'), header('Vary', 'Accept'))(answer, context),
    ),
  }),
];

const NOBODYS_FIELDS = { x_trace: 'a1', x_more: { deep: [1, null] } };

const PADDING = `.${'x'.repeat(900)}`;
