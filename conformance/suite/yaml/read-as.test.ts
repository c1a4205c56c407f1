import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Problem } from './problem.ts';
import { mistakesIn, readAs } from './read-as.ts';
import { must, textThat, Wrong } from './schema-parts.ts';
import { documentsOf } from './source-file.ts';

const PET = z.strictObject({
  name: z.string().check(z.describe('what it is called')),
  kind: z.optional(z.literal(['cat', 'dog', true])),
  legs: z.optional(z.int(must('be an integer'))),
  born: z.optional(
    textThat((text) => (text === 'monday' ? 1 : new Wrong(`is ${text}, and no day`)), { pattern: 'day$' }),
  ),
  food: z.optional(z.union([z.string(), z.strictObject({ brand: z.string() })], must('be a brand'))),
  friends: z.optional(z.array(z.strictObject({ name: z.string() }))),
});

function read(text: string): { value: unknown; problems: string[] } {
  const problems: Problem[] = [];
  const [node] = documentsOf({ file: 'pet.yaml', text });
  if (node === undefined) throw new Error('there is nothing to read');
  const value = readAs(PET, node, 'a pet', problems);
  return { value, problems: problems.map(({ place, message }) => `${place.line}:${place.column} ${message}`) };
}

describe('Reading a file by a schema', () => {
  it('returns its value if nothing is wrong', () => {
    expect(read('name: Tom\nborn: monday')).toEqual({ value: { name: 'Tom', born: 1 }, problems: [] });
  });

  it.each([
    [
      'a field that does not exist',
      'name: a\nlgs: 3',
      '2:1 a pet has no field lgs; did you mean legs? It has name, kind, legs, born, food, friends',
    ],
    ['a field that is not there', 'legs: 3', '1:1 a pet needs name: what it is called'],
    ['a list in place of a map', '[a]', '1:1 a pet must be a map of name, kind, legs, born, food, friends'],
    ['another kind of value', 'name: [a]', '1:7 name must be a text'],
    ['a value with words of its own', 'name: a\nlegs: many', '2:7 legs must be an integer'],
    ['a word that is none', 'name: a\nkind: dogg', '2:7 kind is cat or dog, not dogg; did you mean dog?'],
    ['a text that means nothing', 'name: a\nborn: soon', '2:7 born is soon, and no day'],
    ['a text that is none', 'name: a\nborn: 3', '2:7 born must be a text'],
    ['the form that was meant', 'name: a\nfood: {brnd: x}', '2:7 food needs brand'],
    ['no form at all', 'name: a\nfood: 3', '2:7 food must be a brand'],
    ['a list that is none', 'name: a\nfriends: b', '2:10 friends must be a list'],
    ['an item', 'name: a\nfriends: [{name: b}, {name: 1}]', '2:29 friends[1].name must be a text'],
  ])('reports %s, at its place', (_, text, problem) => {
    const { value, problems } = read(text);
    expect(value).toBeNull();
    expect(problems[0]).toBe(problem);
  });

  it('reports every mistake at once', () => {
    expect(read('kind: cow\nlegs: x\nnaem: Tom').problems).toEqual([
      '1:1 a pet needs name: what it is called',
      '1:7 kind is cat or dog, not cow',
      '2:7 legs must be an integer',
      '3:1 a pet has no field naem; did you mean name? It has name, kind, legs, born, food, friends',
    ]);
  });
});

describe('A mistake in a value without places', () => {
  it('is reported with a pointer to it', () => {
    expect(mistakesIn(PET, { name: 'a', friends: [{ name: 'b' }, {}] })).toEqual(['/friends/1 needs name']);
    expect(mistakesIn(PET, { name: 'a' })).toEqual([]);
  });
});
