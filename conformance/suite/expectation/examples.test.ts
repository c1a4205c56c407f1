import { describe, expect, it } from 'vitest';
import type { Table } from './operators/operator.ts';
import { OPERATORS } from './operators/operators.ts';
import { STATEMENTS } from './statements/statements.ts';
import { judged, mistakes, outcome, warnings } from './testing/judged.ts';

/** What the examples speak of as if it had been before. */
const NAMES = {
  earlier: { id: 'a', at: 1, units: 10 },
  job: { id: 'job_1', status: 'queued' },
  first: { status: 200, header: { etag: '"1"' } },
  driver: { clock: true },
  sink: { secret: 'whsec_x' },
};
/** Of same_as the earlier value is compared whole. */
const WHOLE = { earlier: { id: 'a', at: 1 } };

const rowsOf = (table: Table) => Object.entries(table).map(([name, { example }]) => ({ name, example }));

describe('the example of', () => {
  it.each(rowsOf(OPERATORS))('the operator $name is compiled, and judges as it says', ({ name, example }) => {
    const [written, holds, fails] = example;
    const names = ['same_as', 'except'].includes(name) ? WHOLE : NAMES;
    expect(written).toContain(`${name}:`);
    expect(mistakes(`{body: ${written}}`, { names })).toEqual([]);
    // A shape is known by its name; what it is like is in its file.
    if (name === 'shape') return;
    expect([outcome(written, holds, names), outcome(written, fails, names)]).toEqual(['held', 'violated']);
  });

  it.each(rowsOf(STATEMENTS))('the statement $name is compiled, and judges as it says', ({ name, example }) => {
    const [written, holds, fails] = example;
    expect(written).toContain(`${name}:`);
    const subject = /^\{(?:each|some|none|exactly_one)/.test(written) ? 'value' : 'view';
    expect(mistakes(written, { names: NAMES, subject })).toEqual([]);
    if (example.length === 1) return;
    const outcomeOf = (value: unknown) => judged(written, value, { names: NAMES, subject }).outcome;
    expect([outcomeOf(holds), outcomeOf(fails)]).toEqual(['held', 'violated']);
  });
});

describe('a word that is deprecated', () => {
  it.each([
    ['{unchanged_since: "${earlier.id}"}', '{same_as: "${earlier.id}"}', ['a', 'b']],
    ['{near: 1m, within: 5s}', '{between: [55s, 65s]}', [55_000, 65_000, 54_999, 65_001]],
    ['{near: 100, within: 20%}', '{between: [80, 120]}', [80, 120, 79, 121]],
    ['{is: number}', '{is: finite}', [1.5, '1', null]],
    [
      '{is: uuid}',
      '{matches: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}',
      ['123e4567-e89b-12d3-A456-426614174000', '123e4567', 1],
    ],
  ])('%s says no more than %s', (deprecated, instead, values) => {
    const outcomes = (matcher: string) => values.map((value) => outcome(matcher, value, NAMES));
    expect(outcomes(instead)).toEqual(outcomes(deprecated));
    expect(new Set(outcomes(instead)).size).toBe(2);
    expect(warnings(`{body: ${deprecated}}`, { names: NAMES }).length).toBeGreaterThan(0);
    expect(warnings(`{body: ${instead}}`, { names: NAMES })).toEqual([]);
  });

  it.each([200, 500, 502])('none_of says no more than not and any_of, of a %i', (status) => {
    const [deprecated, instead] = [
      '{none_of: [{status: 500}, {status: 502}]}',
      '{not: {any_of: [{status: 500}, {status: 502}]}}',
    ];
    expect(judged(instead, { status }).outcome).toBe(judged(deprecated, { status }).outcome);
    expect(warnings(instead)).toEqual([]);
  });

  it('is a warning with its place, which names what to write', () => {
    expect(warnings('{body.at: {unchanged_since: first}, not: {body: {is: json}}}', { names: NAMES })).toEqual([
      '1:54 is: json is deprecated, and goes with the next version; write `body: {present: true}`',
      '1:12 unchanged_since is deprecated, and goes with the next version; write `same_as`',
    ]);
  });
});
