import { describe, expect, it } from 'vitest';
import { type Answering, traceOf } from '../play/testing/trace-of.ts';
import type { Trace } from '../play/trace.ts';
import { judgeTrace } from './judge-trace.ts';

function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE, SECOND-RULE]\n${head}\nsteps:\n${steps}\n`;
}

/** Returns the outcomes of the scenario's rules, such as `one FIRST-RULE held` or `one FIRST-RULE untested setup`. */
function lines(trace: Trace): string[] {
  const own = judgeTrace(trace).evidence.filter(({ step }) => !step.endsWith('every-answer'));
  return own.map(({ step, rule, outcome, reason }) => [step, rule, outcome, reason].filter(Boolean).join(' '));
}

const by =
  (statuses: Record<string, number>): Answering =>
  ({ url, headers }) => ({ status: statuses[headers['X-Twin'] ?? url] ?? 200 });

describe('The evidence of a trace', () => {
  const REFUSED = `
  - {id: bad, call: GET /v1/bad, expect: {FIRST-RULE: {status: 400}, SECOND-RULE: {status: 403}}}
  - {id: good, twin_of: bad, change: {headers.X-Twin: good}, expect: {status: 200}}
  - {id: next, call: GET /v1/next, expect: {SECOND-RULE: {status: 200}}}`;

  const OTHERS = ['bad SECOND-RULE violated', 'next SECOND-RULE held'];

  it('is kept if a twin of the step is accepted', async () => {
    const found = lines(await traceOf(scenario(REFUSED), by({ '/v1/bad': 400 })));
    expect(found).toEqual(['bad FIRST-RULE held', ...OTHERS]);
  });

  it('is discarded if a twin is refused as well, and the scenario continues', async () => {
    const trace = await traceOf(scenario(REFUSED), by({ '/v1/bad': 400, good: 400 }));
    expect(lines(trace)).toEqual(['bad FIRST-RULE untested setup', ...OTHERS]);
    expect(judgeTrace(trace).evidence.map(({ detail }) => detail)).toContain(
      'its twin contradicts this: good is not as the scenario needs it: /status should be 200, and is 400',
    );
  });

  it('has the reason of the first twin that is refused after its round', async () => {
    const head = 'arms: [{name: often, repeat: {times: 3}}]';
    let twins = 0;
    const trace = await traceOf(scenario(REFUSED, head), ({ url, headers }) => {
      if (headers['X-Twin'] !== undefined) twins += 1;
      return { status: headers['X-Twin'] === undefined ? (url === '/v1/bad' ? 400 : 200) : twins === 2 ? 400 : 200 };
    });
    const own = lines(trace).filter((line) => line.startsWith('bad FIRST-RULE'));
    expect(own).toEqual(['bad FIRST-RULE untested setup', 'bad FIRST-RULE untested setup', 'bad FIRST-RULE held']);
  });

  it('depends on the names and counts at its moment', async () => {
    const steps = `
  - {id: one, call: POST /v1/skin/analyses}
  - {let: {n: 1}}
  - {id: early, value: "\${n}", expect: {FIRST-RULE: {equals: "\${jobs_seen()}"}}}
  - {id: two, call: POST /v1/skin/analyses}
  - {let: {n: 3}}
  - {id: late, value: "\${row.later}", expect: {SECOND-RULE: {equals: "\${jobs_seen() + 1}"}}}`;
    let jobs = 0;
    const trace = await traceOf(scenario(steps, 'matrix: [{later: "${n}"}]'), () => {
      jobs += 1;
      return { status: 202, json: { id: `job_${jobs}` } };
    });
    expect(lines(trace)).toEqual(['early FIRST-RULE held', 'late SECOND-RULE held']);
    expect(judgeTrace(trace)).toEqual(judgeTrace(trace));
  });

  it('does not use up values that a later step draws', async () => {
    const urls = async (expected: string) => {
      const steps = `
  - {id: one, call: GET /v1/one, expect: {FIRST-RULE: {body: {not: {equals: "\${${expected}}"}}}}}
  - {id: two, call: "GET /v1/jobs/\${unknown_id('job')}", headers: {A: "\${fresh_key()}"}, expect: {SECOND-RULE: {status: 200}}}`;
      const asked: string[] = [];
      const trace = await traceOf(scenario(steps), ({ url, headers }) => {
        asked.push(url, headers['A'] ?? '');
        return {};
      });
      expect(lines(trace)).toEqual(['one FIRST-RULE held', 'two SECOND-RULE held']);
      return asked;
    };
    expect(await urls("unknown_id('job') + fresh_key()")).toEqual(await urls("'x'"));
  });

  it('includes no outcome for the rules of a step that was never reached', async () => {
    const steps = `
  - {id: one, call: GET /v1/one, expect: {status: 200}}
  - {id: two, call: GET /v1/two, expect: {FIRST-RULE: {status: 200}, SECOND-RULE: {status: 200}}}`;
    const trace = await traceOf(scenario(steps), by({ '/v1/one': 500 }));
    expect(lines(trace)).toEqual(['FIRST-RULE untested setup', 'SECOND-RULE untested setup']);
    expect(judgeTrace(trace)).toMatchObject({ outcome: 'setup_failed', reason: 'setup' });
  });

  it('includes observations during the cleanup, but no violations', async () => {
    const steps = '  - {id: one, call: GET /v1/one, expect: {FIRST-RULE: {status: 200}, SECOND-RULE: {status: 200}}}';
    const last =
      'finally: [{id: last, call: GET /v1/last, expect: {FIRST-RULE: {status: 404}}, observe: {GAP-OPEN: [status]}}]';
    const trace = await traceOf(scenario(steps, last), () => ({}));
    expect(lines(trace)).toEqual(['one FIRST-RULE held', 'one SECOND-RULE held']);
    const observation = { gap: 'GAP-OPEN', instance: 'a/b', step: 'last', seen: { status: 200 } };
    expect(judgeTrace(trace).observations).toEqual([observation]);
  });

  it('ends with an internal error if a check cannot read an answer', async () => {
    const steps = `
  - {id: one, call: GET /v1/one, expect: {FIRST-RULE: {status: 200}}}
  - {id: two, call: GET /v1/two, expect: {SECOND-RULE: {body: {shape: thing}}}}`;
    const trace = await traceOf(scenario(steps), () => ({}), { shapes: 'shape: thing\nschema: {type: object}' });
    // The validator of shapes was not loaded.
    expect(lines(trace)).toEqual(['one FIRST-RULE held', 'SECOND-RULE untested setup']);
    expect(judgeTrace(trace)).toMatchObject({ outcome: 'crashed', detail: expect.stringContaining('prepare()') });
  });
});
