import { describe, expect, it } from 'vitest';
import type { Table } from './operators/operator.ts';
import { OPERATORS } from './operators/operators.ts';
import { STATEMENTS } from './statements/statements.ts';
import { judged, mistakes, outcome } from './testing/judged.ts';

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
    // A shape is known by its name; what it is like stands in its file.
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
