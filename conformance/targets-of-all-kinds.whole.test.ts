import { describe, expect, it } from 'vitest';
import { graded, targetAt, verdictsIn } from './testing/graded.ts';
import { routes, type Script, type Scripted, scriptedServer, UNKNOWN } from './testing/scripted-server.ts';
import { shippedSuite } from './testing/shipped-suite.ts';
import { suiteOf } from './testing/suite-of.ts';
import { verifiedReport } from './testing/verified.ts';

const loaded = shippedSuite();
const only = ['idempotency/replay', 'cancel/races', 'webhooks/retry-schedule'];
const limits = { timeouts: { answer: 500 } };
const detail = { error: { code: 'ODD', message: 'so it is', request_id: 'req_1' } };

/** The exit code and the conclusion of a run, in which no error of the harness may occur. */
async function outcome(script: Script, wall = 8_000): Promise<[number, string]> {
  const { report } = await graded(loaded, script, { only, target: { ...limits, budget: { wall } } });
  expect(report.errors).toEqual([]);
  expect(report.rules.length).toBeGreaterThan(20);
  return [report.exit_code, report.conclusion];
}

const FAILS: Record<string, Scripted> = {
  '200 and an empty map': { json: {} },
  '200 and null': { json: null },
  '200 and a list': { json: [] },
  '200 and a text': { json: 'fine' },
  '200 and HTML': { text: '<html></html>', headers: { 'Content-Type': 'text/html' } },
  '500 and nothing': { status: 500 },
  '204 and nothing': { status: 204 },
  '503 forever': { status: 503, json: {}, headers: { 'Retry-After': '0' } },
  'a job in which nothing is what it should be': {
    status: 202,
    headers: { Location: '::', 'Retry-After': 'soon', ETag: 'x' },
    json: { id: 5, status: [], inputs: 'x', output: { type: 'skin.analysis', concerns: 5 }, error: [], data: { a: 1 } },
  },
};

const SHOWS_NOTHING: Record<string, Scripted> = {
  '500 with its reason': { status: 500, json: detail },
  '401 to every key': { status: 401, json: detail },
  'nothing, ever': 'hang',
  'half an answer': 'stall',
  'something other than HTTP': 'garbage',
  'a closed connection': 'close',
};

describe('A server that answers everything with', () => {
  it.each(Object.entries(FAILS))('%s is non-conformant', async (_, answer) => {
    expect(await outcome(() => answer)).toEqual([1, 'non-conformant']);
  });

  it.each(Object.entries(SHOWS_NOTHING))('%s shows nothing, and never passes', async (_, answer) => {
    expect(await outcome(() => answer)).toEqual([3, 'incomplete']);
  });

  it('a job and a list that never end is abandoned when the time is up', async () => {
    const list = { data: [null, 5], has_more: true, next_cursor: 'n', unit_costs: [1] };
    const json = { id: 'asset_1', status: 'queued', ...list };
    expect([1, 3]).toContain((await outcome(() => ({ headers: { 'Retry-After': '-1' }, json }), 600))[0]);
  });

  it('redirects to itself never passes', async () => {
    expect((await outcome(({ url }) => ({ status: 302, headers: { Location: url } })))[0]).not.toBe(0);
  });
});

const CHECKS = `scenario: a/one
covers: [FIRST-RULE]
steps: [{call: GET /v1/one, expect: {FIRST-RULE: {status: 200}}}]
---
scenario: a/two
covers: [SECOND-RULE]
steps: [{call: GET /v1/two, expect: {SECOND-RULE: {status: 200}}}]
`;

describe('A server that has one bad route', () => {
  const withOne = (one: Scripted) =>
    graded(CHECKS, routes({ '/v1/one': one, '/v1/two': { json: {} } }), { target: limits });

  it.each(['close', 'garbage'] as const)('fails a rule if its connection breaks: %s', async (one) => {
    const { report } = await withOne(one);
    expect([verdictsIn(report), report.exit_code]).toEqual([['FIRST-RULE fail', 'SECOND-RULE pass'], 1]);
  });

  it('leaves a rule untested if no answer arrives', async () => {
    const { report } = await withOne('hang');
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive deadline', 'SECOND-RULE pass']);
  });
});

const UNREACHABLE = ['FIRST-RULE inconclusive unreachable', 'SECOND-RULE inconclusive unreachable'];

describe('A server that is not running', () => {
  it('is unreachable, and all its rules are inconclusive', async () => {
    const server = await scriptedServer(() => UNKNOWN);
    await server.close();
    const report = await verifiedReport(suiteOf(CHECKS), targetAt(server.base_url), {});
    expect([verdictsIn(report), report.exit_code]).toEqual([UNREACHABLE, 3]);
    expect(report.rules[0]?.hint).toContain('ECONNREFUSED');
  });

  it('is also unreachable if its drivers do not answer', async () => {
    const server = await scriptedServer(() => 'close');
    const target = targetAt(server.base_url, { drivers: { url: `${server.base_url}/drivers` } });
    const report = await verifiedReport(suiteOf(CHECKS), target, {});
    await server.close();
    expect([verdictsIn(report)[0], report.exit_code]).toEqual(['FIRST-RULE inconclusive unreachable', 3]);
    expect(report.rules[0]?.hint).toContain('is the address under drivers.url right?');
  });

  it('does not fail a rule because of the connection that broke when it crashed', async () => {
    let hasFallen = false;
    const script: Script = ({ path }) => {
      hasFallen ||= path === '/v1/one';
      return hasFallen ? 'close' : UNKNOWN;
    };
    const { report } = await graded(CHECKS, script, { only: ['a/one'] });
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive unreachable']);
  });

  it('is abandoned after a few tries if it disappears during a run', async () => {
    const many = Array.from({ length: 20 }, (_, index) => CHECKS.replaceAll('a/', `t${index}/`)).join('---\n');
    const server = await scriptedServer(({ path }) => {
      if (path === '/v1/one') setImmediate(() => void server.close());
      return path.startsWith('/v1/one') ? 'close' : UNKNOWN;
    });
    const suite = suiteOf(many.replaceAll('/v1/two', '/v1/one'));
    const report = await verifiedReport(suite, targetAt(server.base_url), { atOnce: 1 });
    expect(verdictsIn(report)).toEqual(UNREACHABLE);
    expect(report.instances.filter(({ detail }) => detail === 'it was not started').length).toBeGreaterThan(30);
  });
});

describe('A driver that fails', () => {
  const WAITS = `scenario: a/waits
covers: [FIRST-RULE]
steps: [{wait: {for: 1h}}, {call: GET /v1/one, expect: {FIRST-RULE: {status: 200}}}]
`;

  it('leaves the rules that need it untested, without an error of the harness', async () => {
    const script = routes({
      '/drivers/clock': { json: { now: '2026-01-01T00:00:00Z' } },
      '/drivers/clock/advance': { status: 500, text: 'no' },
      '/v1/one': { json: {} },
    });
    const server = await scriptedServer(script);
    const target = targetAt(server.base_url, { drivers: { named: { clock: `${server.base_url}/drivers` } } });
    const report = await verifiedReport(suiteOf(WAITS), target, {});
    await server.close();
    expect([verdictsIn(report), report.errors]).toEqual([['FIRST-RULE inconclusive needs-clock'], []]);
    expect(report.rules[0]?.hint).toContain('the driver clock failed at POST /clock/advance: it answered 500 no');
  });
});

describe('A receiver that cannot listen', () => {
  it('leaves the rules about its deliveries untested, without an error of the harness', async () => {
    const server = await scriptedServer(() => UNKNOWN);
    const listen = { host: '127.0.0.1', port: Number(new URL(server.base_url).port) };
    const target = targetAt(server.base_url, { drivers: { receiver: { listen, public_url: null, secret: 's' } } });
    const hook =
      'scenario: a/hook\ncovers: [FIRST-RULE]\nsteps: [{hook: sink}, {receive: sink, expect: {FIRST-RULE: {count: 0}}}]';
    const report = await verifiedReport(suiteOf(hook), target, {});
    await server.close();
    expect([verdictsIn(report), report.errors]).toEqual([['FIRST-RULE inconclusive needs-receiver'], []]);
    expect(report.rules[0]?.hint).toContain('EADDRINUSE');
  });
});
