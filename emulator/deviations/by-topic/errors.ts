import { blatant, type Deviation, subtle } from '../deviation.ts';
import {
  type AnswerEdit,
  type AnyJson,
  body,
  codeOf,
  header,
  instead,
  on,
  refusal,
  refuse,
  status,
  when,
  where,
} from '../edits.ts';
import { asked } from '../requests.ts';
import { replaceTimes } from '../shift.ts';

/** Changes the ErrorDetail of every refusal. */
function detail(rule: string, id: string, about: string, change: (error: AnyJson) => void): Deviation {
  // Spec 7: what stands in front of a service may answer an unknown path without one.
  return subtle(rule, id, about, { answer: refused(body(({ error }) => error && change(error))) });
}

function refused(edit: AnswerEdit): AnswerEdit {
  return where((_, answer) => answer.status >= 400, edit);
}

/** Edits the 404 of a feature that the account does not have. */
function whereOff(edit: AnswerEdit): AnswerEdit {
  return where(
    ({ route, world }, answer) =>
      route !== null &&
      answer.status === 404 &&
      codeOf(answer)?.toUpperCase() === world.settings.readings.codes.not_found,
    edit,
  );
}

/** Sections 2.4 and 7, and what holds for every answer. */
export const ERRORS: readonly Deviation[] = [
  blatant('ERROR-SHAPE', 'error-not-wrapped', 'The body of an error is the ErrorDetail itself.', {
    answer: refused(body(({ error }) => error)),
  }),
  blatant('ERROR-SHAPE', 'error-as-text', 'A 404 has a plain text for its body.', {
    answer: when(404, (answer) => ({ ...answer, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' })),
  }),
  subtle('ERROR-SHAPE', 'error-as-text-of-odd-id', 'A refusal about an id with a dot is a plain text.', {
    answer: where(
      ({ request }) => request.id.includes('.'),
      when(404, (answer) => ({ ...answer, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' })),
    ),
  }),
  subtle('ERROR-SHAPE', 'error-in-latin-1', 'The 404 of an id beyond ASCII is written in Latin-1.', {
    answer: where(
      ({ request }) => /é/.test(request.id),
      when(404, (answer) => ({ ...answer, body: Buffer.from(`{"error":{"message":"Pas trouv\u00e9."}}`, 'latin1') })),
    ),
  }),
  subtle('ERROR-SHAPE', 'error-of-cancel-without-request-id', 'The 404 of a cancel has no request id.', {
    answer: on(
      'cancelJob',
      when(
        'JOB_NOT_FOUND',
        body(({ error }) => void delete error.request_id),
      ),
    ),
  }),
  subtle('ERROR-SHAPE', 'error-message-short-under-load', 'From the tenth refusal of a path on, its message is null.', {
    answer: (answer, context) => {
      if (answer.status !== 404 || context.memory.count(context.request.path) < 10) return answer;
      return body(({ error }) => {
        if (error !== undefined) error.message = null;
      })(answer, context);
    },
  }),
  subtle('JOB-404', 'job-id-without-its-ending', 'A job can be read with an ending of a file behind its id.', {
    request: asked('readJob', (request) => ({ ...request, id: request.id.replace(/\.json$/, '') })),
  }),
  subtle('JOB-404', 'job-id-beyond-ascii-500', 'An id of a job beyond ASCII is an unexpected error.', {
    answer: on(
      'readJob',
      where(({ request }) => /[^ -~]/.test(request.id), when(404, refusal(500, 'INTERNAL_ERROR'))),
    ),
  }),
  subtle('ASSET-404', 'asset-id-without-last-dot', 'A dot at the end of the id of an asset is left out.', {
    request: asked('readAsset', (request) => ({ ...request, id: request.id.replace(/\.$/, '') })),
  }),
  subtle('JOB-DELETE-404', 'job-deleted-by-longer-id', 'A deletion takes the first characters of an id for a job’s.', {
    request: asked('deleteJob', (request, { world }) => {
      const id = [...world.state.jobs.keys()].find((one) => request.id.startsWith(one));
      return id === undefined ? request : { ...request, id };
    }),
  }),
  subtle('CANCEL-404', 'cancel-of-odd-id-409', 'A cancel of an id with a tilde answers 409.', {
    answer: on(
      'cancelJob',
      where(({ request }) => request.id.includes('~'), when(404, refusal(409, 'JOB_NOT_CANCELLABLE'))),
    ),
  }),
  subtle('SUBMIT-INPUT-404', 'input-of-odd-id-500', 'A submission that names an asset by a long id answers 500.', {
    answer: on(
      ['analyzeSkin'],
      where(({ request }) => (request.body?.byteLength ?? 0) > 1200, when(404, refusal(500, 'INTERNAL_ERROR'))),
    ),
  }),
  detail('ERROR-SHAPE', 'error-code-number', 'The code of an error is its status.', (error) => {
    error.code = 400;
  }),
  detail('ERROR-SHAPE', 'error-message-list', 'The message of an error is a list of texts.', (error) => {
    error.message = [error.message];
  }),
  detail('ERROR-SHAPE', 'error-request-id-empty', 'The request id of an error is empty.', (error) => {
    error.request_id = '';
  }),
  detail('ERROR-REQUEST-ID', 'error-request-id-same', 'Every error has the same request id.', (error) => {
    error.request_id = 'req_0000000000000000';
  }),
  detail('ERROR-SHAPE', 'error-details-list', 'The details of an error are a list.', (error) => {
    if (error.details !== undefined) error.details = error.details.fields;
  }),
  detail('ERROR-SHAPE', 'error-doc-url-map', 'The doc_url of an error is a map.', (error) => {
    error.doc_url = { href: 'https://docs.invalid/errors' };
  }),
  detail('ERROR-SHAPE', 'error-retryable-word', 'The word yes or no stands for retryable.', (error) => {
    error.retryable = error.retryable ? 'yes' : 'no';
  }),
  detail('ERROR-RETRYABLE-RIGHT', 'error-retryable-reversed', 'retryable says the opposite.', (error) => {
    error.retryable = !error.retryable;
  }),
  subtle('ERROR-403-CODE', 'error-403-forbidden', 'The code of every 403 is FORBIDDEN.', {
    answer: when(403, refusal(403, 'FORBIDDEN')),
    also: ['AUTH-SCOPE-403', 'AUTH-NETWORK-403'],
  }),
  subtle('ERROR-503-CODE', 'error-503-unavailable', 'The code of a 503 is UNAVAILABLE.', {
    answer: when(503, refusal(503, 'UNAVAILABLE')),
  }),
  blatant('STATUS-LISTED', 'error-400-as-422', 'What is not valid answers 422.', {
    answer: when(400, status(422)),
    also: ['REQUEST-400'],
  }),
  subtle('ERROR-503-CODE', 'error-503-of-upload', 'The code of the 503 of an upload is UPLOADS_DOWN.', {
    answer: on('uploadAsset', when(503, refusal(503, 'UPLOADS_DOWN'))),
    also: ['AUTH-UNREADABLE-503'],
  }),
  subtle('BODY-JSON', 'json-as-text', 'JSON is served as text/plain.', {
    answer: where(
      (_, { headers }) => headers['Content-Type'] === 'application/json',
      header('Content-Type', 'text/plain'),
    ),
  }),
  subtle('BODY-JSON', 'json-error-as-problem', 'An error is served as application/problem+json.', {
    answer: refused(header('Content-Type', 'application/problem+json')),
  }),
  subtle('TIME-UTC', 'times-with-offset', 'Times are given in an offset of two hours.', {
    answer: body((shown) => replaceTimes(shown, (time) => time.replace('Z', '+02:00'))),
  }),
  subtle('TIME-UTC', 'times-without-zone', 'Times leave their zone out.', {
    answer: on(
      'readJob',
      body((shown) => replaceTimes(shown, (time) => time.replace('Z', ''))),
    ),
  }),
  subtle('TIME-UTC', 'times-of-lists-with-offset', 'Lists give their times in an offset of two hours.', {
    answer: on(
      ['listAssets', 'listJobs'],
      body((shown) => replaceTimes(shown, (time) => time.replace('Z', '+02:00'))),
    ),
  }),
  blatant('PATH-404', 'path-unknown-400', 'An unknown path answers 400.', {
    answer: where(({ route }) => route === null, when(404, refusal(400, 'INVALID_REQUEST'))),
    also: ['FEATURE-OFF-404'],
  }),
  blatant('FEATURE-OFF-404', 'feature-off-403', 'An operation that is not enabled answers 403.', {
    answer: whereOff(refusal(403, 'FEATURE_DISABLED')),
  }),
  subtle('FEATURE-OFF-404', 'feature-off-other-code', 'An operation that is not enabled says so in its code.', {
    answer: whereOff(refusal(404, 'FEATURE_DISABLED')),
  }),
  subtle(
    'FEATURE-OFF-404',
    'feature-off-one-word',
    'An operation that is not enabled differs from an unknown path in one word.',
    {
      answer: whereOff(
        body(({ error }) => {
          error.message = error.message.replace('nothing', 'none');
        }),
      ),
    },
  ),
  subtle(
    'FEATURE-OFF-404',
    'feature-off-allow',
    'An operation that is not enabled says by a header that it is there.',
    { answer: whereOff(header('Allow', 'GET, POST, DELETE')) },
  ),
  subtle('FEATURE-OFF-404', 'feature-off-once-used', 'An operation that was used stays when it is disabled.', {
    rules: (was, { memory }) => ({
      featureIsOn: (account, environment, feature) => {
        const name = `${account.name}/${environment} ${feature}`;
        const isOn = was.featureIsOn(account, environment, feature);
        if (isOn && !memory.get(name)) memory.set(name, true);
        return isOn || memory.get(name) === true;
      },
    }),
  }),
  subtle('FEATURE-OFF-404', 'feature-off-live-only', 'What is not enabled is there with test keys.', {
    rules: (was) => ({
      featureIsOn: (account, environment, feature) =>
        environment === 'test' || was.featureIsOn(account, environment, feature),
    }),
  }),
  subtle(
    'FEATURE-OFF-404',
    'feature-off-unknown-job',
    'A cancel that is not enabled answers of a job that there is not.',
    {
      answer: whereOff(
        where(
          ({ world, request }) => request.id !== '' && !world.state.jobs.has(request.id),
          refusal(404, 'JOB_NOT_FOUND'),
        ),
      ),
    },
  ),
  subtle('FEATURE-OFF-404', 'feature-off-scopeless-test-403', 'What is off answers a test key without a scope 403.', {
    answer: whereOff(
      where(({ key }) => key?.environment === 'test' && key.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
    also: ['STATUS-LISTED'],
  }),
  blatant('PATHS-V1', 'paths-all-gone', 'Nothing is served below /v1.', { answer: refuse(404, 'NOT_FOUND') }),
  subtle('PATHS-V1-ALONE', 'paths-without-prefix', 'The usage is served without the prefix as well.', {
    answer: where(
      ({ route, request }) => route === null && /^\/(usage|assets|jobs|credits)/.test(request.path),
      instead(200, { data: [] }),
    ),
  }),
  subtle('RETRY-AFTER-SECONDS', 'pace-as-date', 'Retry-After is a date.', {
    answer: header('Retry-After', () => 'Wed, 21 Oct 2026 07:28:00 GMT'),
    also: ['SUBMIT-RETRY-AFTER', 'RETRY-AFTER-POLL', 'CANCEL-RETRY-AFTER'],
  }),
  subtle('RETRY-AFTER-SECONDS', 'pace-with-fraction', 'Retry-After has a fraction.', {
    answer: header('Retry-After', (seconds) => `${seconds}.5`),
  }),
  subtle('RETRY-AFTER-429', 'pace-missing-on-429', 'A 429 has no Retry-After.', {
    answer: when(429, header('Retry-After', null)),
  }),
  subtle('RETRY-AFTER-503', 'pace-missing-on-503', 'A 503 has no Retry-After.', {
    answer: when(503, header('Retry-After', null)),
  }),
];
