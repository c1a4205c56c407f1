import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { readTarget } from '../../conformance/target/read-target.ts';
import { freePort } from '../../conformance/testing/free-port.ts';
import { graded, ruleIn, verdictsIn } from '../../conformance/testing/graded.ts';
import { routes, type Script } from '../../conformance/testing/scripted-server.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { FEATURE_RULES, suiteOf } from '../../conformance/testing/suite-of.ts';
import { verifiedReport } from '../../conformance/testing/verified.ts';
import { startOtherServer } from './start.ts';

const suite = shippedSuite();

/** Runs the suite on a target whose file contains more than its address. */
async function certified(base_url: string, more: string, only: string[], secrets: Record<string, string> = {}) {
  const target = readTarget('target.yaml', `target: {base_url: "${base_url}"}\n${more}`, secrets);
  return verifiedReport(suite, target, { seed: 'declared', only });
}

const outcomeOf = ({ conclusion, contrary }: Report) => [conclusion, (contrary ?? []).map(({ feature }) => feature)];

describe('A server whose target file declares webhooks off', () => {
  it('is non-conformant if it sends an event to the listener of the run, and the delivery is named', async () => {
    const port = await freePort();
    const webhook = { url: `http://127.0.0.1:${port}/`, secret: 'whsec_of_the_server' };
    const server = await startOtherServer({ stage: 5, webhook });
    const file = `keys: {primary: env:KEY}
features: {webhooks: {off: "we poll"}}
drivers: {webhooks: {listen: "127.0.0.1:${port}"}}
`;
    const report = await certified(server.base_url, file, ['webhooks/declared-off'], { KEY: server.keys.primary });
    await server.close();
    expect(verdictsIn(report)).toContain('WH-OFF-QUIET fail');
    const seen = 'a delivery came (webhooks/declared-off[listened], step events)';
    expect(report.contrary).toEqual([{ feature: 'webhooks', because: 'we poll', seen }]);
    expect(outcomeOf(report)[0]).toBe('non-conformant');
    expect(report.failures.map(({ rule }) => rule)).toContain('WH-OFF-QUIET');
  });

  it('is non-conformant if it sends an event to an endpoint that a driver registers', async () => {
    const server = await startEmulator();
    const file = `features: {webhooks: {off: "we poll"}}\ndrivers: {url: "${server.driver_url}"}\n`;
    const report = await certified(server.base_url, file, ['webhooks/declared-off']);
    await server.close();
    expect(outcomeOf(report)).toEqual(['non-conformant', ['webhooks']]);
  });

  it('is certified without webhooks if the run can receive none', async () => {
    const server = await startEmulator();
    const file = `keys: {primary: pk_test_demo}\nfeatures: {webhooks: {off: "we poll"}}\n`;
    const report = await certified(server.base_url, file, ['webhooks/ends', 'errors/unknown-paths']);
    await server.close();
    expect(outcomeOf(report)).toEqual(['conformant', []]);
    const declared_off = [{ feature: 'webhooks', because: 'we poll' }];
    const off = { verdict: 'not_applicable', standing: 'declared_off', declared_off };
    expect(ruleIn(report, 'WH-SIGNATURE')).toMatchObject(off);
    expect(report.certificate?.text).toMatch(/^webhooks declared off \(\d+\)$/);
  });
});

const SCENARIO = `scenario: a/b
covers: [FIRST-RULE, THIRD-RULE]
steps:
  - {call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}, THIRD-RULE: {status: 200}}}
`;
const server: Script = routes({
  '/v1/thing': { json: {} },
  '/v1/assets': { json: { data: [] } },
  '/v1/usage': { json: {} },
});
const loaded = suiteOf(SCENARIO, { rules: FEATURE_RULES });

describe('A feature that is declared off but answers', () => {
  it('is reported with its answer, whichever groups are certified', async () => {
    const target = { features: { lists: 'off' as const } };
    const { report } = await graded(loaded, server, { target, groups: ['cancel'] });
    const contrary = { feature: 'lists', because: null, seen: 'GET /v1/assets answered 200' };
    expect([report.conclusion, report.contrary]).toEqual(['non-conformant', [contrary]]);
  });

  it('can be an environment for which a key works', async () => {
    const off = { features: { 'test-mode': 'off' as const }, declared_off: { 'test-mode': 'there is none' } };
    const { report } = await graded(loaded, server, { target: off });
    const seen = 'GET /v1/usage answered 200 with the key primary, which is a test key';
    expect([report.conclusion, report.contrary?.[0]?.seen]).toEqual(['non-conformant', seen]);
  });

  it('does not include a test environment that is off without a declaration', async () => {
    const { report } = await graded(loaded, server, { target: { features: { 'test-mode': 'off' } } });
    expect(outcomeOf(report)).toEqual(['conformant', []]);
  });
});

describe('Selected groups', () => {
  it('are graded alone, and named in the conclusion', async () => {
    const { report } = await graded(loaded, server, { groups: ['core'] });
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'FEATURE-OFF-404 pass']);
    const { conclusion, certificate, options } = report;
    expect([conclusion, certificate?.text, options.groups]).toEqual(['conformant', 'in core', ['core']]);
  });
});
