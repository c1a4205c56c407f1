import { describe, expect, it } from 'vitest';
import { graded, type TargetChanges, verdictsIn } from '../testing/graded.ts';
import { routes, type Script, type Scripted, UNKNOWN } from '../testing/scripted-server.ts';
import { FEATURE_RULES, suiteOf } from '../testing/suite-of.ts';

const CONFLICT: Scripted = { status: 409, json: { error: { code: 'TAKEN' } } };

function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE]\n${head}\nsteps: [${steps}]\n`;
}

async function verdictsOn(script: Script, steps: string, head?: string): Promise<string[]> {
  return verdictsIn((await graded(scenario(steps, head), script)).report);
}

const thing = (answer: Scripted | Script) => routes({ '/v1/thing': answer });
const FINE = thing({ json: {} });
const expecting = (rule: string, status: number) => `{call: GET /v1/thing, expect: {${rule}: {status: ${status}}}}`;

describe('A run', () => {
  it('reports the exchanges that led to a failure', async () => {
    const { report } = await graded(scenario(`{call: GET /v1/thing}, ${expecting('FIRST-RULE', 201)}`), FINE);
    expect([verdictsIn(report), report.conclusion, report.exit_code]).toEqual([
      ['FIRST-RULE fail'],
      'non-conformant',
      1,
    ]);
    expect(report.failures).toEqual([
      {
        ...{ rule: 'FIRST-RULE', scenario: 'a/b', instance: 'a/b', step: 'step-2', place: 'it.yaml:4:63' },
        ...{ mismatches: [{ pointer: '/status', expected: '201', seen: 200 }], exchanges: [0, 1], reference: null },
      },
    ]);
  });

  it('reports the duration of everything that does not wait in real time, and starts with what does', async () => {
    const one = scenario(expecting('FIRST-RULE', 200));
    const slow = one.replace('about: this', 'slow: true');
    const other = one.replace('a/b', 'a/c').replaceAll('FIRST', 'SHOULD');
    const { report } = await graded(`${slow}---\n${other}`, FINE, { atOnce: 1 });
    expect(report.without_waits?.scenarios).toEqual(['a/b']);
    expect(report.instances.map(({ id }) => id)).toEqual(['a/b', 'a/c']);
    expect((await graded(one, FINE)).report.without_waits).toBeUndefined();
  });

  it('records what a target does where the spec leaves it open', async () => {
    const observing = '{id: one, call: GET /v1/thing, observe: {GAP-OPEN: [status, one.body.id, body.no]}}';
    const { report } = await graded(`${scenario(observing)}matrix: {n: [1, 2]}`, thing({ json: { id: 'x' } }));
    const answers = [{ seen: { status: 200, 'one.body.id': 'x', 'body.no': null }, times: 2 }];
    expect(report.gaps).toEqual([{ id: 'GAP-OPEN', ask: 'what does it answer?', answers }]);
  });

  it('never passes a rule by an arm that only sees a part', async () => {
    const arms = 'arms: [{name: strong, needs: [driver.clock]}, {name: weak, needs: [], partial: true}]';
    expect(await verdictsOn(FINE, expecting('FIRST-RULE', 200), arms)).toEqual(['FIRST-RULE inconclusive needs-clock']);
  });
});

describe('An answer with several lawful forms', () => {
  const classes = `{id: one, call: GET /v1/thing, classify: {
    yes: {when: {status: 200}, expect: {SECOND-RULE: {body.id: x}}}, no: {when: {status: 409}},
    otherwise: {fail: FIRST-RULE, show: nearest_class}}}`;
  const then = '{call: GET /v1/thing, by_class: {yes: {THIRD-RULE: {status: 200}}, no: {THIRD-RULE: {status: 409}}}}';

  it.each<[what: string, answer: Scripted, verdicts: string[]]>([
    ['has its duties', { json: { id: 'x' } }, ['FIRST-RULE pass', 'SECOND-RULE pass', 'THIRD-RULE pass']],
    ['has those of its class alone', CONFLICT, ['FIRST-RULE pass', 'THIRD-RULE pass']],
    ['breaks the rule where it is of no class', { status: 202, json: {} }, ['FIRST-RULE fail']],
  ])('%s, in later steps too', async (_, answer, verdicts) => {
    expect(await verdictsOn(thing(answer), `${classes}, ${then}`)).toEqual(verdicts);
  });

  it('breaks the rule if the row of the matrix pins it to another class', async () => {
    const arms = 'arms: [{name: pinned, matrix: {stage: [queued]}, pins: {queued: no}}]';
    const { report } = await graded(scenario(classes, arms), thing({ json: { id: 'x' } }));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE fail', 'SECOND-RULE pass']);
    const mismatch = { pointer: '', expected: 'an answer of the class no', seen: 'yes' };
    expect(report.failures[0]?.mismatches).toEqual([mismatch]);
  });

  it('is sampled until each class has occurred', async () => {
    const arms = 'arms: [{name: sampled, repeat: {times: 9, stop_when: all_classes_seen}, unseen: inconclusive}]';
    const script = thing(({ before }) => (before < 2 ? { json: { id: 'x' } } : CONFLICT));
    const { report, asked } = await graded(scenario(classes, arms), script);
    expect(asked.filter(({ path }) => path === '/v1/thing')).toHaveLength(3);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE pass', 'SECOND-RULE pass']);
  });
});

describe('A feature', () => {
  const LISTS = `scenario: a/lists
covers: [FIRST-RULE]
requires: {features: [lists]}
steps: [{call: GET /v1/assets, expect: {FIRST-RULE: {status: 200}}}]
`;
  const suite = suiteOf(LISTS, { rules: FEATURE_RULES });
  const listed: Script = routes({ '/v1/assets': { json: { data: [] } } });
  const inOtherWords: Script = routes({ '/v1/assets': { status: 404, json: { error: { code: 'OFF' } } } });
  const none: Script = () => UNKNOWN;
  const reportOn = async (script: Script, features: TargetChanges['features'] = {}) =>
    (await graded(suite, script, { target: { features } })).report;

  it.each<[what: string, script: Script, features: TargetChanges['features'], verdicts: string[]]>([
    ['declared off and unknown', none, { lists: 'off' }, ['FIRST-RULE not_applicable', 'FEATURE-OFF-404 pass']],
    [
      'declared off and served',
      listed,
      { lists: 'off' },
      ['FIRST-RULE inconclusive feature-off', 'FEATURE-OFF-404 fail'],
    ],
    ['declared off in other words', inOtherWords, { lists: 'off' }, ['FEATURE-OFF-404 fail']],
    ['declared on and missing', none, { lists: 'on' }, ['FIRST-RULE fail']],
    ['discovered', listed, {}, ['FIRST-RULE pass']],
    ['found to be missing', none, {}, ['FIRST-RULE not_applicable']],
  ])('that is %s', async (_, script, features, verdicts) => {
    expect(verdictsIn(await reportOn(script, features))).toEqual(expect.arrayContaining(verdicts));
  });

  it('exists for each list: assets may be listed even if jobs cannot', async () => {
    const found = await reportOn(listed);
    expect([found.features['lists']?.found, found.features['job.list']?.found]).toEqual([true, false]);
    expect((await reportOn(listed, { lists: 'on' })).features['job.list']).toEqual({ declared: 'on', found: false });
    const { features, contrary } = await reportOn(listed, { lists: 'on', 'job.list': 'off' });
    expect([features['job.list'], contrary]).toEqual([{ declared: 'off', found: false }, []]);
  });
});

describe('An answer that asks for a retry', () => {
  const busy = (status: number): Scripted => ({ status, headers: { 'Retry-After': '0' }, json: {} });
  const once = (first: Scripted) => thing(({ before }) => (before === 0 ? first : { json: {} }));

  it.each([
    ['is asked for again', once(busy(429)), expecting('FIRST-RULE', 200)],
    ['is asked for again where it does not say when', once({ status: 503, json: {} }), expecting('FIRST-RULE', 200)],
    ['is judged where a step wants it', once(busy(429)), expecting('FIRST-RULE', 429).replace('{', '{retry: false, ')],
  ])('%s', async (_, script, step) => {
    expect(await verdictsOn(script, step)).toEqual(['FIRST-RULE pass']);
  });

  it.each([
    [429, 8],
    [503, 6],
  ])('is judged if it is repeated forever: %s', async (status, times) => {
    const { report, asked } = await graded(scenario(expecting('FIRST-RULE', 200)), thing(busy(status)));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE fail']);
    expect(asked.filter(({ path }) => path === '/v1/thing')).toHaveLength(times);
  });
});
