import { describe, expect, it } from 'vitest';
import type { Exchange } from '../effects/http/exchange.ts';
import { graded, verdictsIn } from '../testing/graded.ts';
import type { Script } from '../testing/scripted-server.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { differencesIn } from '../testing/verified.ts';
import type { InstanceReport } from './report.ts';
import { SUITE, server } from './testing/two-rows.ts';

describe('An unaltered report', () => {
  it('follows from its records even if its version had neither digests nor shards', async () => {
    const { report } = await graded(SUITE, server);
    const { shards: _, ...older } = report;
    const instances = report.instances.map(({ digest: _digest, ...instance }) => instance);
    expect(await differencesIn({ ...older, instances }, suiteOf(SUITE))).toEqual([]);
  });

  it('follows from its records even if a tape was cut: its results are taken unchanged', async () => {
    const { report } = await graded(SUITE, server);
    const without = ({ digest: _digest, tape, ...instance }: InstanceReport) => ({
      ...instance,
      tape: tape.map((entry) =>
        entry.kind === 'exchange' ? { ...entry, exchange: unanswered(entry.exchange) } : entry,
      ),
    });
    const altered = report.instances.map(without);
    expect(await differencesIn({ ...report, instances: altered }, suiteOf(SUITE))).not.toEqual([]);
    const cut = altered.map((instance) => ({ ...instance, cut: true as const }));
    expect(await differencesIn({ ...report, instances: cut }, suiteOf(SUITE))).toEqual([]);
  });

  it('follows from its records even if a key is in a URL, a header and a body, and two roles share a key', async () => {
    const text = `scenario: a/b
covers: [FIRST-RULE]
steps:
  - {let: {secret: "\${key.primary.secret}"}}
  - call: POST /v1/thing
    key: test
    query: {key: "\${secret}"}
    headers: {X-API-Key: "\${slice(secret, 0, len(secret) - 1)}", Authorization: "\${base64(secret)}", X-Own: "\${secret}"}
    json: {key: "\${secret}"}
    expect: {FIRST-RULE: {status: 200}}
`;
    const secret = 'pk_test_with "quotes" & more';
    const key = { secret, environment: 'test', scopes: null } as const;
    const { report } = await graded(text, server, { target: { keys: { primary: key, test: key } } });
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass']);
    expect(await differencesIn(report, suiteOf(text))).toEqual([]);
  });

  it('follows from its records even if answers arrive in another order than the requests', async () => {
    const text = `scenario: a/b
covers: [FIRST-RULE]
steps: [{call: POST /v1/assets, parallel: 3, expect: {FIRST-RULE: {each.status: 200}}}]
`;
    let letGo: () => void = () => undefined;
    const isLast = new Promise<void>((resolve) => (letGo = resolve));
    const backwards: Script = async ({ method, path, before }) => {
      if (method !== 'POST' || path !== '/v1/assets') return { status: 204 };
      if (before === 2) letGo();
      else await isLast;
      return { json: { id: `asset_${before}` } };
    };
    const { report } = await graded(text, backwards);
    expect(verdictsIn(report)).toContain('FIRST-RULE pass');
    expect(report.instances.flatMap(({ tape }) => tape).length).toBe(6);
  });
});

function unanswered(exchange: Exchange): Exchange {
  return { ...exchange, answer: exchange.answer && { ...exchange.answer, body: { kind: 'none' } } };
}
