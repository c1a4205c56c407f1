import { describe, expect, it } from 'vitest';
import { unboundedSpreads } from './call-spreads.ts';

const textsIn = (source: string) => unboundedSpreads(source).map(({ text }) => text);

describe('a spread into the arguments of a call', () => {
  it.each([
    ['list.push(...more);', 'list.push(...more)'],
    ['list?.unshift(first, ...more);', 'list?.unshift(first, ...more)'],
    ['const most = Math.max(0, ...sizes.map(({ size }) => size));', 'Math.max(0, ...sizes.map(({ size }) => size))'],
    ['String.fromCharCode(...codes);', 'String.fromCharCode(...codes)'],
    ['new Set(...lists);', 'new Set(...lists)'],
    ['call(...(args as never[]));', 'call(...(args as never[]))'],
    ['Object.assign({}, ...Object.values(rows));', 'Object.assign({}, ...Object.values(rows))'],
    ['list.push(...[...more, 1]);', 'list.push(...[...more, 1])'],
    ['list.push(...CONSTANTS.flatMap((one) => one.all));', 'list.push(...CONSTANTS.flatMap((one) => one.all))'],
    ['(...args) => { const more = args; call(...more); }', 'call(...more)'],
    ['function one(...args) {}\nfunction other(args) { one(...args); }', 'one(...args)'],
    ['list.push.apply(list, more);', 'list.push.apply(list, more)'],
    ['table.rows.push(...table.MORE);', 'table.rows.push(...table.MORE)'],
  ])('is found: %s', (source, text) => {
    expect(textsIn(source)).toEqual([text]);
  });

  it.each([
    ['of the rest of the arguments', '(first, ...args) => first.call(...args)'],
    ['of the rest of the arguments, within', 'function all(...args: never[]) { return () => call(...(args as [])); }'],
    ['of a constant', 'oneOf(...KINDS, null)'],
    ['of what has an item for each of a constant', 'Math.max(...KINDS.map(({ length }) => length))'],
    ['of the names of a constant', 'constantFrom(...(Object.keys(STEPS) as []))'],
    ['of a text or a list that is written there', "f(...'abc', ...['a', 'b', ...KINDS])"],
    ['not at all: a list or an object of others', 'const all = [...one, ...other]; call([...all], { ...one });'],
  ])('is accepted: %s', (_, source) => {
    expect(textsIn(source)).toEqual([]);
  });

  it('is reported with its line', () => {
    expect(unboundedSpreads('const one = 1;\n\nlist.push(\n  ...more,\n);\n')).toEqual([
      { line: 3, text: 'list.push( ...more, )' },
    ]);
  });
});
