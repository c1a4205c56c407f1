import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { childOf, type Node, plain } from './node.ts';
import { BadSource } from './problem.ts';
import { readYaml } from './read-yaml.ts';

describe('The result of reading', () => {
  it.each<[text: string, values: unknown[]]>([
    ['', []],
    ['# nothing\n', []],
    ['--- # first\na: 1\n---\n---\n- 2\n', [{ a: 1 }, [2]]],
    ['{a: , b: [x, 1.5, -2, 0x10, 1e3]}', [{ a: null, b: ['x', 1.5, -2, 16, 1000] }]],
    ['[on, off, yes, no, true, false, null, ~]', [['on', 'off', 'yes', 'no', true, false, null, null]]],
    ['{200: a, 1.0: b, true: c, "": d}', [{ 200: 'a', '1.0': 'b', true: 'c', '': 'd' }]],
    ['a: &x {b: 1}\nc: *x\nd: [*x, *x]\n', [{ a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }, { b: 1 }] }]],
    ['a: &x 1\nb: *x\nc: &x 2\nd: *x\n', [{ a: 1, b: 1, c: 2, d: 2 }]],
    ["a: 'it''s'\nb: \"x\\ty\"", [{ a: "it's", b: 'x\ty' }]],
    ['c: >-\n  one\n  two\nd: |\n  one\n  two\n', [{ c: 'one two', d: 'one\ntwo\n' }]],
    ['a: POST /v1/jobs/${job.id}/cancel', [{ a: 'POST /v1/jobs/${job.id}/cancel' }]],
    ['__proto__: 1', [Object.fromEntries([['__proto__', 1]])]],
  ])('of %j is its value', (text, values) => {
    expect(readYaml('f.yaml', text).map(plain)).toStrictEqual(values);
  });

  it('is the value that was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(JSON.stringify(readYaml('f.yaml', stringify([value])).map(plain))).toBe(JSON.stringify([[value]]));
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the source of unquoted numbers', () => {
    const [list] = readYaml('f.yaml', '[012345678, 1e10, "12", x]');
    const sources = itemsOf(list).map((item) => (item.kind === 'scalar' ? (item.source ?? null) : null));
    expect(sources).toEqual(['012345678', '1e10', null, 'x']);
  });
});

describe('Its places', () => {
  const [node] = readYaml('f.yaml', 'a: 1\nlist:\n  - x\n  - {b: "y"}\n---\n');

  it('include those of values, counted from 1', () => {
    expect(childOf(node, 'a')?.place).toEqual({ file: 'f.yaml', line: 1, column: 4 });
    const places = itemsOf(childOf(node, 'list')).map(({ place: { line, column } }) => `${line}:${column}`);
    expect(places).toEqual(['3:5', '4:5']);
  });

  it('include those of names', () => {
    const entries = node?.kind === 'map' ? node.entries : [];
    expect(entries.map(({ keyPlace: { line, column } }) => `${line}:${column}`)).toEqual(['1:1', '2:1']);
  });

  it('count from the start of the file in every document', () => {
    expect(readYaml('f.yaml', 'a: 1\n---\nb: 2\n')[1]?.place.line).toBe(3);
  });

  it('of the contents of an alias are those of its anchor', () => {
    const [map] = readYaml('f.yaml', 'a: &x\n  b: 1\nc: *x\n');
    expect(childOf(childOf(map, 'c'), 'b')?.place).toEqual({ file: 'f.yaml', line: 2, column: 6 });
  });

  it.each([
    ['a: text', 4],
    ["a: 'text'", 5],
    ['a: "text"', 5],
    ['a: &anchor "text"', 13],
    ["a: 'it''s'", undefined],
    ['a: "x\\ty"', undefined],
    ['a: one\n  two', undefined],
    ['a: |\n  text\n', undefined],
  ])('report %j where the text itself begins: %j', (text, column) => {
    const value = childOf(readYaml('f.yaml', text)[0], 'a');
    expect(value?.kind === 'scalar' && value.textColumn).toBe(column);
  });
});

describe('Invalid YAML', () => {
  it.each([
    ['a: 1\nb: 2\na: 3\n', 'f.yaml:3:1: a is a duplicate of the one at 1:1; keep one of them'],
    ['x: {200: a, "200": b}', 'f.yaml:1:13: 200 is a duplicate of the one at 1:5; keep one of them'],
    ['a: *x', 'f.yaml:1:4: there is no &x before this; put the anchor first, and not around its alias'],
    ['a: &x [*x]', 'f.yaml:1:8: there is no &x before this; put the anchor first, and not around its alias'],
    ['a: &x 1\n---\nb: *x\n', 'f.yaml:3:4: there is no &x before this; put the anchor first, and not around its alias'],
    ['? [a]\n: 1', 'f.yaml:1:3: the name of a field must be a text; put it in quotes'],
    ['a:\n\t- b', 'f.yaml:2:1: a tab cannot indent; write spaces instead'],
    ['a: b: c', 'f.yaml:1:4: there is a second colon on this line; put a text that has one in quotes'],
    ['a: @b', 'f.yaml:1:4: a text cannot start with this character; put it in quotes'],
    ['a: !b c', 'f.yaml:1:4: unknown tag; remove it, or put a text that starts with ! in quotes'],
    ['a: [1, 2', 'f.yaml:1:9: this is not YAML: flow sequence'],
    ['a: 1\nb: {c: ${x}}\n', 'f.yaml:2:9: this is not YAML; put a text with ${…} in it in quotes'],
    ['a: ${merge(b, {c: 1})}', 'f.yaml:1:4: this is not YAML; put a text with ${…} in it in quotes'],
    ["a: ['${x}', b: c: d]", 'f.yaml:1:'],
  ])('such as %j is reported with its place and a remedy', (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it('is reported for all documents at once', () => {
    expect(messageOf('a: @b\n---\na: 1\na: 2\n').split('\n')).toHaveLength(2);
  });

  it('causes no error other than BadSource', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab:-{}[]&*!|>\'"%@#,? \n\t~') }), (text) => {
        expect(messageOf(text)).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });
});

describe('A file that is excessively large', () => {
  const bomb = ['a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]'];
  for (let n = 1; n < 9; n += 1) bomb.push(`a${n}: &a${n} [${Array(9).fill(`*a${n - 1}`)}]`);

  it('is rejected if its aliases expand to too many values', () => {
    expect(messageOf(bomb.join('\n'))).toBe(
      'f.yaml:6:10: with *a4 the aliases expand to more than 100000 values; use fewer',
    );
    expect(messageOf(bomb.slice(0, 4).join('\n'))).toBe('');
  });

  it('is rejected if it is nested too deeply', () => {
    expect(messageOf(`a: ${'['.repeat(50_000)}`)).toContain('this is nested too deep');
  });

  it('is reported by its first mistakes', () => {
    const lines = messageOf(Array.from({ length: 20_000 }, () => 'a: 1').join('\n')).split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([51, 'and 19949 more problems']);
  });
});

function messageOf(text: string): string {
  try {
    readYaml('f.yaml', text);
    return '';
  } catch (error) {
    if (error instanceof BadSource) return error.message;
    throw error;
  }
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}
