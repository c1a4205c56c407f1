import { describe, expect, it } from 'vitest';
import { fixtures } from '../../../fixtures/index.ts';
import type { PlanInput } from '../../index.ts';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  answers,
  each,
  failing,
  given,
  last,
  makeup,
  openPlayed,
  type Played,
  type PlayedRow,
  play,
  type Step,
  skin,
  statuses,
} from '../../testing/play.ts';

const BAD_LIMIT = 'GET /v1/assets?limit=0';
const LIMIT = 'must be an integer from 1 to 100';
const NOWHERE = 'GET /v1/nowhere as none';

const code = (...steps: Step[]) => last(({ body }) => body.error.code, ...steps);
/** A separate code for a refusal, and the usual one. */
const coded = (name: string, usual: string, ...steps: Step[]) =>
  [`codes.${name}`, code(...steps), usual, { OTHER_CODE: 'OTHER_CODE' }] as const;
const errorField = (name: string) => last(({ body, text }) => (body ?? JSON.parse(text)).error[name], BAD_LIMIT);
const uploading =
  (body: string) =>
  ({ client }: Played) =>
    client.upload({ body });
const refusedBy =
  (error: 'rate_limited' | 'internal_error') =>
  async ({ emulator }: Played) =>
    emulator.faults.add({ effect: { kind: 'error', error } });

const messages = given(
  [failing, 'makeup', '10s'],
  each(({ body }) => (body.error as { message: string }).message, BAD_LIMIT, 'GET /v1/jobs/{job}'),
);
const requestIds = async (played: Played) => {
  const [refused, other] = [await play(played, BAD_LIMIT), await play(played, 'GET /v1/assets')];
  const ids = [refused, other].map(({ headers }) => headers.get('x-request-id'));
  return [ids[0] === refused.body.error.request_id, ids[1] !== null && ids[1] !== ids[0]];
};
const notFound = last(({ status, headers, text }) => [status, headers.get('content-type'), text.slice(0, 40)], NOWHERE);
const quota = given(
  [],
  last(({ status, body }) => [status, body.error.retryable], 'makeup'),
);
const NO_QUOTA = { readings: { daily_quota: { test: { 'makeup.apply': 0 } } } };
const keysNowhere = answers(NOWHERE, 'GET /v1/nowhere as wrong', 'GET /v1/nowhere as live');
/** Of a refusal, and of a job at work and after its failure: a Job has a member `error` too. */
const types = given(
  [failing],
  each(({ headers }) => headers.get('content-type'), BAD_LIMIT, 'makeup', '10s', 'GET /v1/jobs/{job}'),
);

const ROWS: readonly PlayedRow[] = [
  coded('duplicate_concern', 'INVALID_REQUEST', skin({ concerns: ['acne', 'acne'] })),
  coded('asset_expired', 'ASSET_EXPIRED', 'upload', '25h', 'skin'),
  coded('payload_too_large', 'PAYLOAD_TOO_LARGE', uploading('x'.repeat(11 * 1024 * 1024))),
  coded('rate_limited', 'RATE_LIMITED', refusedBy('rate_limited'), 'GET /v1/assets'),
  coded('internal_error', 'INTERNAL_ERROR', refusedBy('internal_error'), 'GET /v1/assets'),
  coded('not_found', 'NOT_FOUND', NOWHERE),
  coded('invalid_submission', 'INVALID_REQUEST', makeup({ products: 1 })),
  coded('invalid_upload', 'INVALID_REQUEST', uploading('no picture')),
  [...coded('image_sides', 'INVALID_REQUEST', 'upload'), { readings: { image_max_side: 70 } }],
  [...coded('malformed_id', 'INVALID_REQUEST', 'GET /v1/jobs/none'), { readings: { malformed_id: 400 } }],
  [
    'error_details',
    errorField('details'),
    { fields: [{ path: 'limit', problem: LIMIT }] },
    {
      by_field: { limit: LIMIT },
      parameter: { parameter: 'limit' },
      hint: { hint: 'none', fields: [{ path: 'limit', problem: LIMIT }] },
      absent: undefined,
    },
  ],
  [
    'error_message_names_field',
    errorField('message'),
    expect.stringContaining('limit'),
    { absent: 'The request is not valid.' },
  ],
  ['error_doc_url', errorField('doc_url'), undefined, { as_null: null, address: 'https://docs.invalid/errors' }],
  ['error_retryable', errorField('retryable'), false, { absent: undefined, as_null: null }],
  [
    'message_language',
    messages,
    ['limit: must be an integer from 1 to 100', 'The processing failed.'],
    {
      german: ['Fehler bei der Ausführung der Anfrage: limit', 'Fehler bei der Ausführung des Auftrags'],
      french: ['Erreur lors du traitement de la requête: limit', 'Erreur lors du traitement de la tâche'],
    },
  ],
  ['quota_error_retryable', quota, [429, true], { not_retryable: [429, false] }, NO_QUOTA],
  ['request_id_header', requestIds, [false, false], { present: [true, true] }],
  [
    'unknown_path_without_key',
    keysNowhere,
    ['404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND'],
    { 401: ['401 INVALID_API_KEY', '401 INVALID_API_KEY', '404 NOT_FOUND'] },
  ],
  [
    'unknown_path_body',
    notFound,
    [404, 'application/json', expect.stringContaining('NOT_FOUND')],
    {
      other_json: [404, 'application/json', '{"title":"Nothing here","status":404}'],
      html: [404, 'text/html', '<!doctype html><title>404</title><h1>Not'],
    },
  ],
  ['wrong_method', statuses('DELETE /v1/jobs', 'DELETE /v1/nowhere'), [404, 404], { 405: [405, 404] }],
  [
    'codes.wrong_method',
    answers('DELETE /v1/jobs', NOWHERE),
    ['404 NOT_FOUND', '404 NOT_FOUND'],
    { METHOD_NOT_ALLOWED: ['404 METHOD_NOT_ALLOWED', '404 NOT_FOUND'] },
  ],
  [
    'trailing_slash',
    given(['makeup'], statuses('GET /v1/assets/?limit=1', 'GET /v1/jobs/{job}/')),
    [404, 404],
    { same_path: [200, 200] },
  ],
  [
    'error_content_type',
    types,
    ['application/json', 'application/json', 'application/json'],
    { problem_json: ['application/problem+json', 'application/json', 'application/json'] },
  ],
];

describeChoices('errors', ROWS, { open: openPlayed });

describe('the code of an invalid upload', () => {
  it('does not apply to an image whose dimensions are refused', async () => {
    const readings = { image_max_side: 70, codes: { invalid_upload: 'OTHER_CODE' } };
    expect(await code('upload')(await openPlayed({ readings }))).toBe('INVALID_REQUEST');
  });
});

describe('refusals under several choices', () => {
  it('can be changed in a running world', async () => {
    const played = await openPlayed({ readings: { error_details: 'parameter' } });
    await played.emulator.readings.set({ error_details: 'fields_list' });
    expect(await errorField('details')(played)).toEqual({ fields: [{ path: 'limit', problem: LIMIT }] });
  });

  it('the failure of a picture is translated, the message of a plan is not', async () => {
    const messageUnder = async (plan: PlanInput) => {
      const played = await openPlayed({ readings: { message_language: 'german' } });
      const { bytes, mediaType } = fixtures.magicImage('truncated');
      const { body } = await played.client.upload({ body: bytes(), type: mediaType });
      played.faces.set('test', body.id);
      played.emulator.plans.add(plan);
      return (await play(played, 'makeup', '10s', 'GET /v1/jobs/{job}')).body.error.message;
    };
    expect(await messageUnder({ outcome: { status: 'succeeded' } })).toMatch(/^Fehler bei/);
    const failed = { status: 'failed', code: 'PROCESSING_FAILED', message: 'Planned.' } as const;
    expect(await messageUnder({ outcome: failed })).toBe('Planned.');
  });

  it('a refusal has the chosen content type and status', async () => {
    const readings = { error_content_type: 'problem_json', unknown_path_body: 'html', wrong_method: 405 } as const;
    const { status, headers } = await play(await openPlayed({ readings }), 'DELETE /v1/jobs');
    expect([status, headers.get('content-type')]).toEqual([405, 'application/problem+json']);
  });

  it.each(['other_json', 'html'] as const)('an error deviation ignores a 404 without a code: %s', async (form) => {
    const played = await openPlayed({ readings: { unknown_path_body: form } });
    await played.emulator.deviations.on('error-code-number', 'feature-off-one-word');
    expect((await play(played, NOWHERE)).text).toContain('Nothing here');
  });

  it.each([
    ['errors-bare', ['code', 'message', 'request_id']],
    ['errors-with-nulls', ['code', 'message', 'request_id', 'details', 'retryable', 'doc_url']],
  ])('the old name %s still works', async (name, fields) => {
    const { body } = await play(await openPlayed({ deviate: [name] }), BAD_LIMIT);
    expect(Object.keys(body.error)).toEqual(fields);
  });
});
