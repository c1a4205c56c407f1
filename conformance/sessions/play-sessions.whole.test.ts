import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openSuite } from '../certify.ts';
import { verify } from '../recheck.ts';
import type { Report } from '../report/report.ts';
import { startEmulator } from '../run/self-test.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { type Listening, listening } from '../testing/listening.ts';
import { verifiedReport } from '../testing/verified.ts';

const loaded = openSuite();

/** The report of a run of one scenario and some sessions. */
async function reportOf(base_url: string, drivers: string, sessions: number): Promise<Report> {
  const target = targetFromFlags({ base_url, drivers: { url: drivers } });
  return verifiedReport(loaded, target, { only: ['errors/unknown-paths'], seed: 'sessions', sessions });
}

/** More than are sent before the sessions begin. */
const ACCEPTED = 6;

type Passed = { method: string; url: string };
type Changes = {
  pathOf?: (request: Passed) => string;
  bodyOf?: (request: Passed, answer: { status: number; body: Buffer }) => Buffer;
};

/** Answers as the server does, to another path or with another body. */
async function proxyTo(upstream: string, changes: Changes): Promise<Listening> {
  const { pathOf = ({ url }) => url, bodyOf = (_, { body }) => body } = changes;
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const headers = Object.entries(request.headers).filter(
      ([name]) => !['host', 'connection', 'content-length'].includes(name),
    );
    const passed = { method: request.method ?? 'GET', url: request.url ?? '/' };
    const answer = await fetch(`${upstream}${pathOf(passed)}`, {
      method: passed.method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    });
    const { status } = answer;
    const body = bodyOf(passed, { status, body: Buffer.from(await answer.arrayBuffer()) });
    const kept = [...answer.headers].filter(
      ([name]) => !['content-length', 'connection', 'content-encoding'].includes(name),
    );
    response.writeHead(status, {
      ...Object.fromEntries(kept),
      ...(body.length > 0 && { 'content-length': body.length }),
    });
    response.end(body);
  });
  return listening(server);
}

/** One 404 after some accepted submissions is empty. */
function wrongOnce(): Required<Changes>['bodyOf'] {
  let isDone = false;
  let accepted = 0;
  return ({ method }, { status, body }) => {
    if (status === 202) accepted += 1;
    if (isDone || accepted <= ACCEPTED || method !== 'GET' || status !== 404) return body;
    isDone = true;
    return Buffer.from('{}');
  };
}

describe('The sessions of a run', () => {
  it('find nothing on a lawful server, and are verified from what was recorded', async () => {
    const server = await startEmulator();
    try {
      const report = await reportOf(server.base_url, server.driver_url, 3);
      expect(report).toMatchObject({ conclusion: 'conformant', sessions: { played: 3, broken: [], unsure: [] } });
      const { instances } = report;
      const less = { ...report, instances: instances.filter(({ scenario }) => scenario !== 'sessions/2') };
      expect((await verify(less)).differences.join()).toContain('sessions/2 is a session of the report');
    } finally {
      await server.close();
    }
  });

  it('fail a rule that is broken, by the shortest session that shows it, in words', async () => {
    const server = await startEmulator({ deviate: ['skin-concern-twice'], onUnexpected: () => {} });
    try {
      const report = await reportOf(server.base_url, server.driver_url, 12);
      expect(report.conclusion).toBe('non-conformant');
      const [first] = report.sessions?.broken ?? [];
      expect(first?.rules).toContain('SKIN-ALL-REQUESTED');
      expect(first?.steps.slice(1).map((step) => step.split(' ')[0])).toEqual(['upload', 'submit', expect.any(String)]);
    } finally {
      await server.close();
    }
  });

  it('report what is not there again, and fail nothing by it', async () => {
    const server = await startEmulator();
    const proxy = await proxyTo(server.base_url, { bodyOf: wrongOnce() });
    try {
      const report = await reportOf(proxy.base_url, server.driver_url, 12);
      expect(report.conclusion).toBe('conformant');
      expect(report.sessions).toMatchObject({
        broken: [],
        unsure: [{ rules: expect.arrayContaining([expect.any(String)]) }],
      });
    } finally {
      await proxy.close();
      await server.close();
    }
  });

  it('find one rule broken if the server lacks an operation', async () => {
    const server = await startEmulator();
    const pathOf = ({ url }: Passed) => (url.startsWith('/v1/usage') ? '/v1/nothing' : url);
    const proxy = await proxyTo(server.base_url, { pathOf });
    try {
      const { rules, sessions } = await reportOf(proxy.base_url, server.driver_url, 12);
      expect(rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))).toEqual(['USAGE-200']);
      expect(sessions?.broken).toEqual([]);
    } finally {
      await proxy.close();
      await server.close();
    }
  });
});
