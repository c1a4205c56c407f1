import { describe, expect, it } from 'vitest';
import { type Graded, graded, verdictsIn } from '../../testing/graded.ts';
import { routes, type Script } from '../../testing/scripted-server.ts';
import { suiteOf } from '../../testing/suite-of.ts';
import { traceOf } from '../testing/trace-of.ts';

const LIBRARY = `set_up: lib/thing
takes: {n: null, status: 200}
steps:
  - {id: made, call: "GET /v1/thing?n=\${n}", expect: {SECOND-RULE: {status: "\${status}"}}}
gives: "\${made.body}"
`;

function run(steps: string, script: Script, covers = 'FIRST-RULE'): Promise<Graded> {
  const text = `scenario: a/b\ncovers: [${covers}]\nsteps:\n${steps}\n`;
  return graded(suiteOf(text, { library: LIBRARY }), script);
}

const things = (script: Script) => routes({ '/v1/thing': script });
const MISSING = things(() => ({ status: 404, json: {} }));
const urlsOf = ({ asked }: Graded) => asked.filter(({ path }) => path === '/v1/thing').map(({ url }) => url);

describe('A poll', () => {
  const poll = `  - {id: end, poll: GET /v1/thing, until: {body.status: done}, pace: 20ms, always: {SECOND-RULE: {body.n: {ge: "\${previous.n}"}}}, expect: {FIRST-RULE: {body.status: done}}}`;
  const counting = (last: number, n: (before: number) => number = (before) => before) =>
    things(({ before }) => ({ json: { n: n(before), status: before < last ? 'busy' : 'done' } }));

  it('continues until its condition holds, and judges every answer on the way', async () => {
    const result = await run(poll, counting(3), 'FIRST-RULE, SECOND-RULE');
    expect(verdictsIn(result.report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE pass']);
    expect(urlsOf(result)).toHaveLength(4);
  });

  it('reports what went wrong on the way', async () => {
    const goesBack = counting(3, (before) => (before === 2 ? 0 : before));
    const { report } = await run(poll, goesBack, 'FIRST-RULE, SECOND-RULE');
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE fail']);
  });

  it('ends at an answer that makes continuing pointless', async () => {
    const result = await run(poll, MISSING);
    expect(verdictsIn(result.report)).toContain('FIRST-RULE fail');
    expect(urlsOf(result)).toHaveLength(1);
  });

  it('sends the known ETag every other time, and treats 304 as the previous body', async () => {
    const script = things(({ headers, before }) => {
      if (headers['if-none-match'] === '"1"') return { status: 304, headers: { ETag: '"1"' } };
      return { headers: { ETag: '"1"' }, json: { n: 0, status: before < 2 ? 'busy' : 'done' } };
    });
    const { report, asked } = await run(poll, script);
    expect(verdictsIn(report)).toContain('FIRST-RULE pass');
    const polls = asked.filter(({ path }) => path === '/v1/thing');
    expect(polls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', undefined]);
  });

  it('waits longer and longer if it may retry at once, and finally stops', async () => {
    const steps = '  - {id: end, poll: GET /v1/thing, until: {body.status: done}, expect: {FIRST-RULE: {status: 200}}}';
    const busy = { status: 200, headers: { 'Retry-After': '0' }, json: { status: 'busy' } };
    const { moments } = await traceOf(`scenario: a/b\ncovers: [FIRST-RULE]\nsteps:\n${steps}\n`, () => busy);
    expect(moments.filter(({ kind }) => kind === 'answer').length).toBeLessThan(80);
    expect(moments.at(-1)).toMatchObject({ kind: 'passed over', reason: 'deadline' });
  });
});

describe('A 500', () => {
  const failing =
    (often: number): Script =>
    ({ before }) =>
      before < often ? { status: 500, json: { error: {} } } : { json: { id: 'job_a' } };
  const asking = (call: string) => `  - {id: read, call: ${call}, expect: {FIRST-RULE: {status: 200}}}`;

  it('to a read of a job is retried, and counts if it is repeated each time', async () => {
    const path = '/v1/jobs/job_a';
    const once = await run(asking(`GET ${path}`), routes({ [path]: failing(1) }));
    const ever = await run(asking(`GET ${path}`), routes({ [path]: failing(9) }));
    expect([once, ever].map(({ report }) => verdictsIn(report))).toEqual([['FIRST-RULE pass'], ['FIRST-RULE fail']]);
    expect(ever.asked.filter((one) => one.path === path)).toHaveLength(3);
  });

  it('to any other request counts at once', async () => {
    const result = await run(asking('GET /v1/thing'), things(failing(1)));
    expect([verdictsIn(result.report), urlsOf(result).length]).toEqual([['FIRST-RULE fail'], 1]);
  });
});

describe('A walk', () => {
  const walk =
    '  - {id: all, walk: GET /v1/thing, query: {limit: 2}, expect: {FIRST-RULE: {items: [1, 2, 3], complete: true}}}';

  it('follows a list from page to page with the same filters', async () => {
    const script = things(({ url }) => ({
      json: url.includes('cursor=c1')
        ? { data: [3], has_more: false, next_cursor: null }
        : { data: [1, 2], has_more: true, next_cursor: 'c1' },
    }));
    const result = await run(walk, script);
    expect(verdictsIn(result.report)).toEqual(['FIRST-RULE pass']);
    expect(urlsOf(result)).toEqual(['/v1/thing?limit=2', '/v1/thing?limit=2&cursor=c1']);
  });

  it('stops after a number of pages if a list never ends', async () => {
    const endless = things(() => ({ json: { data: [1], has_more: true, next_cursor: 'c' } }));
    const result = await run(walk.replace('query:', 'most: 4, query:'), endless);
    expect([urlsOf(result).length, verdictsIn(result.report)]).toEqual([4, ['FIRST-RULE fail']]);
  });
});

describe('A set-up', () => {
  const found = things(({ url }) => ({ json: { id: url.at(-1) } }));
  const check = (value: string, equal: string) =>
    `  - {value: "\${${value}}", expect: {FIRST-RULE: {equals: ${equal}}}}`;

  it('returns its result under a name', async () => {
    const { report } = await run(`  - {use: lib/thing, n: 5, as: it}\n${check('it.id', '"5"')}`, found);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE pass']);
  });

  it('can be used several times, or for each element of a list', async () => {
    const steps = `  - {use: lib/thing, n: "\${index}", times: 2, as: two}
  - {use: lib/thing, n: "\${item}", for_each: [7, 8], as: each}
${check("[pluck(two, 'id'), pluck(each, 'id')]", '[["0", "1"], ["7", "8"]]')}`;
    expect(verdictsIn((await run(steps, found)).report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE pass']);
  });

  it('that breaks its own rule ends the scenario, without failing the rules of the scenario', async () => {
    const steps = `  - {use: lib/thing, n: 5, status: 201}\n${check('1', '2')}`;
    const { report } = await run(steps, found);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive setup', 'SECOND-RULE fail']);
    expect(report.failures[0]?.step).toBe('lib/thing/made');
    expect(report.instances[0]?.outcome).toBe('setup_failed');
  });

  it('does not see the names of its user', async () => {
    const steps = `  - {let: {n: 1}}\n  - {use: lib/thing, n: 5, as: it}\n${check('[n, it.id]', '[1, "5"]')}`;
    expect(verdictsIn((await run(steps, found)).report)[0]).toBe('FIRST-RULE pass');
  });
});

describe('Parallel requests', () => {
  it('are judged as a list', async () => {
    const script = things(({ before }) => ({ status: before === 2 ? 202 : 200, json: { id: 'x' } }));
    const step =
      '  - {call: GET /v1/thing, parallel: 5, expect: {FIRST-RULE: {each.body.id: x, distinct: {of: status, is: 2}, count: 5}}}';
    const result = await run(step, script);
    expect([urlsOf(result).length, verdictsIn(result.report)]).toEqual([5, ['FIRST-RULE pass']]);
  });

  it('are sent for each element of a list, and can differ', async () => {
    const script = things(({ url }) => ({ json: { id: url.at(-1) } }));
    const step =
      "  - {id: made, call: \"GET /v1/thing?n=${item}\", parallel: [4, 7], expect: {FIRST-RULE: {each.status: 200, and: \"pluck(made, 'body.id') == ['4', '7']\"}}}";
    const result = await run(step, script);
    expect([urlsOf(result), verdictsIn(result.report)]).toEqual([
      ['/v1/thing?n=4', '/v1/thing?n=7'],
      ['FIRST-RULE pass'],
    ]);
  });

  it('are identical if a number is given: values are drawn once', async () => {
    const script = things(({ url }) => ({ json: { id: url } }));
    const step =
      '  - {call: "GET /v1/thing?n=${fresh_key()}", parallel: 3, expect: {FIRST-RULE: {distinct: {of: body.id, is: 1}}}}';
    expect(verdictsIn((await run(step, script)).report)).toEqual(['FIRST-RULE pass']);
  });

  it.each([429, 503])('are retried after %i', async (status) => {
    const busy = { status, headers: { 'Retry-After': '0' }, json: {} };
    const script = things(({ before }) => (before === 1 ? busy : { json: { id: 'x' } }));
    const step = '  - {call: GET /v1/thing, parallel: 3, expect: {FIRST-RULE: {count: 3, each.status: 200}}}';
    const result = await run(step, script);
    expect([urlsOf(result).length, verdictsIn(result.report)]).toEqual([4, ['FIRST-RULE pass']]);
    const plain = await run(step.replace('parallel', 'retry: false, parallel'), script);
    expect([urlsOf(plain).length, verdictsIn(plain.report)]).toEqual([3, ['FIRST-RULE fail']]);
  });

  it('break the rule if all their connections are closed', async () => {
    const step = '  - {call: GET /v1/thing, parallel: 3, expect: {FIRST-RULE: {count: 3}}}';
    const closing = things(() => 'close');
    expect(verdictsIn((await run(step, closing)).report)).toEqual(['FIRST-RULE fail']);
  });
});

describe('The final steps of a scenario', () => {
  it('are played in reverse order, even after a failure, and affect no verdict', async () => {
    const last = 'finally: [{call: GET /v1/thing?n=1, expect: {FIRST-RULE: {status: 500}}}, {call: GET /v1/thing?n=2}]';
    const steps = `  - {call: GET /v1/thing, expect: {status: 201}}\n  - {call: GET /v1/thing?n=0, expect: {FIRST-RULE: {status: 200}}}\n${last}`;
    const result = await run(steps, routes({ '/v1/thing': { json: {} } }));
    expect(urlsOf(result)).toEqual(['/v1/thing', '/v1/thing?n=2', '/v1/thing?n=1']);
    expect(verdictsIn(result.report)).toEqual(['FIRST-RULE inconclusive setup']);
  });
});
