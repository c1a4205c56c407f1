import { describe, expect, it } from 'vitest';
import { graded } from '../testing/graded.ts';
import { routes, type Script } from '../testing/scripted-server.ts';
import { FEATURE_RULES, mistakesIn, SMALL_RULES, suiteOf } from '../testing/suite-of.ts';
import { toolVersion } from '../version.ts';

const TEXT = `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE]
matrix: {n: [1, 2]}
steps:
  - {call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}
  - {wait: {for: 1ms}}
  - {call: GET /v1/other, expect: {SECOND-RULE: {status: 200}}}
`;
const QUESTIONS = ['replay_state', 'replay_location', 'replay_retry_after'];
const server: Script = routes({ '/v1/thing': { json: {} }, '/v1/assets': { json: { data: [] } } });

describe('A report', () => {
  it('names the command, the server and the options', async () => {
    const { report, asked } = await graded(TEXT, server, { seed: 'seven', only: ['a/b'], shard: { index: 1, of: 1 } });
    expect(report.suite).toMatchObject({ version: toolVersion(), scenarios: 1, rules: 5 });
    expect(report.suite.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(report.options).toMatchObject({ seed: 'seven', only: ['a/b'], shard: '1/1', repeat: 1 });
    expect([report.keys, report.drivers]).toEqual([{ primary: 'test', test: 'test' }, []]);
    expect(report.target.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(report.requests).toBe(asked.filter(({ path }) => ['/v1/thing', '/v1/other'].includes(path)).length);
  });

  it('states what was declared about each feature, and what was found', async () => {
    const target = { features: { 'job.cancel': 'off' as const } };
    const { report } = await graded(suiteOf(TEXT, { rules: FEATURE_RULES }), server, { target });
    expect(report.features).toMatchObject({
      lists: { declared: 'auto', found: true },
      'job.cancel': { declared: 'off', found: false },
      webhooks: { declared: 'auto', found: null },
    });
  });

  it.each<[state: string, verdict: string, more: object, conclusion: string]>([
    ['status: provisional, until: "9999-12-31"', 'warn', { until: '9999-12-31' }, 'conformant'],
    ['status: provisional, until: "999.0.0"', 'warn', { until: '999.0.0' }, 'conformant'],
    ['status: provisional, until: "2000-01-01"', 'fail', {}, 'non-conformant'],
    ['status: provisional, until: "0.0.1"', 'fail', {}, 'non-conformant'],
    ['status: disputed, thread: "see 7"', 'warn', { thread: 'see 7' }, 'conformant'],
  ])('states for a rule with %s that it is a %s', async (state, verdict, more, conclusion) => {
    const rules = SMALL_RULES.replace('the second thing holds"', `the second thing holds", ${state}`);
    const { report } = await graded(suiteOf(TEXT, { rules }), server);
    const found = report.rules.find(({ id }) => id === 'SECOND-RULE');
    expect(found).toMatchObject({ verdict, ...more });
    expect(['until', 'thread'].filter((name) => Object.hasOwn(found ?? {}, name))).toEqual(Object.keys(more));
    expect(report.conclusion).toBe(conclusion);
  });

  it('does not grade a rule that is retired', async () => {
    const rules = SMALL_RULES.replace('the second thing holds"', 'x", status: retired, retired_in: "0.2.0"');
    const text = TEXT.replace(', SECOND-RULE]', ']').replace(', expect: {SECOND-RULE: {status: 200}}', '');
    const { report } = await graded(suiteOf(text, { rules }), server);
    expect(report.rules.map(({ id }) => id)).not.toContain('SECOND-RULE');
    expect(report.suite.rules).toBe(4);
    expect(mistakesIn(TEXT, { rules }).join()).toContain('SECOND-RULE was retired in 0.2.0: remove the check');
  });

  it('has the whole chain that leads to a failure, and the failing exchange last', async () => {
    const { report } = await graded(TEXT, server);
    const [card] = report.failures;
    expect(report.failures).toHaveLength(2);
    expect(card).toMatchObject({ rule: 'SECOND-RULE', step: 'step-3', exchanges: [0, 1, 2] });
    const tape = report.instances.find(({ id }) => id === card?.instance)?.tape ?? [];
    expect(tape.map(({ kind }) => kind)).toEqual(['exchange', 'waited', 'exchange']);
  });

  it("names the open questions that a gap observes, and none for a user's own gap", async () => {
    const rules = `${SMALL_RULES}\nGAP-IDEM-REPLAY-STATE: {clause: "4.2", level: gap, group: core, ask: "how is it?"}\n`;
    const text = TEXT.replace('SECOND-RULE]', 'GAP-OPEN, GAP-IDEM-REPLAY-STATE]').replace(
      'expect: {SECOND-RULE: {status: 200}}',
      'observe: {GAP-OPEN: [status], GAP-IDEM-REPLAY-STATE: [status]}',
    );
    const { report } = await graded(suiteOf(text, { rules }), server);
    const answers = [{ seen: { status: 404 }, times: 2 }];
    expect(report.gaps).toEqual([
      { id: 'GAP-OPEN', ask: 'what does it answer?', answers },
      { id: 'GAP-IDEM-REPLAY-STATE', ask: 'how is it?', questions: QUESTIONS, answers },
    ]);
  });
});
