import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { openSuite } from '../certify.ts';
import { explain, explanationLines } from './explain.ts';
import { readTraffic } from './read/read-traffic.ts';
import { reportOfTraffic } from './report-of-traffic.ts';
import { har, KEY, type SaidExchange } from './testing/har.ts';

const { suite } = openSuite();
const OBSERVING = { suite, questions: QUESTIONS, keys: {}, version: '0' };

const trafficOf = (...said: SaidExchange[]) => readTraffic('t.har', har(...said), null);
const reportOf = async (...said: SaidExchange[]) => reportOfTraffic(await trafficOf(...said), OBSERVING);
const violated = async (...said: SaidExchange[]) =>
  (await reportOf(...said)).rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
const job = (own: object = {}) => ({
  ...{ id: 'job_k7f3q9x2m4', operation: 'skin.analyze', status: 'queued', created_at: at(0), updated_at: at(0) },
  ...{ completed_at: null, expires_at: null, inputs: [], output: null, error: null },
  ...own,
});
const error = (code: string, request_id = code) => ({ error: { code, message: 'no', request_id } });
const send = { inputs: [{ asset_id: 'asset_1', role: 'source' }], concerns: ['acne'] };
const submit = (own: Partial<SaidExchange[1]> = {}): SaidExchange => [
  'POST /v1/skin/analyses',
  { status: 202, body: job(), send, headers: { 'Idempotency-Key': 'order-1' }, ...own },
];
const READ = 'GET /v1/jobs/job_k7f3q9x2m4';

describe('A report of traffic', () => {
  it('lists the rules that were held, violated and untested, with the number of the exchange', async () => {
    const report = await reportOf(submit({ entry: {} }), [READ, { body: job({ status: 'odd' }) }]);
    const verdict = (id: string) => report.rules.find((rule) => rule.id === id)?.verdict;
    expect([verdict('JOB-OPERATION'), verdict('JOB-STATUS'), verdict('CREDIT-402')]).toEqual([
      'pass',
      'fail',
      'inconclusive',
    ]);
    const [failure] = report.failures.filter(({ rule }) => rule === 'JOB-STATUS');
    expect(failure?.exchanges.map((place) => report.observed?.numbers[failure.instance]?.[place])).toEqual([2]);
    expect(report.rules.find(({ id }) => id === 'CREDIT-402')?.reason).toBe('unobserved');
  });

  it('has no webhook secret and no key from a URL', async () => {
    const body = job({ status: 'odd', note: 'whsec_of_a_person' });
    const report = await reportOf(submit({}), ['GET /v1/jobs/job_1?api_key=of-a%20person', { body }]);
    expect(report.failures).not.toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/whsec_of_a_person|of-a(?:%20| )person/);
  });

  it('states how much could be judged, and why the rest could not', async () => {
    const { observed } = await reportOf(
      ['GET /v1/usage', { body: {} }],
      ['GET /v1/odd', { body: {} }],
      ['GET /v1/usage', { content: { size: 9 } }],
      ['GET /v1/usage', { status: 503, body: error('SERVICE_UNAVAILABLE') }],
      ['GET /v1/usage', { key: 'pk_test_****', body: {} }],
      ['GET /v1/usage', { base: 'https://elsewhere.example', body: {} }],
    );
    expect([observed?.judged, observed?.exchanges]).toEqual([1, 6]);
    expect(observed?.left.map(({ why, numbers }) => [why.split(':')[0], numbers])).toEqual([
      ['it went to another server', [6]],
      ['the specification does not describe this path or method', [2]],
      ['the body of its answer was not kept', [3]],
      ['the server or a gateway failed', [4]],
      ['the file does not show its API key', [5]],
    ]);
  });

  it('never contains a key, and has only the size and the digest of a picture', async () => {
    const picture = readFileSync(new URL('../../fixtures/gallery.png', import.meta.url));
    const content = { size: picture.length, text: picture.toString('base64'), encoding: 'base64' };
    const report = await reportOf(
      ['GET /v1/assets/asset_1/content', { content, headers: { cookie: 'session=1' } }],
      [
        'GET /v1/usage?api_key=of-another%2Fform',
        { status: 401, key: null, headers: { Authorization: 'Bearer of-a-person' }, body: {} },
      ],
      ['GET /v1/usage?key=pk_live_somebody_else', { status: 200, body: { echo: KEY, hook: 'whsec_abcdefgh' } }],
      ['GET /v1/usage', { status: 500, body: { oops: KEY } }],
    );
    const text = JSON.stringify(report);
    for (const hidden of [
      KEY,
      'pk_live_somebody_else',
      'whsec_abcdefgh',
      'session=1',
      'of-another',
      'of-a-person',
      content.text.slice(0, 40),
    ])
      expect(text).not.toContain(hidden);
  });

  it('judges each key separately: for one key, the other is another client', async () => {
    const other = 'pk_test_another_key';
    expect(
      await violated(submit({ entry: {} }), [READ, { key: other, status: 404, body: error('JOB_NOT_FOUND') }]),
    ).toEqual(['SUBMIT-LOCATION', 'SUBMIT-RETRY-AFTER']);
    const mask = (key: string | null): SaidExchange => ['GET /v1/usage', { key, body: {} }];
    expect(await violated(mask(null))).toEqual([]);
    expect(await violated(mask(KEY), mask(null))).toEqual(['AUTH-EVERY-ROUTE']);
  });

  it('forgets what it knew after a call that may reset the server, or if an id is repeated', async () => {
    const located = { headers: { 'Idempotency-Key': 'order-1' } };
    const again = submit({ ...located, body: job({ id: 'job_other_0001', created_at: at(1) }) });
    const rules = (middle: SaidExchange[]) => violated(submit(), ...middle, again);
    expect(await rules([])).toContain('IDEM-REPLAY-200');
    expect(await rules([['POST /admin/reset', { body: {} }]])).not.toContain('IDEM-REPLAY-200');
    expect(await violated(submit(), submit())).not.toContain('IDEM-REPLAY-200');
  });

  it('accepts a repeated test event, since others may resend it', async () => {
    const traffic = await trafficOf(submit());
    const event = { id: 'evt_1', type: 'test.ping', data: { object: { object: 'test', endpoint_id: 'e' } } };
    const shown = { hook: 'deliveries', method: 'POST', path: '/', headers: [], at: 0, target_at: 0, reply: '200' };
    const hook = { ...shown, raw: { text: JSON.stringify(event) } };
    const report = await reportOfTraffic({ ...traffic, hooks: [hook, hook] }, OBSERVING);
    expect(report.failures.map(({ rule }) => rule)).not.toContain('WH-PING-ONCE');
  });

  it('judges deliveries for jobs whose end was seen', async () => {
    const done = job({ status: 'failed', completed_at: at(1), error: { code: 'PROCESSING_FAILED', message: 'no' } });
    const traffic = await trafficOf(submit(), [READ, { body: done }]);
    const raw = {
      text: JSON.stringify({ id: 'evt_1', type: 'job.succeeded', created: at(1), data: { object: done } }),
    };
    const hook = { hook: 'deliveries', method: 'POST', path: '/', headers: [], raw, at: 0, target_at: 0, reply: '200' };
    const report = await reportOfTraffic({ ...traffic, hooks: [hook] }, OBSERVING);
    expect(report.failures.map(({ rule }) => rule)).toContain('EVENT-FAILED');
  });

  it('has the answers to open questions', async () => {
    const body = { id: 'asset_1', created_at: at(0), expires_at: at(3_600) };
    const { observed } = await reportOf(
      ['POST /v1/assets', { status: 201, body }],
      ['GET /v1/usage', { status: 429, body: error('SLOWLY') }],
    );
    const answers = observed?.answers.map(({ question, choice, number }) => [question, choice, number]);
    expect(answers).toContainEqual(['upload_status', 201, 1]);
    expect(answers).toContainEqual(['input_retention', 3_600_000, 1]);
    expect(answers).toContainEqual(['codes.rate_limited', 'SLOWLY', 2]);
    expect(answers).toContainEqual(['retry_after_on_429', 'absent', 2]);
  });
});

describe('An explanation', () => {
  const linesOf = async (number: number, ...said: SaidExchange[]) => {
    const traffic = await trafficOf(...said);
    const report = await reportOfTraffic(traffic, OBSERVING);
    const explained = explain(traffic, number, { report, registry: suite.registry, questions: QUESTIONS });
    return explained === null ? null : explanationLines(explained).join('\n');
  };

  it('quotes a rule that the server violates', async () => {
    const text = await linesOf(1, [READ, { body: job({ status: 'odd' }) }]);
    expect(text).toMatch(/^the server: /);
    expect(text).toContain(
      `JOB-STATUS (${suite.registry.get('JOB-STATUS')?.clause}): ${suite.registry.get('JOB-STATUS')?.says}`,
    );
  });

  it.each<[string, SaidExchange[], RegExp]>([
    [
      'is refused',
      [['GET /v1/jobs/job_1', { status: 404, body: error('JOB_NOT_FOUND') }]],
      /section 7: this key has no such job/,
    ],
    ['has a key in its URL', [['GET /v1/usage?api_key=x', { body: {} }]], /section 5: .* does not belong in a URL/],
    ['has no Idempotency-Key', [submit({ headers: {} })], /section 4.2: .* needs an Idempotency-Key/],
  ])('names a duty of the client if a request %s', async (_, said, duty) => {
    const text = await linesOf(1, ...said);
    expect(text).toMatch(duty);
  });

  it('names the answer that the client should have waited for', async () => {
    const asks = { headers: {}, entry: {} };
    const waiting: SaidExchange = [READ, { ...asks, body: job() }];
    const traffic = await trafficOf(waiting, [READ, { body: job(), at: 300 }]);
    const [first] = traffic.passings;
    first?.exchange.answer?.headers.push(['Retry-After', '2']);
    const report = await reportOfTraffic(traffic, OBSERVING);
    const explained = explain(traffic, 2, { report, registry: suite.registry, questions: QUESTIONS });
    expect(explained?.duties.map(({ client }) => client).join()).toContain('wait 2 s before the next read: exchange 1');
  });

  it('names a place where the specification is silent, with the lawful choices', async () => {
    const text = await linesOf(1, [
      'POST /v1/assets',
      { status: 201, body: { id: 'asset_1', created_at: at(0), expires_at: at(60) } },
    ]);
    expect(text).toContain('upload_status (section 4.1): which status does a successful upload return?');
    expect(text).toContain('lawful: 200, 201, 202');
    expect(await linesOf(9, submit())).toBeNull();
  });
});
