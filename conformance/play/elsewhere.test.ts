import { describe, expect, it } from 'vitest';
import type { Report } from '../report/report.ts';
import { targetAt, verdictsIn } from '../testing/graded.ts';
import { type Asked, type Script, scriptedServer } from '../testing/scripted-server.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { verifiedReport } from '../testing/verified.ts';

function textOf(steps: string): string {
  return `scenario: a/b\ncovers: [FIRST-RULE, SECOND-RULE]\nsteps:\n${steps}\n`;
}

/**
 * Plays steps on a server whose base address has a path. Returns the report, and the requests other than feature
 * probes.
 */
async function run(steps: string, script: Script): Promise<{ report: Report; asked: Asked[] }> {
  const server = await scriptedServer(script);
  try {
    const target = targetAt(`${server.base_url}/face`);
    const report = await verifiedReport(suiteOf(textOf(steps)), target, { seed: 'x', keep: true });
    const from = server.asked.findIndex(({ path }) => path === '/face/v1/thing');
    return { report, asked: server.asked.slice(from + 1) };
  } finally {
    await server.close();
  }
}

const JOB = '/face/v1/jobs/job_1';
const things =
  (answer: object, headers: Record<string, string> = {}): Script =>
  ({ path }) => {
    if (path === '/face/v1/thing') return { json: answer, headers };
    return path.startsWith('/face/v1/') ? { json: { id: 'job_1' } } : { status: 404 };
  };

describe('A Location', () => {
  const steps = `
  - {id: made, call: GET /v1/thing, expect: {FIRST-RULE: {location: {path: /v1/jobs/job_1}}}}
  - {id: polled, call: "GET \${made.location}", expect: {SECOND-RULE: {status: 200}}}`;
  const follow = (Location: string) => run(steps, things({ id: 'job_1' }, { Location }));

  it.each([
    ['/face/v1/jobs/job_1', 'pass', [JOB]],
    ['/v1/jobs/job_1', 'pass', [JOB]],
    ['jobs/job_1', 'pass', [JOB]],
    ['v1/jobs/job_1', 'pass', [JOB]],
    ['http://b.test/v1/jobs/job_1', 'inconclusive elsewhere', []],
    ['//b.test/v1/jobs/job_1', 'inconclusive elsewhere', []],
  ])('of %s leads to its job below base_url, or is not followed: %s', async (location, verdict, urls) => {
    const { report, asked } = await follow(location);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', `SECOND-RULE ${verdict}`]);
    expect(asked.map(({ url }) => url)).toEqual(urls);
  });

  it('that is missing breaks its rule', async () => {
    const { report } = await run(steps, things({ id: 'job_1' }));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE fail', 'SECOND-RULE inconclusive setup']);
  });
});

describe('An address in an answer', () => {
  const steps = `
  - {id: made, call: GET /v1/thing}
  - {id: got, call: "GET \${made.body.href}", expect: {FIRST-RULE: {status: 200}}}
  - {id: next, call: GET /v1/next, expect: {SECOND-RULE: {status: 200}}}`;

  it('is appended to the base address, including its path', async () => {
    const { report, asked } = await run(steps, things({ href: '/v1/assets/asset_1/content' }));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE pass']);
    expect(asked.map(({ url }) => url)).toEqual(['/face/v1/assets/asset_1/content', '/face/v1/next']);
  });

  const ASTRAY = ['http://b.test/x', '@b.test/x', '//b.test/x', '/../other', '', 'data:,x', 5, null];
  it.each(ASTRAY)('is not requested if it is %j, and the scenario continues', async (href) => {
    const { report, asked } = await run(steps, things({ href }));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive elsewhere', 'SECOND-RULE pass']);
    expect(asked.map(({ url }) => url)).toEqual(['/face/v1/next']);
    expect(report.errors).toEqual([]);
  });
});

describe('A value from an answer that is sent on', () => {
  const given = async (step: string, value: string) => {
    const steps = `
  - {id: made, call: GET /v1/thing}
  - {id: got, ${step}, expect: {FIRST-RULE: {status: 200}}}`;
    const { report, asked } = await run(steps, things({ value }));
    expect(report.errors).toEqual([]);
    return asked;
  };

  it.each([
    ['job_x/../../admin', '/face/v1/jobs/job_x%2F..%2F..%2Fadmin/cancel'],
    ['job_x?a=b#c', '/face/v1/jobs/job_x%3Fa=b%23c/cancel'],
    ['job_%2e\ud800', '/face/v1/jobs/job_%252e%EF%BF%BD/cancel'],
  ])('is a single segment if it is used as an id: %j', async (id, url) => {
    const asked = await given('call: "GET /v1/jobs/${made.body.value}/cancel"', id);
    expect(asked.map((one) => one.url)).toEqual([url]);
  });

  it('is a single parameter if it is used as a cursor', async () => {
    const asked = await given('call: GET /v1/assets, query: {cursor: "${made.body.value}"}', 'a&b=c#d\ud800');
    expect(asked.map((one) => one.url)).toEqual(['/face/v1/assets?cursor=a%26b%3Dc%23d%EF%BF%BD']);
  });

  it('adds no header', async () => {
    expect(await given('call: GET /v1/x, headers: {X-A: "${made.body.value}"}', 'a\r\nX-B: c')).toEqual([]);
  });
});
