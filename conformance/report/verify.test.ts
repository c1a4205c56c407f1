import { describe, expect, it } from 'vitest';
import { certifyWith } from '../certify.ts';
import { startEmulator } from '../run/self-test.ts';
import type { TapeEntry } from '../run/tape.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { graded, verdictsIn } from '../testing/graded.ts';
import { routes, type Script } from '../testing/scripted-server.ts';
import { shippedSuite } from '../testing/shipped-suite.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { readBaseline } from './baseline.ts';
import type { Report } from './report.ts';
import { verifyReport } from './verify.ts';

const SUITE = `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE, DERIVED-RULE]
matrix: {n: [1, 2]}
steps:
  - {id: one, call: "GET /v1/thing?n=\${row.n}", expect: {FIRST-RULE: {status: 200}, SECOND-RULE: {body.id: "x\${row.n}"}}}
  - {id: three, call: GET /v1/thing, parallel: 3, expect: {DERIVED-RULE: {distinct: {of: status, is: 2}}}}
`;
const server: Script = routes({ '/v1/thing': ({ url }) => ({ json: { id: `x${url.at(-1)}` } }) });

/** As it comes out of a file. */
function copyOf(report: Report): Report {
  return JSON.parse(JSON.stringify(report)) as Report;
}

async function differences(report: Report, text = SUITE): Promise<string[]> {
  const { suite, context } = suiteOf(text);
  return (await verifyReport(copyOf(report), suite, context)).differences;
}

async function changed(change: (report: Report) => void): Promise<string[]> {
  const report = copyOf((await graded(SUITE, server)).report);
  change(report);
  return differences(report);
}

function exchangeIn(report: Report) {
  const tape: TapeEntry[] = report.instances.find(({ id }) => id === 'a/b[1]')?.tape ?? [];
  const [entry] = tape;
  if (entry?.kind !== 'exchange' || entry.exchange.answer === null) throw new Error('there is no exchange');
  return { ...entry.exchange, answer: entry.exchange.answer };
}

function ruleIn(report: Report, id: string) {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no ${id}`);
  return rule;
}

describe('A report that was not altered', () => {
  it('has the verdicts that follow from what it recorded', async () => {
    const { report } = await graded(SUITE, server);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE pass', 'DERIVED-RULE warn']);
    const { suite, context } = suiteOf(SUITE);
    const again = await verifyReport(copyOf(report), suite, context);
    expect([again.differences, verdictsIn(again.report)]).toEqual([[], verdictsIn(report)]);
    expect(again.report.failures).toEqual(report.failures);
  });

  it.each([
    ['fails', routes({ '/v1/thing': { status: 500 } }), {}],
    [
      'was repeated and is flaky',
      routes({ '/v1/thing': ({ before }) => ({ status: before < 4 ? 200 : 500 }) }),
      { repeat: 2 },
    ],
    ['closes connections', routes({ '/v1/thing': 'close' }), {}],
  ])('follows also where the target %s', async (_, script, options) => {
    expect(await differences((await graded(SUITE, script as Script, { atOnce: 1, ...options })).report)).toEqual([]);
  });

  it('follows also where the run was stopped in the middle', async () => {
    const abort = new AbortController();
    const stopping: Script = (asked) => {
      if (asked.path === '/v1/thing') abort.abort();
      return server(asked);
    };
    const { report } = await graded(SUITE, stopping, { signal: abort.signal, atOnce: 1 });
    expect(ruleIn(report, 'DERIVED-RULE').reason).toBe('interrupted');
    expect(await differences(report)).toEqual([]);
  });

  it('follows also where the budget was used up', async () => {
    const text = SUITE.replace('GET /v1/thing, parallel', 'POST /v1/skin/analyses, parallel');
    const { report } = await graded(text, server, { target: { budget: { jobs: 2 } } });
    expect(ruleIn(report, 'DERIVED-RULE').reason).toBe('budget');
    expect(await differences(report, text)).toEqual([]);
  });

  it('follows also where a feature is declared off, and the server did not show it', async () => {
    const text = SUITE.replace('matrix:', 'requires: {features: [lists]}\nmatrix:');
    const busy = routes({ '/v1/assets': { status: 503 } });
    const { report } = await graded(text, busy, { target: { features: { lists: 'off' } } });
    expect(report.features['lists']).toEqual({ declared: 'off', found: null });
    expect(ruleIn(report, 'FIRST-RULE')).toMatchObject({ verdict: 'inconclusive', reason: 'feature-off' });
    expect(await differences(report, text)).toEqual([]);
  });

  it('follows also where the harness failed', async () => {
    const text = SUITE.replace('id: "x', "id: \"${fixture('none').name}").replace('body.${', 'body.id: "${');
    const { report } = await graded(text, server);
    expect(report.conclusion).toBe('error');
    expect(await differences(report, text)).toEqual([]);
  });

  it('follows also where failures are known, and where the baseline is stale', async () => {
    const { suite } = suiteOf('');
    const known = 'known_failures: [{rule: FIRST-RULE, because: x}, {rule: SECOND-RULE, because: x}]';
    const options = { baseline: readBaseline('b.yaml', known, suite.registry) };
    const broken = routes({ '/v1/thing': ({ url }) => ({ status: 201, json: { id: `x${url.at(-1)}` } }) });
    for (const script of [broken, routes({ '/v1/thing': { status: 500 } })])
      expect(await differences((await graded(SUITE, script, options)).report)).toEqual([]);
  });
});

describe('A report that was altered', () => {
  it.each([
    [
      'in a verdict',
      (report: Report) => Object.assign(ruleIn(report, 'DERIVED-RULE'), { verdict: 'pass' }),
      ['DERIVED-RULE is said to be pass, and is warn'],
    ],
    [
      'in its conclusion',
      (report: Report) => Object.assign(report, { conclusion: 'incomplete' }),
      ['the run is said to be incomplete, and is conformant'],
    ],
    [
      'by leaving a rule out',
      (report: Report) => Object.assign(report, { rules: report.rules.filter(({ id }) => id !== 'DERIVED-RULE') }),
      ['DERIVED-RULE is left out, and is warn'],
    ],
    [
      'in the status of an answer',
      (report: Report) => Object.assign(exchangeIn(report).answer, { status: 201 }),
      ['FIRST-RULE is said to be pass, and is fail', 'the run is said to be conformant, and is non-conformant'],
    ],
    [
      'in the body of an answer',
      (report: Report) => Object.assign(exchangeIn(report).answer.body, { text: '{"id":"x3"}' }),
      ['SECOND-RULE is said to be pass, and is fail', 'the run is said to be conformant, and is non-conformant'],
    ],
    [
      'in the address of a request',
      (report: Report) => Object.assign(exchangeIn(report).request, { url: '/v1/other' }),
      ['a/b[1]: entry 0 of the tape is GET /v1/other, not GET /v1/thing?n=1'],
    ],
    [
      'by leaving an exchange out',
      (report: Report) => report.instances.find(({ id }) => id === 'a/b[1]')?.tape.splice(1),
      ['a/b[1]: entry 1 of the tape is not there; GET /v1/thing was asked for'],
    ],
  ])('%s is found out', async (_, change, told) => {
    expect(await changed(change)).toEqual(told);
  });

  it('is found out where the suite is another one', async () => {
    const { report } = await graded(SUITE, server);
    const [digest, ...others] = await differences(report, SUITE.replace('status: 200', 'status: 201'));
    expect(digest).toMatch(/^the report is of the suite [0-9a-f]{16}, and this is [0-9a-f]{16}$/);
    expect(others[0]).toBe('FIRST-RULE is said to be pass, and is fail');
    expect(await differences(report, SUITE.replace('a/b', 'a/c'))).toContain(
      'a/b[1]: there is no such instance in this suite',
    );
  });
});

describe('A report on the emulator', () => {
  it('follows from what it recorded, with moved clocks and received webhooks', async () => {
    const emulator = await startEmulator();
    const loaded = shippedSuite();
    const target = targetFromFlags({ base_url: emulator.base_url, drivers: { url: emulator.driver_url } });
    const report = await certifyWith(loaded, target, { only: ['cancel/races', 'webhooks/retry-schedule'], seed: 's' });
    await emulator.close();
    const again = await verifyReport(copyOf(report), loaded.suite, loaded.context);
    expect(again.differences).toEqual([]);
    expect(again.report.rules).toEqual(report.rules);
  });
});
