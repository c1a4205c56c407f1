import { describe, expect, it } from 'vitest';
import { targetAt, verdictsIn } from '../testing/graded.ts';
import { routes, type Scripted, scriptedServer } from '../testing/scripted-server.ts';
import { SMALL_RULES, suiteOf } from '../testing/suite-of.ts';
import { verifiedReport } from '../testing/verified.ts';
import { traceOf } from './testing/trace-of.ts';

const SCENARIO = `scenario: a/b
covers: [FIRST-RULE]
steps: [{call: POST /v1/assets, json: {}, expect: {FIRST-RULE: {status: 201}}}]
`;
const RULES = `${SMALL_RULES}
AUTH-ANY-KEY: {clause: "5", level: must, group: core, says: "a valid key reads what its account made"}
`;
const AT = '2026-01-01T00:00:00Z';
const ASSET = { id: 'asset_a', object: 'asset', purpose: 'input', created_at: AT, expires_at: '2026-01-02T00:00:00Z' };
const RESULT = { id: 'asset_r', object: 'asset', purpose: 'result' };
const KEYS = { primary: { secret: 'pk_live_made' }, other_env: { secret: 'pk_test_made' } };

async function gradedWith(paths: Readonly<Record<string, Scripted>>, keys: object = KEYS) {
  const script = routes({
    'GET /drive/capabilities': { json: { drivers: ['tenants'] } },
    'POST /drive/tenants': { json: { id: 'a', keys, declined: [] } },
    'DELETE /drive/tenants/a': { status: 204 },
    'POST /v1/assets': { status: 201, json: ASSET },
    '/v1/assets/asset_a': { json: ASSET },
    'GET /v1/assets': { json: { data: [RESULT, ASSET], has_more: false } },
    '/v1/assets/asset_r/content': { json: {} },
    '/v1/usage': { json: {} },
    ...paths,
  });
  const server = await scriptedServer(script);
  const { asked, base_url } = server;
  const features = { lists: 'on', 'job.list': 'off', 'credits.balance': 'off' } as const;
  const target = targetAt(base_url, { drivers: { url: `${base_url}/drive` }, keys: {}, features });
  const loaded = suiteOf(SCENARIO, { rules: RULES });
  const report = await verifiedReport(loaded, target, { seed: 'test' }).finally(() => server.close());
  const lines = asked.map(({ method, url }) => `${method} ${url}`);
  return { report, read: lines.slice(lines.lastIndexOf('POST /v1/assets') + 1) };
}

describe('At the end of an instance with an account of its own', () => {
  it('its leftovers are read, except for features that are off', async () => {
    const { read, report } = await gradedWith({});
    expect(read).toEqual([
      'GET /v1/usage',
      'GET /v1/assets/asset_a',
      'GET /v1/assets?limit=100',
      'GET /v1/assets/asset_r/content',
      'DELETE /drive/tenants/a',
    ]);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass']);
  });

  it('a rule can fail that no step of the scenario checks', async () => {
    const { report } = await gradedWith({ '/v1/assets/asset_a': { status: 401, json: {} } });
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'AUTH-ANY-KEY fail']);
  });

  it('nothing is read with a key that the driver did not create, which is not a fault of the kit', async () => {
    const { read, report } = await gradedWith({}, { second: { secret: 'pk_live_second' } });
    expect(read).not.toContain('GET /v1/assets?limit=100');
    expect(report.errors).toEqual([]);
  });

  it('reading ends at the first lost answer, which fails nothing', async () => {
    const { read, report } = await gradedWith({ '/v1/assets/asset_a': 'close' });
    expect(read).not.toContain('GET /v1/assets?limit=100');
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass']);
  });
});

it('Nothing is read back if the account is shared', async () => {
  const { moments } = await traceOf(SCENARIO, () => ({ status: 201, json: ASSET }));
  expect(moments.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
});
