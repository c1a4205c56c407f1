import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { judged, mistakes, outcome } from '../testing/judged.ts';
import { OPERATORS } from './operators.ts';

/** A matcher, the values it accepts, and the values it rejects. */
const CASES = `
{equals: {a: [1, two]}} | {a: [1, two]} | {a: [1]}, {a: [1, two], b: 1}, null, absent
{equals: {}} | {} | {a: 1}, []
{not: 3} | 4, "3", absent | 3
{not: {in: [a, b]}} | c | a
{not: {id: x}} | {id: y}, {} | {id: x, more: 1}
{in: [200, 202, {a: 1}]} | 200, {a: 1} | 201, "200", null, absent
{not_in: [a, null]} | b, 0 | a, null
{is: datetime} | 2026-02-28T23:59:59Z, 2024-02-29T00:00:00.123+00:00, 2026-01-01T00:00:00.000000Z | 2026-02-29T00:00:00Z, 2026-01-01T00:00:00+02:00, 2026-01-01, 2026-01-01T24:00:00Z, 2026-01-01T00:00:00, 5, null
{is: datetime-or-null} | null, 2026-02-28T23:59:59Z | "", absent
{is: integer} | 0, -3 | 1.5, "3", null
{is: finite} | 1.5 | .inf, "1"
{is: text} | "", a | 1, null
{is: non-empty} | a, [0], {a: 1} | "", [], {}, null, 5
{is: boolean} | true, false | "true", 0
{is: list} | [] | {}, a
{is: map} | {} | [], null
{is: "null"} | null | absent, 0
{is: id} | job_1, asset_ab-c, job_a.b~c, job_é/a b?c=d#e%41 | job, job_, _1, "job_1\\n", 5
{is: etag} | '"a"', W/"a", '""' | a, w/"a", '"a', '"a b"'
{is: url} | https://a.test/x | /v1/jobs, ftp://a
{absent: true} | absent | null, 0, ""
{absent: false} | null | absent
{present: true} | null, 0 | absent
{same_as: earlier} | {id: 1, n: {x: 1}} | {id: 1}, {id: 2, n: {x: 1}}, {id: 1, n: {x: 1}, m: 1}
{same_as: "\${earlier}", except: [n.x, m]} | {id: 1, n: {}}, {id: 1, n: {x: 3}, m: 1} | {id: 2, n: {}}
{same_as: earlier.n.x} | 1 | 2
{content: {n.x: 1, id: {int: any}}} | {id: 4, n: {x: 1}} | {id: 4, n: {x: 2}}, null
{all: [{is: text}, {starts_with: a}]} | ab | b, 1
{any: [1, {starts_with: a}]} | 1, ab | 2, b
{int: ">=0"} | 0, 7 | -1, 0.5, "3", null
{int: "1..100"} | 1, 100 | 0, 101
{int: "> 5"} | 6 | 5
{int: "<3"} | 2 | 3
{int: "<= -1"} | -1 | 0
{int: "==4"} | 4 | 5
{int: "4"} | 4 | 5
{int: "-5..-1"} | -5 | -6
{int: any} | -5 | x, 1.5
{int: 3} | 3 | 4
{int: "<\${earlier.id}"} | 0 | 1
{le: 5} | 5, -1 | 6, "5", null
{le: 15s} | 15000 | 15001
{le: "2026-01-01T00:00:00Z"} | 2025-12-31T23:59:59.999Z, 2026-01-01T00:00:00.000+00:00 | 2026-01-01T00:00:00.001Z, 5
{le: "2026-01-01T00:00:00Z", slack: 1s} | 2026-01-01T00:00:01Z | 2026-01-01T00:00:01.001Z
{ge: 5} | 5 | 4
{ge: 5, slack: 1} | 4 | 3
{lt: 5} | 4 | 5
{lt: 5, slack: 1} | 5 | 6
{gt: 5} | 6 | 5
{gt: 5, slack: 1} | 5 | 4
{between: [1, 3]} | 1, 3 | 0, 4, "2"
{fell_by: 3, since: earlier.units} | 7 | 6, 10, "7"
{rose_by: "\${earlier.id}", since: "\${earlier.units}"} | 11 | 10
{length: 2} | ab, [1, 2], {a: 1, b: 2} | a, [], 2, null
{length: ">=1"} | [0] | [], absent
{matches: "^j[0-9]+$"} | j12 | xj12, 12, absent
{starts_with: ab} | abc | cab, 1
{ends_with: "\${earlier.name}"} | a late one | one late
{contains: b} | abc, [b] | ac, [ab], {b: 1}
{contains: {a: {b: 1}}} | {a: {b: 1, c: 2}}, [0, {a: {b: 1}, d: 1}] | {a: 1}, [], a
{contains: [1, 2]} | [2, 3, 1] | [1]
{has_keys: [a, b]} | {a: null, b: 1, c: 1} | {a: 1}, [], null
{no_keys: [href]} | {a: 1} | {href: null}, x
{empty: true} | "", [], {} | a, [0], null, absent
{empty: false} | a | "", 0
{path: /v1/jobs/j1} | /v1/jobs/j1, https://a.test/v1/jobs/j1, /v1/jobs/%6A1 | /v1/jobs/j2, /v1/jobs/j1?x=1, null
{shape: job} | {} | 
{ordered: {}} | [1, 1, 2] | [2, 1], [a, 1], 5
{ordered: {direction: desc, strict: true}} | [b, a] | [a, a], [a, b]
{ordered: {by: [at, id], direction: desc, strict: true}} | [{at: 2026-01-01T00:00:00.500Z, id: a}, {at: 2026-01-01T00:00:00Z, id: c}, {at: 2026-01-01T00:00:00.000Z, id: b}] | [{at: 2026-01-01T00:00:00Z, id: b}, {at: 2026-01-01T00:00:00.000Z, id: c}], [{id: 1}, {id: 2}]
{same_set_as: [1, {a: 2}]} | [{a: 2}, 1] | [1], [1, {a: 2}, 3], 1
{unique: true} | [{a: 1}, {a: 2}] | [{a: 1, b: 2}, {b: 2, a: 1}]
{unique: id} | [{id: 1}, {id: 2}, {}, {}] | [{id: 1}, {id: 1, b: 1}], 7
{each: {int: ">0"}} | [1, 2] | [1, 0], 5
{each: {id: {is: id}}} | [{id: job_1}] | [{id: x}], [{}]
{each: {and: "it.a == index"}} | [{a: 0}, {a: 1}] | [{a: 1}]
{some: {id: 2}} | [{id: 1}, {id: 2, b: 1}] | [{id: 1}], [], 2
{some: "\${earlier.id}"} | [1] | [2]
{none: {id: 2}} | [], [{id: 1}] | [{id: 2}], null
{exactly_one: {id: 2}} | [{id: 1}, {id: 2}] | [], [{id: 2}, {id: 2}]
{progress_of: job} | {id: job_1, status: running} | {id: job_2, status: running}, null
`;

type Case = { name: string; matcher: string; holds: unknown[]; violates: unknown[] };

const CASE_ROWS = CASES.trim()
  .split('\n')
  .map((row): Case => {
    const [matcher = '', ...values] = row.split(' | ');
    const [holds = [], violates = []] = values.map((text): unknown[] => parse(`[${text}]`).map(orAbsent));
    return { name: /\w+/.exec(matcher)?.[0] ?? '', matcher, holds, violates };
  });

/** YAML cannot express an absent value. */
function orAbsent(value: unknown): unknown {
  return value === 'absent' ? undefined : value;
}

const COMPANIONS = ['except', 'slack', 'since', 'in_words'];
const NAMES = { earlier: { id: 1, n: { x: 1 }, units: 10, name: 'late one' }, job: { id: 'job_1', status: 'queued' } };
const EXAMPLES = { ...NAMES, earlier: { id: 'a', at: 1, units: 10 } };

it.each(CASE_ROWS)('$matcher accepts what it describes, and nothing else', ({ name, matcher, holds, violates }) => {
  const named = name === 'same_as' ? { earlier: { id: 1, n: { x: 1 } } } : NAMES;
  for (const value of holds) expect([value, outcome(matcher, value, named)]).toEqual([value, 'held']);
  for (const value of violates) expect([value, outcome(matcher, value, named)]).toEqual([value, 'violated']);
});

it.each(Object.entries(OPERATORS))('the example of %s passes and fails as documented', (name, { example }) => {
  const [written, holds, fails] = example;
  // `same_as` compares the earlier value as a whole.
  const names = ['same_as', 'except'].includes(name) ? { earlier: { id: 'a', at: 1 } } : EXAMPLES;
  expect(written).toContain(`${name}:`);
  expect(mistakes(`{body: ${written}}`, { names })).toEqual([]);
  // A shape is defined in a file of its own.
  if (name === 'shape') return;
  expect([outcome(written, holds, names), outcome(written, fails, names)]).toEqual(['held', 'violated']);
});

it('every operator and companion is in the table of cases', () => {
  expect(new Set([...CASE_ROWS.map(({ name }) => name), ...COMPANIONS])).toEqual(new Set(Object.keys(OPERATORS)));
});

it('a literal is compared as a whole, and so is a text that renders to a list or a map', () => {
  expect(outcome('[1, {a: 2}]', [1, { a: 2 }])).toBe('held');
  expect(outcome('"${earlier.n}"', { x: 1 }, NAMES)).toBe('held');
  expect(outcome('"${earlier.n}"', { x: 1, y: 2 }, NAMES)).toBe('violated');
  expect(outcome('null', null)).toBe('held');
  expect(outcome('null', undefined)).toBe('violated');
});

it('a missing value leaves the expectation untested', () => {
  expect(outcome('"${earlier.missing}"', 1, NAMES)).toBe('untested');
  expect(outcome('{same_as: earlier.missing}', 1, NAMES)).toBe('untested');
  expect(outcome('{le: "${earlier.missing}"}', 1, NAMES)).toBe('untested');
  expect(outcome('{in: "${earlier.id}"}', 1, NAMES)).toBe('untested');
});

it('an expectation of each element is untested if there are no elements', () => {
  expect(outcome('{each: 1}', [])).toBe('untested');
  expect(outcome('{unique: true}', [1])).toBe('untested');
  expect(outcome('{ordered: {}}', [1])).toBe('untested');
});

it('in_words replaces all mismatches of a value with one, at the place of the value', () => {
  const saying = (matcher: string, value: unknown) => judged(`{body: ${matcher}}`, { body: value }, { names: NAMES });
  const wrong = { outcome: 'violated', mismatches: [{ pointer: '/body', expected: 'a name for 1', seen: 5 }] };
  expect(saying('{is: text, empty: false, in_words: "a name for ${earlier.id}"}', 5)).toEqual(wrong);
  expect(saying('{content: {a.b: {is: text}}, in_words: "a name for 1"}', 5)).toEqual(wrong);
  expect(saying('{is: text, in_words: a name}', 'a')).toEqual({ outcome: 'held' });
  expect(saying('{equals: "${earlier.missing}", in_words: a name}', 5)).toMatchObject({ outcome: 'untested' });
});

it.each([
  ['{in_words: a name}', 'in_words is only allowed with another operator'],
  ['{is: text, in_words: [a]}', 'must be a text'],
  ['{matches: "("}', '"(" must be a regular expression of at most 1000 characters'],
  [`{matches: ${'a'.repeat(1_001)}}`, 'must be a regular expression of at most 1000 characters'],
  [`{matches: ${'a?'.repeat(41)}}`, 'with at most 40 of * + ? { and |'],
  ['{int: "=>0"}', '"=>0" must be a number, a comparison'],
  ['{length: lots}', '"lots" must be a number, a comparison'],
  ['{int: "5..1"}', '"5..1" must be'],
  ['{int: "1.."}', '"1.." must be'],
  ['{int: ">"}', '">" must be'],
  ['{int: ">=0 and <5"}', '">=0 and <5" must be'],
  ['{int: true}', 'true must be'],
  ['{is: dattime}', 'is knows no dattime; did you mean datetime?'],
  ['{le: soon}', '"soon" must be a number, a duration'],
  ['{le: 5, slack: much}', '"much" must be a duration'],
  ['{slack: 5}', 'slack is only allowed with le or ge or lt or gt'],
  ['{fell_by: 5}', 'this needs `since`'],
  ['{between: [1]}', 'must be a list of two'],
  ['{in: 5}', '5 must be a list'],
  ['{has_keys: a}', '"a" must be a list of names'],
  ['{absent: maybe}', 'this must be true or false'],
  ['{empty: maybe}', '"maybe" must be true or false'],
  ['{shape: jbo}', 'there is no shape jbo; did you mean job?'],
  ['{ordered: {by: id, direction: up}}', 'ordered.direction is asc or desc, not up'],
  ['{ordered: {by: "]"}}', '] is not a path'],
  ['{ordered: {bye: id}}', 'ordered has no field bye; did you mean by?'],
  ['{unique: 5}', 'unique must be true, or the path'],
  ['{any: []}', 'this must be a list with at least one element'],
  ['{same_as: unset}', 'unset'],
  ['{same_as: earlier, except: ["]"]}', 'must be a list of paths'],
  ['{mtches: a}', 'mtches is not an operator; did you mean matches?'],
  ['{code: A}', 'code is not an operator'],
  ['{eq: 5}', 'eq is not an operator; did you mean equals?'],
  ['{$gte: 5}', '$gte is not an operator; did you mean ge?'],
  ['{regex: a}', 'regex is not an operator; did you mean matches?'],
  ['{unchanged_since: earlier}', 'unchanged_since is not an operator; did you mean same_as?'],
  ['{}', 'an empty map expects nothing'],
  ['{starts_with: 5}', '5 must be a text'],
])('%s is reported as a mistake, with its place', (matcher, message) => {
  const [first = ''] = mistakes(`{body: ${matcher}}`, { names: NAMES });
  expect(first).toMatch(/^1:\d+ /);
  expect(first).toContain(message);
});
