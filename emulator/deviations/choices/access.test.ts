import { describe, expect, it } from 'vitest';
import { type Asker, type ChoiceRow, itShowsEachChoice } from '../../testing/choices/shown-choices.ts';
import { emulatorFor } from '../../testing/client.ts';

const keyWith = (more: object) => ({ accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo', ...more }] }] });

/** What a key of some scopes may do with hair: submit, and cancel. */
const withHair = (choice: string, scope: 'hair.apply' | 'hair.try_on', usual: number, chosen: number): ChoiceRow => ({
  choice,
  asks: async ({ hair }) => (await hair()).status,
  usual,
  chosen,
  and: keyWith({ scopes: [scope] }),
});

const preflight = async ({ client }: Asker) => {
  const { status, headers } = await client.call('OPTIONS', '/v1/jobs/job_1', { key: null });
  return [status, headers.get('access-control-allow-origin'), headers.has('access-control-allow-headers')];
};

describe('a choice of who may do what', () => {
  itShowsEachChoice('access', {
    scope_or_existence: [
      {
        choice: 'scope_first',
        asks: async ({ client }) => (await client.call('POST', '/v1/jobs/job_none/cancel')).status,
        usual: 404,
        chosen: 403,
        and: keyWith({ scopes: [] }),
      },
      {
        choice: 'scope_first',
        asks: async ({ client }) => (await client.call('DELETE', '/v1/jobs/job_none')).status,
        usual: 404,
        chosen: 403,
        and: keyWith({ scopes: [] }),
      },
    ],
    hair_scope: [
      withHair('hair.try_on', 'hair.apply', 202, 403),
      withHair('hair.try_on', 'hair.try_on', 403, 202),
      withHair('either', 'hair.try_on', 403, 202),
    ],
    www_authenticate: {
      choice: 'present',
      asks: async ({ client }) => (await client.get('/v1/usage', { key: null })).headers.get('www-authenticate'),
      usual: null,
      chosen: 'ApiKey realm="api"',
    },
    change_of_foreign_job: {
      choice: 403,
      asks: async ({ emulator, client, makeup }) => {
        const { id } = (await makeup()).body;
        const key = emulator.tenants.create({ keys: { other: { environment: 'test' } } }).keys['other']?.secret ?? null;
        const calls = [
          await client.call('POST', `/v1/jobs/${id}/cancel`, { key }),
          await client.call('DELETE', `/v1/jobs/${id}`, { key }),
          await client.get(`/v1/jobs/${id}`, { key }),
          await client.call('POST', `/v1/jobs/${id}/cancel`, { key: 'pk_live_demo' }),
        ];
        return calls.map(({ status }) => status);
      },
      usual: [404, 404, 404, 404],
      chosen: [403, 403, 404, 404],
    },
    input_of_foreign_account: {
      choice: 403,
      asks: async ({ emulator, client, face }) => {
        const { keys } = emulator.tenants.create({ keys: { other: { environment: 'test' } } });
        const key = keys['other']?.secret ?? null;
        const naming = (asset: string) =>
          client.submit(
            '/v1/skin/analyses',
            { inputs: [{ asset_id: asset, role: 'source' }], concerns: ['acne'] },
            { key },
          );
        const others = ['{"inputs":', '{}', '{"inputs":[null]}', '[]'].map((text, at) =>
          client.call('POST', '/v1/skin/analyses', {
            headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `odd_body_${at}` },
            body: Buffer.from(text),
            key,
          }),
        );
        const answers = [await naming(face), await naming('asset_none'), ...(await Promise.all(others))];
        return answers.map(({ status }) => status);
      },
      usual: [404, 404, 400, 400, 400, 400],
      chosen: [403, 404, 400, 400, 400, 400],
    },
    content_of_foreign_asset: {
      choice: 410,
      asks: async ({ emulator, client, face }) => {
        const key = emulator.tenants.create({ keys: { other: { environment: 'test' } } }).keys['other']?.secret ?? null;
        const calls = [
          await client.get(`/v1/assets/${face}/content`, { key }),
          await client.get('/v1/assets/asset_none/content', { key }),
        ];
        return calls.map(({ status }) => status);
      },
      usual: [404, 404],
      chosen: [410, 404],
    },
    list_owner: {
      choice: 'api_key',
      asks: async ({ client, makeup }) => {
        await makeup();
        const lists = [
          await client.get('/v1/assets'),
          await client.get('/v1/jobs'),
          await client.get('/v1/assets', { key: 'pk_test_second' }),
          await client.get('/v1/jobs', { key: 'pk_test_second' }),
        ];
        return lists.map(({ body }) => body.data.length);
      },
      usual: [1, 1, 1, 1],
      chosen: [1, 1, 0, 0],
      and: { accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo' }, { secret: 'pk_test_second' }] }] },
    },
    cors: [
      { choice: 'any_origin', asks: preflight, usual: [404, null, false], chosen: [204, '*', true] },
      {
        choice: 'any_origin',
        asks: async ({ client }) => {
          const replies = [await client.get('/v1/usage'), await client.get('/v1/usage', { key: null })];
          return replies.map(({ headers }) => headers.get('access-control-allow-origin'));
        },
        usual: [null, null],
        chosen: ['*', '*'],
      },
    ],
    'check_order.network_and_feature': {
      choice: 'network_first',
      asks: async ({ client }) => (await client.get('/v1/jobs')).status,
      usual: 404,
      chosen: 403,
      and: {
        accounts: [
          {
            name: 'demo',
            features: { test: { lists: false } },
            keys: [{ secret: 'pk_test_demo', networks: ['192.0.2.0/24'] }],
          },
        ],
      },
    },
  });
});

describe('a key without scopes of its own', () => {
  it.each(['hair.apply', 'hair.try_on', 'either'] as const)('has that of hair, where it is %s', async (hair_scope) => {
    const { emulator, client } = await emulatorFor();
    await emulator.readings.set({ hair_scope });
    const { status, body } = await client.submitOn('hair.try_on');
    expect([status, (await client.call('POST', `/v1/jobs/${body.id}/cancel`)).status]).toEqual([202, 200]);
  });
});
