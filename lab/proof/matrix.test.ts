import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../conformance/run/catalogue.ts';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { isGraded } from '../../conformance/suite/rules/rule.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { SMALL_RULES, suiteOf } from '../../conformance/testing/suite-of.ts';
import { BREACHES } from '../other-make/breaches/breaches.ts';
import { matrixOf, matrixText, neverFailed, objections, unbroken } from './matrix.ts';
import type { Kill } from './prove.ts';

const { registry } = suiteOf('').suite;
const kill = (id: string, rule: string, outcome: Kill['outcome']): Kill => ({
  id,
  rule,
  outcome,
  subtle: true,
  named: [],
  warns: false,
});
const KILLS = [
  kill('a', 'FIRST-RULE', 'killed'),
  kill('b', 'FIRST-RULE', 'survived'),
  kill('c', 'SECOND-RULE', 'killed_by_others'),
  kill('d', 'SHOULD-RULE', 'never_fired'),
  kill('e', 'DERIVED-RULE', 'killed'),
];

describe('The matrix of rules and deviations', () => {
  it('has a row for each graded rule, and none for the others', () => {
    const rules = matrixOf(registry, KILLS).map(({ rule }) => rule);
    expect(rules).toEqual(['FIRST-RULE', 'SECOND-RULE', 'THIRD-RULE', 'DERIVED-RULE', 'SHOULD-RULE']);
  });

  it('objects to a deviation that survived, that only other rules noticed or that never fired, and to a rule without any', () => {
    const rows = matrixOf(registry, KILLS);
    expect([...objections(rows), ...unbroken(rows)]).toEqual([
      'b survived: nothing notices that FIRST-RULE is broken',
      'c breaks SECOND-RULE, and is noticed under other ids alone',
      'd never fired: no scenario comes to where it would show',
      'THIRD-RULE has no deviation: nothing shows that it can fail',
    ]);
    const all = ['FIRST', 'SECOND', 'THIRD', 'DERIVED', 'SHOULD'].map((name) => kill(name, `${name}-RULE`, 'killed'));
    expect([...objections(matrixOf(registry, all)), ...unbroken(matrixOf(registry, all))]).toEqual([]);
  });

  it('objects to a derived rule with a list of lawful ways that nothing fails', () => {
    const listed = suiteOf('', {
      rules: SMALL_RULES.replace('why: "it is not said"', 'counter: "x", spares: []'),
    }).suite;
    const warns = { ...kill('e', 'DERIVED-RULE', 'killed'), warns: true };
    const fails = kill('f', 'DERIVED-RULE', 'killed');
    const of = (...tables: Kill[][]) => neverFailed(tables.map((kills) => matrixOf(listed.registry, kills)));
    const message = 'DERIVED-RULE lists the lawful ways to break it, and nothing that breaks it otherwise fails';
    expect([of([warns], []), of([], [])]).toEqual([[message], [message]]);
    expect([of([warns, fails], []), of([warns], [fails])]).toEqual([[], []]);
    expect(matrixText(matrixOf(listed.registry, [warns, fails]), [])).toContain('| DERIVED-RULE | 2 | e (warns), f |');
    expect(neverFailed([matrixOf(registry, [warns])])).toEqual([]);
  });

  it('is a table with one line per rule', () => {
    const text = matrixText(matrixOf(registry, KILLS), matrixOf(registry, [kill('f', 'THIRD-RULE', 'killed')]));
    expect(text).toContain('2 of 5 deviations are caught by the id of their rule.');
    expect(text).toContain('| FIRST-RULE | 2 | a, b (survived) |');
    expect(text).toContain('| THIRD-RULE | 0 | **none** |');
    expect(text).toContain('1 of 1 breaches are caught by the id of their rule.');
    expect(text.match(/^\| FIRST-RULE/gm)).toHaveLength(1);
  });
});

describe('scenarios/PROOF.md', () => {
  const text = readFileSync(new URL('../../scenarios/PROOF.md', import.meta.url), 'utf8');
  const [rows = rowsIn(''), broken = rowsIn('')] = text.split('## In a server of another make').map(rowsIn);

  it('has every graded rule and every deviation, each caught by its id; otherwise run `npm run prove -- --write`', async () => {
    const server = await startEmulator();
    const entries = await readCatalogue(server).finally(() => server.close());
    const expected = new Map<string, string[]>();
    for (const entry of entries)
      if (entry.kind === 'deviation') expected.set(entry.rule, [...(expected.get(entry.rule) ?? []), entry.id].sort());
    const graded = [...shippedSuite().suite.registry.values()].filter(isGraded).map(({ id }) => id);
    expect([...rows.keys()]).toEqual(graded);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(graded.map((rule) => [rule, expected.get(rule)])));
  });

  it('has every breach of the other server, each caught by its id', () => {
    const pairs = [...broken].flatMap(([rule, breaches]) => breaches.map((breach): [string, string] => [breach, rule]));
    expect(Object.fromEntries(pairs)).toEqual(BREACHES);
  });

  it('is based on at least 250 deviations, half of them subtle, and 25 lawful variants', async () => {
    const server = await startEmulator();
    const entries = await readCatalogue(server).finally(() => server.close());
    const broken = entries.filter((entry) => entry.kind === 'deviation');
    expect(broken.length).toBeGreaterThanOrEqual(250);
    expect(broken.filter(({ subtle }) => subtle).length * 2).toBeGreaterThanOrEqual(broken.length);
    expect(entries.length - broken.length).toBeGreaterThanOrEqual(25);
  });
});

/** The names in the table by rule. */
function rowsIn(text: string): Map<string, string[]> {
  const lines = [...text.matchAll(/^\| ([A-Z0-9-]+) \| \d+ \| (.*) \|$/gm)];
  return new Map(lines.map(([, rule = '', ids = '']) => [rule, ids.replaceAll(' (warns)', '').split(', ')]));
}
