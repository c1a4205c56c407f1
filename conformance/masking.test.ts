import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Report } from './report/report.ts';
import { verifyReport } from './report/verify.ts';
import type { Loaded } from './suite/scenario/load-suite.ts';
import { type Graded, graded, type TargetChanges, verdictsIn } from './testing/graded.ts';
import { routes, type Script, scriptedServer } from './testing/scripted-server.ts';
import { suiteOf } from './testing/suite-of.ts';

const KEY = 'pk_test_9sK2mWq7ZtR4xYb1';
const TOKEN = 'drv-7Hq2Lw9Zx4';
const keys = { primary: { secret: KEY, environment: 'test', scopes: null } } as const;

const scenario = (steps: string, covers = 'FIRST-RULE') =>
  suiteOf(`scenario: a/b\ncovers: [${covers}]\nsteps:\n${steps}\n`);

const run = (suite: Loaded, script: Script, target: TargetChanges = {}): Promise<Graded> =>
  graded(suite, script, { target: { keys, ...target } });

const differencesIn = async (report: Report, { suite, context }: Loaded) =>
  (await verifyReport(JSON.parse(JSON.stringify(report)) as Report, suite, context)).differences;

describe('A cursor that contains the key', () => {
  const cursor = (at: number) => Buffer.from(JSON.stringify({ key: KEY, at })).toString('base64');
  const pages = scenario(`  - {id: one, call: GET /v1/things, expect: {FIRST-RULE: {status: 200}}}
  - {id: two, call: GET /v1/things, query: {cursor: "\${one.body.next_cursor}"}, expect: {FIRST-RULE: {status: 200}}}
  - {id: three, call: GET /v1/things, query: {cursor: "\${two.body.next_cursor}"}, expect: {FIRST-RULE: {status: 200}}}`);
  const server = routes({
    '/v1/things': ({ url, before }) => {
      const given = new URL(url, 'http://x').searchParams.get('cursor');
      const isKnown = given === (before === 0 ? null : cursor(before));
      return isKnown ? { json: { next_cursor: cursor(before + 1) } } : { status: 400, json: {} };
    },
  });

  it('is sent back to the server unchanged, and masked in the report', async () => {
    const { report, asked } = await run(pages, server);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass']);
    expect(asked.at(-1)?.url).toBe(`/v1/things?cursor=${encodeURIComponent(cursor(2))}`);
    expect(JSON.stringify(report)).toContain('<primary in base64>');
    expect(JSON.stringify(report)).not.toContain(cursor(1).slice(12, 30));
    expect(await differencesIn(report, pages)).toEqual([]);
  });
});

describe('The secret of an endpoint that a person has registered', () => {
  const SECRET = 'whsec_Zq81xPn24LmV';
  const suite = scenario(
    `  - {hook: sink}
  - {id: shown, call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}
  - {id: got, receive: sink, settle: 100ms, expect: {SECOND-RULE: {count: 1, each: {signed_by: "\${sink.secret}"}}}}`,
    'FIRST-RULE, SECOND-RULE',
  );

  async function delivered(secret: string): Promise<Report> {
    const spare = await scriptedServer(() => ({}));
    const listen = { host: '127.0.0.1', port: Number(new URL(spare.base_url).port) };
    await spare.close();
    const tell: Script = async () => {
      const [t, body] = [Math.floor(Date.now() / 1000), `{"key": "${KEY}"}`];
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
      const headers = { 'Service-Signature': `t=${t},v1=${v1}` };
      await fetch(`http://127.0.0.1:${listen.port}/`, { method: 'POST', headers, body });
      return { json: {} };
    };
    const drivers = { receiver: { listen, public_url: null, secret: SECRET } };
    return (await run(suite, routes({ '/v1/thing': tell }), { drivers })).report;
  }

  it.each([
    ['that secret', SECRET, 'pass'],
    ['another', 'whsec_another_one', 'fail'],
  ])('is not in the report, which still shows what was signed with %s', async (_, secret, verdict) => {
    const report = await delivered(secret);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', `SECOND-RULE ${verdict}`]);
    expect(JSON.stringify(report)).not.toMatch(/Zq81xPn24LmV|9sK2mWq7ZtR4xYb1/);
    expect(await differencesIn(report, suite)).toEqual([]);
  });
});

describe('The answer of a driver', () => {
  it.each([
    ['a token', TOKEN],
    ['a key, in disguise', Buffer.from(`key ${KEY}`).toString('base64url')],
  ])('is in the report without %s that it contains', async (_, secret) => {
    const suite = scenario('  - {call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}');
    const refusing = await scriptedServer(() => ({ status: 500, text: `not with ${secret}` }));
    const { report } = await run(suite, routes({}), { drivers: { url: refusing.base_url, token: TOKEN } });
    await refusing.close();
    expect(report.rules[0]?.hint).toMatch(/it answered 500 not with \w*<(?:driver token|primary in base64)>/);
    expect(JSON.stringify(report)).not.toContain(secret);
  });
});

describe('The key of an account that was created for one scenario', () => {
  it('is masked in the answers to another scenario', async () => {
    const made: string[] = [];
    const secretOf = (index: number) => `pk_live_${index}aB3dE5gH7jK9mN1pQ${index}`;
    const drivers = await scriptedServer(
      routes({
        'GET /capabilities': { json: { drivers: ['tenants'] } },
        'POST /tenants': ({ before }) => {
          made.push(secretOf(before));
          return { json: { id: `t_${before}`, keys: { primary: { secret: secretOf(before) } } } };
        },
      }),
    );
    const both = ['a/b', 'a/c'].map(
      (id) =>
        `scenario: ${id}\ncovers: [FIRST-RULE]\nsteps: [{call: GET /v1/thing, expect: {FIRST-RULE: {body: absent}}}]\n`,
    );
    const suite = suiteOf(both.join('---\n'));
    const server = routes({ '/v1/thing': () => ({ json: { all: made } }) });
    const { report } = await run(suite, server, { keys: {}, drivers: { url: drivers.base_url } });
    await drivers.close();
    expect(made.length).toBeGreaterThan(2);
    expect(made.filter((secret) => JSON.stringify(report).includes(secret))).toEqual([]);
  });
});
