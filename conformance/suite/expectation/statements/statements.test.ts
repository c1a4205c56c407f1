import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judged, mistakes, pointers } from '../testing/judged.ts';
import { STATEMENTS } from './statements.ts';

const answers = (...statuses: number[]) => statuses.map((status) => ({ status, body: { id: `job_${status}` } }));
const with200 = (id: string) => ({ status: 200, body: { id } });
const outcomeOf = (text: string, subject: unknown, names: Record<string, unknown> = {}) =>
  judged(text, subject, { names }).outcome;

describe('The expected text of a failure', () => {
  const expectedOf = (text: string, subject: unknown, names = {}) => {
    const found = judged(text, subject, { names });
    return found.outcome === 'violated' ? found.mismatches.map(({ expected }) => expected) : found.outcome;
  };

  it('of an opposite contains the values of its templates', () => {
    const names = { old: 'job_1' };
    const expected = (text: string) => expectedOf(text, with200('job_1'), names);
    expect(expected('{not: {body.id: "${old}"}}')).toEqual(['anything but {"body.id":"job_1"}']);
    expect(expected('{body.id: {not: "${old}"}}')).toEqual(['anything but "job_1"']);
  });

  it('of an order names both neighbors with their ids and the values that order them', () => {
    const data = [
      { id: 'job_1', created_at: '2026-01-01T00:00:00Z' },
      { id: 'job_2', created_at: '2026-01-02T00:00:00Z' },
    ];
    const found = judged('{body.data: {ordered: {by: [created_at, id], direction: desc}}}', { body: { data } });
    const expected = 'after job_1 (2026-01-01T00:00:00Z) at /body/data/0, descending by created_at, id';
    const seen = 'job_2 (2026-01-02T00:00:00Z)';
    expect(found).toMatchObject({ mismatches: [{ pointer: '/body/data/1', expected, seen }] });
  });
});

describe('Statements that combine expectations', () => {
  it('any_of holds if one expectation holds, and otherwise reports the mismatches of the nearest', () => {
    const text = '{any_of: [{status: 200, body.id: x}, {status: 202, body.id: x}]}';
    expect(outcomeOf(text, { status: 202, body: { id: 'x' } })).toBe('held');
    expect(pointers(judged(text, { status: 202, body: { id: 'y' } }))).toEqual(['/body/id']);
  });

  it('any_of is untested if one expectation is undecided and none holds', () => {
    expect(outcomeOf('{any_of: [{status: 200}, {if: "false", status: 202}]}', { status: 201 })).toBe('untested');
    expect(outcomeOf('{any_of: [{status: 201}, {if: "false", status: 202}]}', { status: 201 })).toBe('held');
  });

  it.each([
    ['and', '{count: 2, and: "1 < 2"}', [1, 2], [1]],
    ['and', '{and: "2 < 1"}', null, [1]],
    ['each', '{each: {status: {in: [200, 202]}}}', answers(200, 202), answers(200, 500)],
    ['some', '{some: "a"}', ['b', 'a'], ['b']],
    ['exactly_one', '{exactly_one: {status: 202}}', answers(200, 202), answers(202, 202)],
  ])('%s holds and is violated as documented', (_name, text, right, wrong) => {
    if (right !== null) expect(outcomeOf(text, right)).toBe('held');
    expect(outcomeOf(text, wrong)).toBe('violated');
  });

  it('exactly_one is violated by two expectations that hold, even if others are undecided', () => {
    const text = '{exactly_one: {if: "it.status < 300", status: 200}}';
    expect(outcomeOf(text, answers(200, 500))).toBe('untested');
    expect(outcomeOf(text, answers(200, 500, 200))).toBe('violated');
  });

  it('a statement on the elements of an empty list of answers is untested', () => {
    for (const said of ['each: {status: 1}', 'first: {status: 1}', 'last.status: 1', 'distinct: {of: body.id, is: 1}'])
      expect([said, outcomeOf(`{${said}}`, [])]).toEqual([said, 'untested']);
  });
});

describe('Statements on a list', () => {
  it('distinct counts the values that are present', () => {
    const text = '{distinct: {of: body.id, is: 1}}';
    expect(outcomeOf(text, [{ body: { id: 'a' } }, { body: { id: 'a' } }, { body: { error: {} } }])).toBe('held');
    expect(judged(text, [{ body: { id: 'a' } }, { body: { id: 'b' } }])).toMatchObject({
      mismatches: [{ seen: ['a', 'b'] }],
    });
    expect(outcomeOf('{distinct: {of: status, is: {le: 2}}}', answers(200, 202, 200))).toBe('held');
    expect(outcomeOf(text, [{ body: {} }])).toBe('untested');
  });

  it('column checks a count, a list, or operators', () => {
    const tries = ['1', '2', '3'].map((attempt) => ({ header: { 'service-delivery-attempt': attempt } }));
    const column = (is: string) => `{column: header.Service-Delivery-Attempt, is: ${is}}`;
    expect(outcomeOf(column('{counting_from: 1}'), tries)).toBe('held');
    expect(pointers(judged(column('{counting_from: 1}'), [tries[0], tries[2]]))).toEqual([
      '/1/header/service-delivery-attempt',
    ]);
    expect(outcomeOf(column('["1", "2", "3"]'), tries)).toBe('held');
    expect(outcomeOf(column('["1", "2"]'), tries)).toBe('violated');
    expect(outcomeOf(column('{unique: true}'), tries)).toBe('held');
    expect(outcomeOf(column('{unique: true}'), [tries[0], tries[0]])).toBe('violated');
  });

  it('gaps_of compares the existing waits, up to the number of nominal ones', () => {
    const at = (...seconds: number[]) => seconds.map((second) => ({ at: new Date(second * 1000).toISOString() }));
    const text = '{gaps_of: at, near: {nominal: [1m, 5m], jitter: 20%, slack: 3s}}';
    expect(outcomeOf(text, at(0, 75, 75 + 360))).toBe('held');
    expect(outcomeOf(text, at(0, 45))).toBe('held');
    expect(pointers(judged(text, at(0, 44, 344)))).toEqual(['/1/at']);
    expect(pointers(judged(text, at(0, 60, 60 + 364)))).toEqual(['/2/at']);
    expect(outcomeOf(text, at(0, 60, 360, 400))).toBe('violated');
    expect(outcomeOf(text, at(0))).toBe('untested');
    expect(outcomeOf(text, [{ at: 'x' }, { at: 'y' }])).toBe('violated');
  });

  it('none_after needs a long enough observation', () => {
    const tries = ['2026-01-01T00:00:00Z', '2026-01-01T05:00:00Z'].map((at) => ({ at }));
    const looked = (until: string) => ({ observed_until: until });
    const last = '{none_after: {index: last, for: 2h}}';
    expect(outcomeOf(last, tries, looked('2026-01-01T07:00:00Z'))).toBe('held');
    expect(outcomeOf(last, tries, looked('2026-01-01T06:59:59Z'))).toBe('untested');
    expect(outcomeOf(last, tries)).toBe('untested');
    expect(outcomeOf('{none_after: {index: 0, for: 2h}}', tries, looked('2026-01-01T07:00:00Z'))).toBe('held');
    expect(pointers(judged('{none_after: {index: 0, for: 6h}}', tries))).toEqual(['/1/at']);
    expect(outcomeOf('{none_after: {index: 5, for: 6h}}', tries)).toBe('untested');
    expect(outcomeOf('{none_after: {index: last, for: 2h, by: end}}', tries, { end: '2026-01-01T08:00:00Z' })).toBe(
      'held',
    );
  });
});

describe('signed_by', () => {
  const at = '2026-01-01T00:00:00.700Z';
  const t = Date.parse(at) / 1000 - 0.7;
  const v1 = (secret: string, time = t) => createHmac('sha256', secret).update(`${time}.{"a":1}`).digest('hex');
  const delivery = (signature: string) => ({
    header: { 'service-signature': signature },
    raw: { text: '{"a":1}' },
    at: '2026-01-05T00:00:00Z',
    received_at: at,
  });
  const both = delivery(`t=${t},v1=${v1('old')},v1=${v1('new')}`);

  it('holds for a signature over the received bytes', () => {
    expect(outcomeOf('{signed_by: old}', both)).toBe('held');
    expect(outcomeOf('{signed_by: [old, new]}', both)).toBe('held');
    expect(outcomeOf('{signed_by: "${secret}"}', both, { secret: 'new' })).toBe('held');
    expect(outcomeOf('{signed_by: old}', { ...both, raw: { base64: Buffer.from('{"a":1}').toString('base64') } })).toBe(
      'held',
    );
  });

  it('is violated by another secret, other bytes, or no signature', () => {
    expect(outcomeOf('{signed_by: other}', both)).toBe('violated');
    expect(outcomeOf('{signed_by: [old, other]}', both)).toBe('violated');
    expect(outcomeOf('{signed_by: old}', { ...both, raw: { text: '{"a": 1}' } })).toBe('violated');
    expect(pointers(judged('{signed_by: old}', delivery('t=1')))).toEqual(['/header/service-signature']);
    expect(outcomeOf('{signed_by: old}', { header: {}, raw: { text: '' } })).toBe('violated');
  });

  it('requires a time within five minutes of the given clock', () => {
    const late = (seconds: number) => delivery(`t=${t - seconds},v1=${v1('old', t - seconds)}`);
    expect(outcomeOf('{signed_by: old}', late(300))).toBe('held');
    expect(outcomeOf('{signed_by: old}', late(301))).toBe('violated');
    expect(outcomeOf('{signed_by: old}', late(-301))).toBe('violated');
    expect(outcomeOf('{signed_by: old, skew: {le: 10s, clock: received}}', late(11))).toBe('violated');
    expect(outcomeOf('{signed_by: old, skew: {clock: "${arm.time}"}}', both, { arm: { time: 'wall' } })).toBe('held');
    expect(outcomeOf('{signed_by: old, skew: {clock: "${arm.time}"}}', both, { arm: { time: 'target' } })).toBe('held');
    const neither = { ...late(301), at: '2020-01-01T00:00:00.000Z' };
    expect(outcomeOf('{signed_by: old, skew: {clock: target}}', neither)).toBe('violated');
    const movedClock = { ...late(301), at: new Date((t - 301) * 1000).toISOString() };
    expect(outcomeOf('{signed_by: old, skew: {clock: target}}', movedClock)).toBe('held');
    expect(outcomeOf('{signed_by: old}', movedClock)).toBe('held');
    expect(outcomeOf('{signed_by: old, skew: {clock: received}}', movedClock)).toBe('violated');
  });

  it('accepts the time of either clock, even if they are years apart', () => {
    const far = { ...both, at: '2076-01-01T00:00:00Z' };
    const [y] = [Date.parse(far.at) / 1000];
    const virtual = { ...delivery(`t=${y},v1=${v1('old', y)}`), at: far.at };
    for (const one of [far, virtual])
      for (const skew of ['', ', skew: {le: 90000h}', ', skew: {le: 300s, clock: target}'])
        expect(outcomeOf(`{signed_by: old${skew}}`, one)).toBe('held');
  });

  it('requires exactly one time, in digits, and at least one v1; ignores other schemes', () => {
    const [made, other] = [v1('old'), v1('old', t + 1)];
    for (const header of [`t=${t},v0=x,v1=${made}`, `t=${t}, v1=aa, v1=${made}`])
      expect(outcomeOf('{signed_by: old}', delivery(header))).toBe('held');
    const odd = ['', `t=${t}`, `v1=${made}`, `t=${t},t=${t},v1=${made}`, `t=${t}.0,v1=${made}`, `t=,v1=${made}`];
    for (const header of [...odd, `t${t},v1=${made}`, `t=${t},v1=${other}`, `t=${t},v1=${'x'.repeat(64)}`])
      expect([header, outcomeOf('{signed_by: old}', delivery(header))]).toEqual([header, 'violated']);
  });

  it('is untested without the secret', () => {
    expect(outcomeOf('{signed_by: "${driver.secret}"}', both, { driver: {} })).toBe('untested');
  });
});

describe('The shape statement', () => {
  it('checks the body of an answer, the JSON of a delivery, or the value itself', () => {
    const shape = (name: string, value: unknown) =>
      value === 'right' ? [] : [{ pointer: '/id', expected: name, seen: value }];
    const at = (subject: unknown) => judged('{shape: job}', subject, { shape });
    expect(at({ status: 200, request: {}, body: 'right' }).outcome).toBe('held');
    expect(pointers(at({ status: 200, request: {}, body: 'wrong' }))).toEqual(['/body/id']);
    expect(pointers(at({ received_at: '', raw: {}, json: 'wrong' }))).toEqual(['/json/id']);
    expect(pointers(at({ id: 1 }))).toEqual(['/id']);
    expect(pointers(judged('{each: {shape: job}}', [{ id: 1 }], { shape }))).toEqual(['/0/id']);
  });
});

it.each([
  ['{any_of: 5}', 'this must be a list with at least one element'],
  ['{distinct: {of: body.id}}', 'distinct needs is'],
  ['{distinct: {off: body.id, is: 1}}', 'distinct has no field off; did you mean of?'],
  ['{distinct: body.id}', 'distinct must be a map of of, is'],
  ['{column: at}', 'column needs `is`'],
  ['{column: "]", is: [1]}', '] is not a path'],
  ['{column: at, is: {counting_from: 1, step: 2}}', 'is has no field step'],
  ['{column: at, is: {counting_from: one}}', '"one" must be an integer'],
  ['{status: 200, is: [1]}', 'is is only allowed with column'],
  ['{gaps_of: at}', 'gaps_of needs `near`'],
  ['{gaps_of: at, near: {nominal: [soon]}}', 'must be a list of durations'],
  ['{gaps_of: at, near: {nominal: [1m], jitter: lots}}', '"lots" must be a percentage'],
  ['{status: 200, near: {nominal: []}}', 'near is only allowed with gaps_of'],
  ['{none_after: {index: lost, for: 2h}}', '"lost" must be last, or a position'],
  ['{none_after: {index: last, for: long}}', '"long" must be a duration'],
  ['{signed_by: {}}', 'must be a secret, or a list of them'],
  ['{signed_by: a, skew: {clock: receved}}', 'did you mean received?'],
  ['{status: 200, skew: {le: 1s}}', 'skew is only allowed with signed_by'],
  ['{exchange: {mask: []}}', 'exchange needs same_as'],
  ['{exchange: {same_as: unset}}', 'unset'],
  ['{shape: jbo}', 'there is no shape jbo; did you mean job?'],
  ['{and: "1 +"}', '1:'],
])('%s is reported as a mistake, with its place', (text, message) => {
  const [first = ''] = mistakes(text);
  expect(first).toMatch(/^1:\d+ /);
  expect(first).toContain(message);
});

it.each(Object.entries(STATEMENTS))(
  'the example of %s passes and fails as documented',
  (name, { about, argument, example }) => {
    const [written, holds, fails] = example;
    expect([about, argument]).not.toContain('');
    expect(written).toContain(`${name}:`);
    const first = { status: 200, header: { etag: '"1"' } };
    const names = { first, driver: { clock: true }, sink: { secret: 'whsec_x' } };
    const subject = /^\{(?:each|some|none|exactly_one)/.test(written) ? 'value' : 'view';
    expect(mistakes(written, { names, subject })).toEqual([]);
    if (example.length === 1) return;
    const outcomes = [holds, fails].map((value) => judged(written, value, { names, subject }).outcome);
    expect(outcomes).toEqual(['held', 'violated']);
  },
);
