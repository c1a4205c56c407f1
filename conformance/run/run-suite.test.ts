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
const expecting = (rule: string, status: number) => `{call: GET /v1/thing, expect: {${rule}: {status: ${status}}}}`;

describe('A run', () => {
  it('is non-conformant where it does not, and shows the exchanges that led there', async () => {
    const steps = `{call: GET /v1/thing}, ${expecting('FIRST-RULE', 201)}`;
    const { report } = await graded(scenario(steps), thing({ json: {} }));
    expect([verdictsIn(report), report.conclusion, report.exit_code]).toEqual([
      ['FIRST-RULE fail'],
      'non-conformant',
      1,
    ]);
    expect(report.failures).toEqual([
      {
        rule: 'FIRST-RULE',
        scenario: 'a/b',
        instance: 'a/b',
        step: 'step-2',
        place: 'it.yaml:4:63',
        mismatches: [{ pointer: '/status', expected: '201', seen: 200 }],
        exchanges: [0, 1],
        reference: null,
      },
    ]);
  });

  it('tells how long all took but what waits in real time, and begins with that', async () => {
    const one = scenario(expecting('FIRST-RULE', 200));
    const [slow, other] = [
      one.replace('about: this', 'slow: true'),
      one.replace('a/b', 'a/c').replace('FIRST', 'SHOULD'),
    ];
    const { report } = await graded(`${slow}---\n${other.replace('{FIRST', '{SHOULD')}`, thing({ json: {} }), {
      atOnce: 1,
    });
    expect(report.without_waits?.scenarios).toEqual(['a/b']);
    expect(report.instances.map(({ id }) => id)).toEqual(['a/b', 'a/c']);
    expect((await graded(one, thing({ json: {} }))).report.without_waits).toBeUndefined();
  });

  it('notes what a target does where the spec leaves it open', async () => {
    const observing = '{id: one, call: GET /v1/thing, observe: {GAP-OPEN: [status, one.body.id, body.no]}}';
    const { report } = await graded(`${scenario(observing)}matrix: {n: [1, 2]}`, thing({ json: { id: 'x' } }));
    expect(report.gaps).toEqual([
      {
        id: 'GAP-OPEN',
        ask: 'what does it answer?',
        answers: [{ seen: { status: 200, 'one.body.id': 'x', 'body.no': null }, times: 2 }],
      },
    ]);
  });
});

describe('An arm', () => {
  const arms = (facts: string) => `arms: [{name: strong, needs: [driver.clock]}, {name: weak, needs: [], ${facts}}]`;

  it('that sees only a part never passes a rule', async () => {
    expect(await verdictsOn(thing({ json: {} }), expecting('FIRST-RULE', 200), arms('partial: true'))).toEqual([
      'FIRST-RULE inconclusive needs-clock',
    ]);
  });
});

describe('An answer that has several lawful forms', () => {
  const classes = `{id: one, call: GET /v1/thing, classify: {
    yes: {when: {status: 200}, expect: {SECOND-RULE: {body.id: x}}}, no: {when: {status: 409}},
    otherwise: {fail: FIRST-RULE, show: nearest_class}}}`;
  const then = '{call: GET /v1/thing, by_class: {yes: {THIRD-RULE: {status: 200}}, no: {THIRD-RULE: {status: 409}}}}';

  it('has the duties of its class, in later steps too', async () => {
    expect(await verdictsOn(thing({ json: { id: 'x' } }), `${classes}, ${then}`)).toEqual([
      'FIRST-RULE pass',
      'SECOND-RULE pass',
      'THIRD-RULE pass',
    ]);
    expect(await verdictsOn(thing(CONFLICT), `${classes}, ${then}`)).toEqual(['FIRST-RULE pass', 'THIRD-RULE pass']);
  });

  it('breaks the rule where it is of no class', async () => {
    expect(await verdictsOn(thing({ status: 202, json: {} }), classes)).toEqual(['FIRST-RULE fail']);
  });

  it('breaks it where the row of the matrix pins it to another class', async () => {
    const arms = 'arms: [{name: pinned, matrix: {stage: [queued]}, pins: {queued: no}}]';
    const { report } = await graded(scenario(classes, arms), thing({ json: { id: 'x' } }));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE fail', 'SECOND-RULE pass']);
    expect(report.failures[0]?.mismatches).toEqual([
      { pointer: '', expected: 'an answer of the class no', seen: 'yes' },
    ]);
  });

  it('is sampled until each class was seen', async () => {
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
  const listed: Script = routes({ '/v1/assets': { json: { data: [] } } });

  async function verdicts(script: Script, target: TargetChanges): Promise<string[]> {
    return verdictsIn((await graded(suiteOf(LISTS, { rules: FEATURE_RULES }), script, { target })).report);
  }

  it('that is declared off and answers as an unknown path does is proved off', async () => {
    expect(await verdicts(() => UNKNOWN, { features: { lists: 'off' } })).toEqual([
      'FIRST-RULE not_applicable',
      'FEATURE-OFF-404 pass',
    ]);
  });

  it('that is declared off and answers in words of its own is a breach', async () => {
    const other: Script = ({ path }) =>
      path === '/v1/assets' ? { status: 404, json: { error: { code: 'OFF' } } } : UNKNOWN;
    expect(await verdicts(other, { features: { lists: 'off' } })).toContain('FEATURE-OFF-404 fail');
  });

  it('is one for each list: assets can be listed where jobs cannot', async () => {
    const { report } = await graded(suiteOf(LISTS, { rules: FEATURE_RULES }), listed);
    expect([report.features['lists']?.found, report.features['job.list']?.found]).toEqual([true, false]);
    const both = await graded(suiteOf(LISTS, { rules: FEATURE_RULES }), listed, {
      target: { features: { lists: 'on' } },
    });
    expect(both.report.features['job.list']).toEqual({ declared: 'on', found: false });
    const apart = { lists: 'on', 'job.list': 'off' } as const;
    const one = await graded(suiteOf(LISTS, { rules: FEATURE_RULES }), listed, { target: { features: apart } });
    expect([one.report.features['job.list'], one.report.contrary]).toEqual([{ declared: 'off', found: false }, []]);
  });

  it('that is declared on and missing fails in its own scenarios', async () => {
    expect(await verdicts(() => UNKNOWN, { features: { lists: 'on' } })).toContain('FIRST-RULE fail');
  });

  it('that is not declared is discovered', async () => {
    expect(await verdicts(listed, {})).toContain('FIRST-RULE pass');
    expect(await verdicts(() => UNKNOWN, {})).toContain('FIRST-RULE not_applicable');
  });
});

describe('An answer that says to come back later', () => {
  const busy = (status: number): Scripted => ({ status, headers: { 'Retry-After': '0' }, json: {} });

  it('is asked for again, and the one that comes then is judged', async () => {
    const script = thing(({ before }) => (before === 0 ? busy(429) : { json: {} }));
    expect(await verdictsOn(script, expecting('FIRST-RULE', 200))).toEqual(['FIRST-RULE pass']);
  });

  it('is asked for again soon where it does not say when', async () => {
    const script = thing(({ before }) => (before === 0 ? { status: 503, json: {} } : { json: {} }));
    expect(await verdictsOn(script, expecting('FIRST-RULE', 200))).toEqual(['FIRST-RULE pass']);
  });

  it('is judged as it is where a step wants it so', async () => {
    const script = thing(({ before }) => (before === 0 ? busy(429) : { json: {} }));
    const once = expecting('FIRST-RULE', 429).replace('call:', 'retry: false, call:');
    expect(await verdictsOn(script, once)).toEqual(['FIRST-RULE pass']);
  });

  it.each([
    [429, 8],
    [503, 6],
  ])('is judged where it says so for ever: %s', async (status, times) => {
    const { report, asked } = await graded(scenario(expecting('FIRST-RULE', 200)), thing(busy(status)));
    expect(verdictsIn(report)).toEqual(['FIRST-RULE fail']);
    expect(asked.filter(({ path }) => path === '/v1/thing')).toHaveLength(times);
  });
});
