import { describe, expect, it } from 'vitest';
import { readScenario } from '../../suite/scenario/read-scenario.ts';
import { documentsOf } from '../../suite/yaml/source-file.ts';
import { acceptedCalls, refusalsAlone } from './refusals-alone.ts';

/** The lines with a refusal that has no twin. The steps begin on line 2. */
function alone(steps: string, { more = '', accepted = [] as string[] } = {}): number[] {
  const [node] = documentsOf({ file: 'a.yaml', text: `steps:\n${steps}\nscenario: a\ncovers: []\n${more}` });
  const scenario = node === undefined ? null : readScenario(node, new Map(), []);
  if (scenario === null) throw new Error('this is no scenario');
  return refusalsAlone(scenario, new Set(accepted)).map(({ place }) => place.line);
}

const REFUSED = '  - {id: no, call: "GET /v1/jobs/${unknown_id(x)}", expect: {JOB-404: {status: 404}}}';

describe('A refusal', () => {
  it.each([
    ['of which nothing like it is accepted', REFUSED],
    ['that is one of several', '  - {call: GET /v1/usage, expect: {A-RULE: {status: {in: [404, 410]}}}}'],
    ['that is no rule of its own', '  - {call: GET /v1/usage, expect: {status: 404}}'],
    ['of a path that the service does not have, if it is no 404', '  - {call: GET /a, expect: {status: 401}}'],
    ['of a path that an expression begins', '  - {call: "GET ${x}/a", expect: {status: 404}}'],
    ['whose twin is refused too', `${REFUSED}\n  - {twin_of: no, change: {key: none}, expect: {status: 401}}`],
  ])('%s is reported', (_what, steps) => {
    expect(alone(steps)[0]).toBe(2);
  });

  it.each([
    ['with a twin', `${REFUSED}\n  - {twin_of: no, change: {path: /v1/jobs/x}, expect: {status: 200}}`],
    ['that is the twin', '  - {id: yes, call: GET /a}\n  - {twin_of: yes, change: {key: none}, expect: {status: 401}}'],
    ['of a call that is accepted for another job', `${REFUSED}\n  - {call: "GET /v1/jobs/\${job.id}"}`],
    ['of a path that is polled', `${REFUSED}\n  - {poll: "GET /v1/jobs/\${job.id}", until: {status: 200}}`],
    ['that is a 404 of a path that the service does not have', '  - {call: GET /v1/jobs/x/y, expect: {status: 404}}'],
    [
      'of the same call as an accepted one, where both are twins',
      `${REFUSED}\n  - {twin_of: no, change: {key: second}, expect: {status: 200}}\n  - {twin_of: no, change: {key: none}, expect: {status: 401}}`,
    ],
    ['that may be none', '  - {call: GET /a, expect: {A-RULE: {status: 409}, B-RULE: {if: "x", status: 200}}}'],
  ])('%s is not reported', (_what, steps) => {
    expect(alone(steps)).toEqual([]);
  });

  it('of a call that a set-up makes is not reported', () => {
    expect(alone(REFUSED, { accepted: ['GET /v1/jobs/*'] })).toEqual([]);
    const text = 'steps: [{call: "GET /v1/jobs/${id(job)}"}, {call: GET /no, expect: {status: 404}}]';
    const [setUp] = documentsOf({ file: 'b.yaml', text });
    expect(setUp && acceptedCalls(setUp)).toEqual(['GET /v1/jobs/*']);
  });

  it('is found if a row of the matrix expects it, and the defaults have the call', () => {
    const more = 'defaults: {call: POST /a}\nmatrix: [{then: {status: 409}}, {then: {status: 202}}]';
    expect(alone('  - {expect: {A-RULE: "${row.then}"}}', { more })).toEqual([2]);
  });
});
