import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../index.ts';
import { describeChoices, type Shown } from '../../testing/choices/seen-choices.ts';
import { type Client, emulatorFor, type Reply } from '../../testing/client.ts';

type Made = { emulator: Emulator; client: Client };

const codeOf = async (reply: Promise<Reply>) => (await reply).body.error.code;
const errorOf = async (reply: Promise<Reply>) => JSON.parse((await reply).text).error;
const badLimit = ({ client }: Made) => client.get('/v1/assets?limit=0');
const nowhere = (client: Client, key: string | null = null) => client.get('/v1/nowhere', { key });
const LIMIT = 'must be a whole number from 1 to 100';

async function refusedWith({ emulator, client }: Made, error: 'rate_limited' | 'internal_error') {
  emulator.faults.add({ effect: { kind: 'error', error } });
  return codeOf(client.get('/v1/assets'));
}

const SHOWN: Readonly<Record<string, Shown>> = {
  'codes.duplicate_concern': {
    see: async ({ client }) => {
      const { body: asset } = await client.upload();
      const inputs = [{ asset_id: asset.id, role: 'source' }];
      return codeOf(client.submit('/v1/skin/analyses', { inputs, concerns: ['acne', 'acne'] }));
    },
    as: { DUPLICATE: 'DUPLICATE' },
  },
  'codes.asset_expired': {
    see: async ({ emulator, client }) => {
      const { body: asset } = await client.upload();
      await emulator.clock.advance('25h');
      const inputs = [{ asset_id: asset.id, role: 'source' }];
      return codeOf(client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] }));
    },
    as: { GONE: 'GONE' },
  },
  'codes.payload_too_large': {
    under: { upload_max_bytes: 100 },
    see: ({ client }) => codeOf(client.upload()),
    as: { TOO_BIG: 'TOO_BIG' },
  },
  'codes.rate_limited': { see: (made) => refusedWith(made, 'rate_limited'), as: { SLOW_DOWN: 'SLOW_DOWN' } },
  'codes.internal_error': { see: (made) => refusedWith(made, 'internal_error'), as: { OOPS: 'OOPS' } },
  'codes.not_found': { see: ({ client }) => codeOf(nowhere(client)), as: { NO_ROUTE: 'NO_ROUTE' } },
  'codes.invalid_submission': {
    see: ({ client }) => codeOf(client.submit('/v1/skin/analyses', {})),
    as: { VALIDATION_FAILED: 'VALIDATION_FAILED' },
  },
  'codes.invalid_upload': {
    see: ({ client }) => codeOf(client.upload({ body: 'no picture' })),
    as: { INVALID_IMAGE: 'INVALID_IMAGE' },
  },
  'codes.image_sides': {
    under: { image_max_side: 70 },
    see: ({ client }) => codeOf(client.upload()),
    as: { IMAGE_DIMENSIONS: 'IMAGE_DIMENSIONS' },
  },
  'codes.malformed_id': {
    under: { malformed_id: 400 },
    see: ({ client }) => codeOf(client.get('/v1/jobs/none')),
    as: { MALFORMED_ID: 'MALFORMED_ID' },
  },
  error_details: {
    see: async (made) => (await errorOf(badLimit(made))).details,
    as: {
      by_field: { limit: LIMIT },
      parameter: { parameter: 'limit' },
      hint: { hint: 'none', fields: [{ path: 'limit', problem: LIMIT }] },
      absent: undefined,
    },
  },
  error_message_names_field: {
    see: async (made) => (await errorOf(badLimit(made))).message,
    as: { absent: 'The request is not valid.' },
  },
  error_doc_url: {
    see: async (made) => (await errorOf(badLimit(made))).doc_url,
    as: { as_null: null, address: 'https://docs.invalid/errors' },
  },
  error_retryable: {
    see: async (made) => (await errorOf(badLimit(made))).retryable,
    as: { absent: undefined, as_null: null },
  },
  message_language: {
    see: async (made) => {
      const { emulator, client } = made;
      emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
      const { body: job } = await client.submitOn('makeup.apply');
      await emulator.clock.advance('10s');
      const { error } = (await client.get(`/v1/jobs/${job.id}`)).body;
      return [(await errorOf(badLimit(made))).message, error.message];
    },
    as: {
      german: ['Fehler bei der Ausführung der Anfrage: limit', 'Fehler bei der Ausführung des Auftrags'],
      french: ['Erreur lors du traitement de la requête: limit', 'Erreur lors du traitement de la tâche'],
    },
  },
  quota_error_retryable: {
    under: { daily_quota: { test: { 'makeup.apply': 0 } } },
    see: async ({ client }) => {
      const { status, body } = await client.submitOn('makeup.apply');
      return [status, body.error.retryable];
    },
    as: { not_retryable: [429, false] },
  },
  request_id_header: {
    see: async ({ client }) => {
      const refused = await client.get('/v1/assets?limit=0');
      const { headers } = await client.get('/v1/assets');
      const id = refused.headers.get('x-request-id');
      return [id === refused.body.error.request_id, headers.has('x-request-id'), headers.get('x-request-id') === id];
    },
    as: { present: [true, true, false] },
  },
  unknown_path_without_key: {
    see: async ({ emulator, client }) => {
      const replies = [
        await nowhere(client),
        await nowhere(client, 'pk_live_no'),
        await nowhere(client, emulator.keys.live),
      ];
      return replies.map(({ status, body }) => [status, body.error.code]);
    },
    as: {
      401: [
        [401, 'INVALID_API_KEY'],
        [401, 'INVALID_API_KEY'],
        [404, 'NOT_FOUND'],
      ],
    },
  },
  unknown_path_body: {
    see: async ({ client }) => {
      const { status, headers, text } = await nowhere(client);
      return [status, headers.get('content-type'), text];
    },
    as: {
      other_json: [404, 'application/json', '{"title":"Nothing here","status":404}'],
      html: [404, 'text/html', '<!doctype html><title>404</title><h1>Nothing here</h1>'],
    },
  },
  wrong_method: {
    see: async ({ client }) => {
      const replies = [await client.call('DELETE', '/v1/jobs'), await client.call('DELETE', '/v1/nowhere')];
      return replies.map(({ status }) => status);
    },
    as: { 405: [405, 404] },
  },
  'codes.wrong_method': {
    see: async ({ client }) => [await codeOf(client.call('DELETE', '/v1/jobs')), await codeOf(nowhere(client))],
    as: { METHOD_NOT_ALLOWED: ['METHOD_NOT_ALLOWED', 'NOT_FOUND'] },
  },
  trailing_slash: {
    see: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      const replies = [await client.get('/v1/assets/?limit=1'), await client.get(`/v1/jobs/${job.id}/`)];
      return replies.map(({ status }) => status);
    },
    as: { same_path: [200, 200] },
  },
  error_content_type: {
    see: async ({ client }) => {
      const replies = [await client.get('/v1/assets?limit=0'), await client.get('/v1/assets')];
      return replies.map(({ headers }) => headers.get('content-type'));
    },
    as: { problem_json: ['application/problem+json', 'application/json'] },
  },
};

describeChoices('errors', SHOWN);

describe('refusals of a world that runs', () => {
  it('follow what is chosen, from then on', async () => {
    const made = await emulatorFor();
    await made.emulator.readings.set({ error_details: 'parameter', codes: { invalid_submission: 'NOT_SO' } });
    expect((await badLimit(made)).body.error.details).toEqual({ parameter: 'limit' });
    expect(await codeOf(made.client.submit('/v1/skin/analyses', {}))).toBe('NOT_SO');
    await made.emulator.readings.set({ error_details: 'fields_list' });
    expect((await badLimit(made)).body.error.details.fields).toHaveLength(1);
  });

  it('take a choice that another one goes with', async () => {
    const { client } = await emulatorFor({
      readings: { error_content_type: 'problem_json', unknown_path_body: 'html', wrong_method: 405 },
    });
    const { status, headers } = await client.call('DELETE', '/v1/jobs');
    expect([status, headers.get('content-type')]).toEqual([405, 'application/problem+json']);
  });

  it.each(['other_json', 'html'] as const)('take a deviation of errors where a 404 is none, as %s', async (form) => {
    const deviate = ['error-code-number', 'feature-off-one-word'];
    const { emulator, client } = await emulatorFor({ readings: { unknown_path_body: form } });
    await emulator.deviations.on(...deviate);
    expect((await nowhere(client)).text).toContain('Nothing here');
  });

  it.each([
    ['errors-bare', ['code', 'message', 'request_id']],
    ['errors-with-nulls', ['code', 'message', 'request_id', 'details', 'retryable', 'doc_url']],
  ])('are by the old name %s what they were', async (name, fields) => {
    const made = await emulatorFor({ deviate: [name] });
    expect(Object.keys((await badLimit(made)).body.error)).toEqual(fields);
  });
});
