import { describe, expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  each,
  given,
  header,
  last,
  openPlayed,
  type PlayedRow,
  play,
  send,
  skin,
  statuses,
} from '../../testing/play.ts';

const scoped = (...scopes: ('hair.apply' | 'hair.try_on')[]) => ({
  accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo', scopes }] }],
});
const HIDDEN_LISTS = {
  accounts: [
    {
      name: 'demo',
      features: { test: { lists: false } },
      keys: [{ secret: 'pk_test_demo', networks: ['192.0.2.0/24'] }],
    },
  ],
};
const MALFORMED = ['{"inputs":', '{}', '{"inputs":[null]}', '[]'].map((body, at) =>
  send('POST /v1/skin/analyses as other', {
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `malformed-${at}` },
    body,
  }),
);

const originOf = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');
const preflight = last(
  (reply) => [reply.status, originOf(reply), reply.headers.has('access-control-allow-headers')],
  'OPTIONS /v1/jobs/job_1 as none',
);
const foreignChanges = given(
  ['makeup'],
  statuses(
    'POST /v1/jobs/{job}/cancel as other',
    'DELETE /v1/jobs/{job} as other',
    'GET /v1/jobs/{job} as other',
    'POST /v1/jobs/{job}/cancel as live',
  ),
);
const foreignInput = statuses(
  skin({}, { as: 'other', input: '{face}' }),
  skin({}, { as: 'other', input: 'asset_none' }),
  ...MALFORMED,
);
const foreignContent = statuses('GET /v1/assets/{face}/content as other', 'GET /v1/assets/asset_none/content as other');
const lengths = each(
  ({ body }) => body.data.length,
  'GET /v1/assets',
  'GET /v1/jobs',
  'GET /v1/assets as second',
  'GET /v1/jobs as second',
);
const changesOfNone = statuses('POST /v1/jobs/job_none/cancel', 'DELETE /v1/jobs/job_none');

const ROWS: readonly PlayedRow[] = [
  ['scope_or_existence', changesOfNone, [404, 404], { scope_first: [403, 403] }, scoped()],
  ['hair_scope', statuses('hair'), [202], { 'hair.try_on': [403] }, scoped('hair.apply')],
  ['hair_scope', statuses('hair'), [403], { 'hair.try_on': [202], either: [202] }, scoped('hair.try_on')],
  ['www_authenticate', header('www-authenticate', 'GET /v1/usage as none'), null, { present: 'ApiKey realm="api"' }],
  ['change_of_foreign_job', foreignChanges, [404, 404, 404, 404], { 403: [403, 403, 404, 404] }],
  ['input_of_foreign_account', foreignInput, [404, 404, 400, 400, 400, 400], { 403: [403, 404, 400, 400, 400, 400] }],
  ['content_of_foreign_asset', foreignContent, [404, 404], { 410: [410, 404] }],
  ['list_owner', given(['makeup'], lengths), [1, 1, 1, 1], { api_key: [1, 1, 0, 0] }],
  ['cors', preflight, [404, null, false], { any_origin: [204, '*', true] }],
  ['cors', each(originOf, 'GET /v1/usage', 'GET /v1/usage as none'), [null, null], { any_origin: ['*', '*'] }],
  ['check_order.network_and_feature', statuses('GET /v1/jobs'), [404], { network_first: [403] }, HIDDEN_LISTS],
];

describeChoices('access', ROWS, { open: openPlayed });

describe('a key without its own scopes', () => {
  it.each(['hair.apply', 'hair.try_on', 'either'] as const)('has that of hair if it is %s', async (hair_scope) => {
    const played = await openPlayed({ readings: { hair_scope } });
    expect((await play(played, 'hair', 'POST /v1/jobs/{job}/cancel')).status).toBe(200);
  });
});
