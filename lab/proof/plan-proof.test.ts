import { describe, expect, it } from 'vitest';
import type { Entry } from '../../conformance/run/catalogue.ts';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import { HELP, readOptions } from './options.ts';
import { pairRows } from './pair-rows.ts';
import { planProof, tasksOf } from './plan-proof.ts';
import { flagsIn } from './script.ts';
import { SMALL_TABLE } from './small-table.ts';

const deviation = (id: string, rule: string): Entry => ({
  kind: 'deviation',
  id,
  rule,
  also: [],
  about: 'It breaks.',
  subtle: false,
  fired: 0,
});
const MATERIAL = {
  entries: [
    deviation('a', 'FIRST-RULE'),
    deviation('b', 'SECOND-RULE'),
    { kind: 'variant', id: 'size-small', cites: 'section 1', about: 'an old name', fired: 0 } as const,
  ],
  breaches: [],
  tables: [{ make: 'emulator', questions: SMALL_TABLE, rows: pairRows(SMALL_TABLE, 'ci').rows } as const],
};
const plan = (...args: string[]) => planProof(MATERIAL, readOptions(flagsIn([...args, '--seed', 'ci'], HELP), ''));
const namesIn = ({ deviations, choices, rows }: ReturnType<typeof plan>) => [
  ...deviations.map(({ id }) => id),
  ...[...choices, ...rows].map(({ name }) => name),
];
const ROWS = (MATERIAL.tables[0]?.rows ?? []).map(({ name }) => name);
const ALONE = ['size=1', 'size=2', 'limit=1', 'codes.gone=AWAY'];

describe('The plan of the proof', () => {
  it('contains every deviation, every choice that is valid alone, and every row', () => {
    expect(namesIn(plan())).toEqual(['a', 'b', ...ALONE, ...ROWS]);
    expect(plan().refused).toEqual([
      {
        choice: expect.objectContaining({ name: 'kept=7200000' }),
        reason: expect.stringContaining('nothing is there'),
      },
    ]);
    expect(namesIn(plan('--choices'))).toEqual(ALONE);
    expect(namesIn(plan('--pairs'))).toEqual(ROWS);
    expect(namesIn(plan('--deviations'))).toEqual(['a', 'b']);
  });

  it.each([
    ['FIRST-RULE,b', ['a', 'b']],
    ['size', ['size=1', 'size=2']],
    ['size=2,row-1', ['size=2', 'row-1']],
    ['all-small', ['size=1', 'codes.gone=AWAY']],
    ['size-small', ['size=1']],
  ])('contains what is named: %s', (only, names) => {
    expect(namesIn(plan('--only', only))).toEqual(names);
  });

  it('contains fresh breaches only on request', () => {
    const name = 'two layers cost twice';
    expect(plan().fresh).toEqual([]);
    expect(tasksOf(plan('--fresh', '--only', name))).toEqual([{ kind: 'fresh', breach: name }]);
    expect(plan('--fresh', '--sample', '3').fresh).toHaveLength(3);
  });

  it('accepts a duration as in a configuration, such as 2h', () => {
    expect(plan('--only', 'kept=2h').refused.map(({ choice }) => choice.name)).toEqual(['kept=7200000']);
  });

  it.each([
    ['siez', 'did you mean size?'],
    ['size=7', 'there is no deviation'],
    ['fixed', 'that can be tried'],
    ['row-900', 'there is no deviation'],
  ])('refuses what does not exist: %s', (only, message) => {
    expect(() => plan('--only', only)).toThrow(message);
  });

  it('contains a sample of each kind, the same for the same seed', () => {
    const sample = plan('--sample', '2');
    expect([sample.deviations, sample.choices, sample.rows].map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(plan('--sample', '2')).toEqual(sample);
  });
});

/** The task that tries a server with these choices. */
const choicesTask = (name: string, chosen: object = {}, more: object = {}) => ({
  kind: 'choices',
  server: { make: 'emulator', name, chosen, blamed: [], marked: [], ...more },
});

describe('The tasks', () => {
  it('start with the unchanged emulator for comparison, and list the rules that each server may fail', () => {
    const tasks = tasksOf(plan('--only', 'a,codes.gone,size=1'));
    expect(tasks).toEqual([
      choicesTask('emulator'),
      choicesTask('size=1', { size: 1 }),
      choicesTask('codes.gone=AWAY', { 'codes.gone': 'AWAY' }, { blamed: ['FIRST-RULE'] }),
      { kind: 'deviation', entry: MATERIAL.entries[0] },
    ]);
    expect(tasksOf(plan('--deviations')).map(({ kind }) => kind)).toEqual(['deviation', 'deviation']);
  });

  it('include each server for comparison once', () => {
    const kind = openQuestion('kind', { shows_with: { size: 2 } });
    const tables = [{ make: 'emulator', questions: [...SMALL_TABLE, kind], rows: [] } as const];
    const { choices, ...rest } = planProof(
      { ...MATERIAL, tables },
      readOptions(flagsIn(['--only', 'kind,size=2'], HELP), ''),
    );
    expect(tasksOf({ choices, ...rest })).toEqual([
      choicesTask('emulator'),
      choicesTask('size=2', { size: 2 }),
      choicesTask('kind=1', { size: 2, kind: 1 }),
      choicesTask('kind=2', { size: 2, kind: 2 }),
    ]);
  });

  it('allow a row to fail the rules that any of its choices is marked with', () => {
    const servers = tasksOf(plan('--pairs')).flatMap((task) => (task.kind === 'choices' ? [task.server] : []));
    const marked = servers.filter(({ chosen }) => chosen['codes.gone'] === 'AWAY');
    expect(marked.length).toBeGreaterThan(0);
    expect(servers.filter(({ blamed }) => blamed.includes('FIRST-RULE'))).toEqual(marked);
    expect(servers.filter((server) => server.marked.includes('codes.gone'))).toEqual(marked);
  });
});

describe('The plan for the other server', () => {
  const questions = [openQuestion('size')];
  const table = {
    make: 'other-make',
    questions,
    rows: pairRows([...questions, openQuestion('more')], 'ci', 'other-make').rows,
  } as const;
  const breaches = ['a cancel refunds nothing', 'a job goes back'] as const;
  const material = { ...MATERIAL, breaches, tables: [...MATERIAL.tables, table] };
  const own = (...args: string[]) => planProof(material, readOptions(flagsIn([...args, '--seed', 'ci'], HELP), ''));

  it('contains every breach, and its choices and rows under separate names', () => {
    expect(own('--breaches').breaches).toEqual(breaches);
    expect(namesIn(own())).toEqual(expect.arrayContaining(['size=1', 'other-make: size=1', 'other-make: row-1']));
  });

  it.each([
    ['CANCEL-REFUND', ['a cancel refunds nothing'], []],
    ['a job goes back', ['a job goes back'], []],
    ['size=1', [], ['size=1', 'other-make: size=1']],
    ['other-make: size=1', [], ['other-make: size=1']],
    ['other-make: row-2', [], ['other-make: row-2']],
  ])('contains what is named: %s', (only, named, others) => {
    const found = own('--only', only);
    expect([found.breaches, namesIn(found)]).toEqual([named, others]);
  });

  it('names its choices with a prefix, and compares them with the unchanged server', () => {
    expect(tasksOf(own('--only', 'other-make: size=1,a job goes back'))).toEqual([
      choicesTask('other-make', {}, { make: 'other-make' }),
      choicesTask('other-make: size=1', { size: 1 }, { make: 'other-make' }),
      { kind: 'breach', breach: 'a job goes back' },
    ]);
  });
});
