import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import {
  marksToChange,
  markText,
  objectionsToChoice,
  objectionsToRow,
  objectionsToUsual,
  type Tried,
} from './blame.ts';
import { type Choice, choicesOf } from './choices.ts';
import type { ChoiceResult } from './prove.ts';
import { choiceResult, SMALL_TABLE } from './small-table.ts';

const CHOICES = new Map(choicesOf(SMALL_TABLE).map((choice) => [choice.name, choice]));
const choice = (name: string): Choice => {
  const found = CHOICES.get(name);
  if (found === undefined) throw new Error(`there is no choice ${name}`);
  return found;
};
const blamedFor = (one: Choice, rules: string[], own: Partial<ChoiceResult> = {}): Tried => ({
  choice: one,
  result: choiceResult(one.name, { rules, ...own }),
  base: choiceResult('emulator'),
});
const tried = (name: string, rules: string[]) => blamedFor(choice(name), rules);
const marksOfFound = (found: Tried[]) => marksToChange(found, (rule) => rule === 'MILD-RULE');

describe('A single choice', () => {
  it.each<[string, name: string, own: Partial<ChoiceResult>, objections: string[]]>([
    ['may fail nothing', 'size=1', {}, []],
    [
      'may fail no rule that it is not marked with',
      'size=1',
      { rules: ['FIRST-RULE', 'SECOND-RULE'] },
      ['size=1 is lawful, and fails FIRST-RULE, SECOND-RULE'],
    ],
    ['may fail the rules that it is marked with', 'codes.gone=AWAY', { rules: ['FIRST-RULE'] }, []],
    [
      'may fail no other beside them',
      'codes.gone=AWAY',
      { rules: ['SECOND-RULE', 'FIRST-RULE'] },
      ['codes.gone=AWAY is lawful, and fails SECOND-RULE'],
    ],
    [
      'has to lose a mark that nothing bears out any more',
      'codes.gone=AWAY',
      {},
      ['codes.gone=AWAY does not fail FIRST-RULE any more: take the mark away'],
    ],
    [
      'may not break the kit',
      'size=1',
      { errors: ['it broke\nat a place'] },
      ['size=1 makes the kit itself fail: it broke'],
    ],
  ])('%s', (_, name, own, objections) => {
    expect(objectionsToChoice(blamedFor(choice(name), [], own))).toEqual(objections);
  });

  it('is not blamed for rules that fail without it too', () => {
    const base = choiceResult('limit=1', { rules: ['SECOND-RULE'] });
    const both = { ...tried('size=1', ['SECOND-RULE', 'THIRD-RULE']), base };
    expect(objectionsToChoice(both)).toEqual(['size=1 is lawful, and fails THIRD-RULE']);
    expect(marksOfFound([both]).map(({ line }) => line)).toEqual(['blamed: {1: [THIRD-RULE]}']);
    expect(objectionsToChoice({ ...tried('codes.gone=AWAY', ['FIRST-RULE']), base })).toEqual([]);
  });

  it('may only get warnings from the rules that it is marked with as warned', () => {
    const rules = ['MILD-RULE'];
    const [one] = choicesOf([openQuestion('size', { warned: { 1: rules } })]);
    if (one === undefined) throw new Error('size has no other choice');
    expect(objectionsToChoice(blamedFor(one, rules))).toEqual([]);
    expect(objectionsToChoice(blamedFor(one, rules, { failed: rules }))).toEqual([
      `${one.name} fails MILD-RULE, of which it may only be warned`,
    ]);
  });

  it('of the other server may fail the rules that it is marked with, and need not', () => {
    const own = { ...choice('codes.gone=AWAY'), make: 'other-make', name: 'other-make: codes.gone=AWAY' } as const;
    expect(objectionsToChoice(blamedFor(own, []))).toEqual([]);
    expect(objectionsToChoice(blamedFor(own, ['FIRST-RULE', 'SECOND-RULE']))).toEqual([
      'other-make: codes.gone=AWAY is lawful, and fails SECOND-RULE',
    ]);
  });
});

describe('A row', () => {
  const choices = [choice('size=1'), choice('codes.gone=AWAY')];
  const row = { make: 'emulator', name: 'row-3', digest: 'abc', choices } as const;
  const enough = [{ rules: ['SECOND-RULE'], questions: ['size', 'codes.gone'] }];

  it.each<[string, Partial<ChoiceResult>, objections: string[]]>([
    ['may fail some of the rules that its choices are marked with', { rules: ['FIRST-RULE'] }, []],
    ['may fail none of them', {}, []],
    [
      'may fail what it does not fail without its marked choices',
      { rules: ['FIRST-RULE', 'SECOND-RULE', 'THIRD-RULE'], byMarked: ['SECOND-RULE'] },
      ['row-3 fails THIRD-RULE, which none of its choices is marked with'],
    ],
    [
      'is reported with the choices that are enough, where they were found',
      { rules: ['SECOND-RULE', 'THIRD-RULE'], enough },
      [
        'row-3 fails SECOND-RULE: it is enough to choose size=1 with codes.gone=AWAY',
        'row-3 fails THIRD-RULE, which none of its choices is marked with',
      ],
    ],
  ])('%s', (_, own, objections) => {
    expect(objectionsToRow(row, choiceResult('row-3', own))).toEqual(objections);
  });
});

it('The unchanged emulator fails no rule', () => {
  expect(objectionsToUsual(choiceResult('emulator'))).toEqual([]);
  expect(objectionsToUsual(choiceResult('emulator', { rules: ['FIRST-RULE'] }))).toEqual([
    'emulator as it is fails FIRST-RULE',
  ]);
});

describe('The marks to change', () => {
  it('are those that differ from the table, each as a line for its question', () => {
    const found = [
      tried('size=1', ['SECOND-RULE', 'FIRST-RULE']),
      tried('size=2', ['THIRD-RULE']),
      tried('limit=1', []),
    ];
    expect(marksOfFound(found).map(markText)).toEqual([
      'size:\n  blamed: {1: [FIRST-RULE, SECOND-RULE], 2: [THIRD-RULE]}',
    ]);
    expect(marksOfFound([tried('codes.gone=AWAY', ['FIRST-RULE'])])).toEqual([]);
  });

  it('are separate for the rules that only warn', () => {
    expect(marksOfFound([tried('size=1', ['MILD-RULE', 'FIRST-RULE'])]).map(markText)).toEqual([
      'size:\n  blamed: {1: [FIRST-RULE]}',
      'size:\n  warned: {1: [MILD-RULE]}',
    ]);
    const question = openQuestion('size', { blamed: { 1: ['MILD-RULE'] } });
    const raised = choicesOf([question]).map((one) => blamedFor(one, one.name === 'size=1' ? ['MILD-RULE'] : []));
    expect(marksOfFound(raised).map(markText)).toEqual([
      'size:\n  # nothing is blamed any more: take that line away',
      'size:\n  warned: {1: [MILD-RULE]}',
    ]);
    const warned = choicesOf([openQuestion('size', { warned: { 1: ['MILD-RULE'] } })]).slice(0, 1);
    expect(warned.flatMap((one) => objectionsToChoice(blamedFor(one, ['MILD-RULE'])))).toEqual([]);
  });

  it('are removed if the choice fails no rule any more', () => {
    expect(marksOfFound([tried('codes.gone=AWAY', [])])).toEqual([
      { question: 'codes.gone', field: 'blamed', line: null },
    ]);
  });

  it('keep those of choices that were not tried', () => {
    const question = openQuestion('size', { blamed: { 1: ['FIRST-RULE'] } });
    const [mark] = marksOfFound(
      choicesOf([question])
        .slice(1)
        .map((one) => blamedFor(one, ['SECOND-RULE'])),
    );
    expect(mark?.line).toBe('blamed: {1: [FIRST-RULE], 2: [SECOND-RULE]}');
  });

  it('format a choice as a person would write it in YAML', () => {
    const lines = ['on', '[0,1]', 'image/webp'].map((word) => {
      const question = openQuestion('q', { choices: ['other', word], default: 'other' });
      return marksOfFound(choicesOf([question]).map((one) => blamedFor(one, ['A'])));
    });
    expect(lines.flat().map(({ line }) => line)).toEqual([
      'blamed: {"on": [A]}',
      'blamed: {"[0,1]": [A]}',
      'blamed: {"image/webp": [A]}',
    ]);
    expect(marksOfFound([tried('kept=7200000', ['A'])])[0]?.line).toBe('blamed: {2h: [A]}');
  });
});
