import { describe, expect, it } from 'vitest';
import type { Mark } from '../domain/test-control/coverage.ts';
import { createCoverage } from './coverage.ts';

function heard() {
  const marks: Mark[] = [];
  return { marks, coverage: createCoverage((mark) => marks.push(mark)) };
}

describe('coverage', () => {
  it('reports each behavior once when it is met, and once when a client has reacted to it', () => {
    const { marks, coverage } = heard();
    for (let i = 0; i < 3; i += 1) coverage.meet('a 503', () => 'GET /x', 'SOME-RULE');
    coverage.meet('a 200');
    coverage.react('GET /y');
    coverage.react('GET /x');
    coverage.meet('a 503', () => 'GET /x');
    expect(marks).toEqual([
      { key: 'a 503', answered: false, rule: 'SOME-RULE' },
      { key: 'a 200', answered: false, rule: null },
      { key: 'a 503', answered: true, rule: 'SOME-RULE' },
    ]);
    expect(coverage.isWaiting()).toBe(false);
  });

  it('counts the reaction to one of several occurrences', () => {
    const { coverage } = heard();
    coverage.meet('a 429', () => 'POST /a');
    coverage.meet('a 429', () => 'POST /b');
    coverage.react('POST /b');
    expect(coverage.marks().get('a 429')?.answered).toBe(true);
  });

  it('waits for a limited number of reactions', () => {
    const { coverage } = heard();
    for (let i = 0; i < 2_000; i += 1) coverage.meet('a 503', () => `GET /${i}`);
    coverage.react('GET /0');
    expect(coverage.marks().get('a 503')?.answered).toBe(false);
    coverage.react('GET /1999');
    expect(coverage.marks().get('a 503')?.answered).toBe(true);
  });

  it('merges the marks of others without losing a reaction', () => {
    const [one, other] = [heard().coverage, heard().coverage];
    one.meet('a 503', () => 'GET /x');
    other.meet('a 503', () => 'GET /x');
    other.react('GET /x');
    one.absorb(other.marks());
    other.absorb(createCoverage().marks());
    expect(one.marks().get('a 503')?.answered).toBe(true);
    one.absorb(new Map([['a 503', { key: 'a 503', answered: false, rule: null }]]));
    expect(one.marks().get('a 503')?.answered).toBe(true);
  });
});
