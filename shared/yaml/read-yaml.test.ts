import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { childOf, type Node, plain } from './node.ts';
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
    ['toString: {hasOwnProperty: 1}', [{ toString: { hasOwnProperty: 1 } }]],
    ['%YAML 1.1\n---\na: &a {b: 2001-01-01}\n<<: *a', [{ a: { b: '2001-01-01' }, '<<': { b: '2001-01-01' } }]],
  ])('of %j is its value', (text, values) => {
    expect(valuesIn(text)).toStrictEqual(values);
  });

  it('is the value that was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(JSON.stringify(valuesIn(stringify([value])))).toBe(JSON.stringify([[value]]));
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the source of unquoted numbers', () => {
    const [list] = readYaml('f.yaml', '[012345678, 1e10, "12", x]').nodes;
    const sources = itemsOf(list).map((item) => (item.kind === 'scalar' ? (item.source ?? null) : null));
    expect(sources).toEqual(['012345678', '1e10', null, 'x']);
  });
});

describe('Its places', () => {
  const [node] = readYaml('f.yaml', 'a: 1\nlist:\n  - x\n  - {b: "y"}\n---\n').nodes;

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
    expect(readYaml('f.yaml', 'a: 1\n---\nb: 2\n').nodes[1]?.place.line).toBe(3);
  });

  it('of the contents of an alias are those of its anchor', () => {
    const [map] = readYaml('f.yaml', 'a: &x\n  b: 1\nc: *x\n').nodes;
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
    const value = childOf(readYaml('f.yaml', text).nodes[0], 'a');
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
    ['{[a]: 1}', 'f.yaml:1:2: the name of a field must be a text; put it in quotes'],
    ['a: &a [1]\n*a : 1', 'f.yaml:2:1: the name of a field must be a text; put it in quotes'],
    ['? [a]\n: 1', 'f.yaml:1:3: the name of a field must be a text; put it in quotes'],
    ['a:\n\t- b', 'f.yaml:2:1: a tab cannot indent; write spaces instead'],
    ['a: b: c', 'f.yaml:1:4: there is a second colon on this line; put a text that has one in quotes'],
    ['a: @b', 'f.yaml:1:4: a text cannot start with this character; put it in quotes'],
    ['a: !b c', 'f.yaml:1:4: unknown tag; remove it, or put a text that starts with ! in quotes'],
    ['a: !!js/function x', 'f.yaml:1:4: unknown tag;'],
    ['a: !!binary aGk=', 'f.yaml:1:4: unknown tag;'],
    ['%YAML 1.1\n---\na: !!set {b}', 'f.yaml:3:4: unknown tag;'],
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

  it('causes no error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab:-{}[]&*!|>\'"%@#,? \n\t~') }), (text) => {
        expect(messageOf(text)).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });
});

describe('A file beyond the limits', () => {
  const bomb = ['a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]'];
  for (let n = 1; n < 9; n += 1) bomb.push(`a${n}: &a${n} [${Array(9).fill(`*a${n - 1}`)}]`);
  const DEEP = 'this is nested deeper than 100 levels';
  const block = (start: string) => Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n)}${start}`).join('\n');

  it.each([
    ['names that are maps', `seed:\n  ${'? '.repeat(900)}`, `f.yaml:2:204: ${DEEP}`],
    ['names that are lists', `${'? - '.repeat(10_000)}`, DEEP],
    ['names in braces', '{? '.repeat(10_000), DEEP],
    ['lists in brackets', `seed: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, `f.yaml:1:108: ${DEEP}`],
    ['maps in braces', '{a: '.repeat(20_000), DEEP],
    ['brackets in braces', '{"a": ['.repeat(20_000), DEEP],
    ['lists', '- '.repeat(20_000), DEEP],
    ['maps', block('a:'), DEEP],
    ['lists of maps', block('- a:'), DEEP],
    ['names without text', block('?'), DEEP],
    ['values without names', ': '.repeat(20_000), DEEP],
    ['properties', `${'&a '.repeat(10_000)}[`, 'a value has one anchor'],
    ['texts', `seed: "${'a'.repeat(30_000_000)}"`, 'f.yaml:1:1: this has 30000008 characters, and at most 4194304 are'],
    ['lines', 'a: &a v\n'.repeat(400_000), 'f.yaml:33334:3: there are more than 300000 words and signs before this'],
    ['escapes', `a: "${'\\"'.repeat(1_000_000)}x`, 'missing closing "quote'],
    ['aliases of aliases', bomb.join('\n'), 'f.yaml:6:10: with *a4 the aliases expand to more than 100000 values or'],
    [
      'aliases of a long text',
      `a: &a ${'a'.repeat(1_000_000)}\nb: [${'*a, '.repeat(10)}]`,
      'with *a the aliases expand',
    ],
  ])('is refused with its place: %s', (_, text, message) => {
    expect(messageOf(text)).toContain(message);
    expect(messageOf(text).split('\n')).toHaveLength(1);
  });

  it('is read within them', () => {
    const deep = `${'['.repeat(100)}1${']'.repeat(100)}`;
    expect(JSON.stringify(valuesIn(deep))).toBe(`[${deep}]`);
    expect(messageOf(bomb.slice(0, 4).join('\n'))).toBe('');
    expect(valuesIn(`seed: ${'a'.repeat(4_000_000)}`)).toHaveLength(1);
  });
});

function valuesIn(text: string): unknown[] {
  return readYaml('f.yaml', text).nodes.map(plain);
}

function messageOf(text: string): string {
  const { problems } = readYaml('f.yaml', text);
  return problems
    .map(({ place: { file, line, column }, message }) => `${file}:${line}:${column}: ${message}`)
    .join('\n');
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}
