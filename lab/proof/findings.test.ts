import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import { findingsOf } from './findings.ts';
import { HELP, readOptions } from './options.ts';
import { pairRows } from './pair-rows.ts';
import { planProof } from './plan-proof.ts';
import type { ChoiceResult, Fresh, Kill } from './prove.ts';
import { flagsIn } from './script.ts';
import { choiceResult, SMALL_TABLE } from './small-table.ts';
import { summaryText } from './summary.ts';

const pairs = pairRows(SMALL_TABLE, 'ci');
const options = readOptions(flagsIn(['--choices', '--pairs', '--seed', 'ci'], HELP), '');
const tables = [{ make: 'emulator', questions: SMALL_TABLE, ...pairs } as const];
const plan = planProof({ entries: [], breaches: [], tables }, options);

function found(results: ChoiceResult[]) {
  const named = ['emulator', ...[...plan.choices, ...plan.rows].map(({ name }) => name)];
  const isMarked = (name: string) => name === 'codes.gone=AWAY';
  const spared = named.map((name) =>
    choiceResult(
      name,
      isMarked(name) ? { rules: ['FIRST-RULE'], verdicts: ['FIRST-RULE fail'], seen: { 'GAP-OPEN': [] } } : {},
    ),
  );
  const all = new Map([...spared, ...results].map((result) => [result.name, result]));
  const outcome = { kills: [], breaches: [], fresh: [], results: all, sessions: [], faults: [] };
  const findings = findingsOf(plan, outcome, { seed: 'ci', isWarning: () => false });
  const { unseen } = findings;
  const proved = { plan, outcome, tables, unseen, seed: 'ci', seconds: 61.4 };
  return { ...findings, text: summaryText(proved) };
}

describe('The findings about choices', () => {
  it('are empty if only marked choices fail rules', () => {
    expect(found([])).toMatchObject({ objections: [], marks: [] });
  });

  it('cover the unchanged emulator, single choices and rows', () => {
    const rules = ['SECOND-RULE'];
    const { objections, marks } = found([choiceResult('size=1', { rules }), choiceResult('row-1', { rules })]);
    expect(objections).toEqual([
      'size=1 is lawful, and fails SECOND-RULE',
      'row-1 fails SECOND-RULE, which none of its choices is marked with',
    ]);
    expect(marks).toEqual([{ question: 'size', field: 'blamed', line: 'blamed: {1: [SECOND-RULE]}' }]);
    expect(found([choiceResult('emulator', { rules })]).objections).toEqual(['emulator as it is fails SECOND-RULE']);
  });

  it('are summarized in numbers', () => {
    expect(found([choiceResult('size=1', { verdicts: ['FIRST-RULE warn'] })]).text).toBe(`5 open questions
  4 can be set in the emulator, 1 cannot and are skipped
  5 observed, 0 with an observation to be made, 0 that no run can see
4 choices tried alone
  3 spared, 1 blamed or warned of; 1 are marked
  kept=7200000 is tried in rows alone: kept 7200000 makes no sense while size is 0: nothing is there to keep
${plan.rows.length} rows of ${plan.rows.length}, which hold each of 28 pairs of choices; 2 pairs make no sense
  ${plan.rows.length} spared, 0 blamed; ${plan.rows.filter(({ choices }) => choices.some(({ name }) => name === 'codes.gone=AWAY')).length} have a choice that is marked
2 choices that nothing observes
  size=2
  limit=1
1 choices that the gap of their question does not distinguish from the usual one
  size=1 (GAP-OPEN)
61 seconds; seed ci`);
  });
});

describe('The findings about the other server', () => {
  const questions = [openQuestion('size', { blamed: { 1: ['FIRST-RULE'] } })];
  const table = { make: 'other-make', questions, ...pairRows(questions, 'ci', 'other-make') } as const;
  const breach = 'a cancel refunds nothing';
  const own = planProof({ entries: [], breaches: [breach], tables: [table] }, readOptions(flagsIn([], HELP), ''));
  const kill: Kill = { id: breach, rule: 'CANCEL-REFUND', subtle: false, outcome: 'survived', named: [], warns: false };
  const results = new Map(
    [
      choiceResult('other-make', { rules: ['THIRD-RULE'] }),
      choiceResult('other-make: size=1'),
      choiceResult('other-make: size=2', { rules: ['SECOND-RULE', 'THIRD-RULE'] }),
    ].map((result) => [result.name, result]),
  );
  const outcome = { kills: [], breaches: [kill], fresh: [], results, sessions: [], faults: [] };

  it('count against the suite, and are neither marked in the table nor recorded for the emulator', () => {
    const { objections, marks, unseen, graded } = findingsOf(own, outcome, { seed: 'ci', isWarning: () => false });
    expect(objections).toEqual([
      'other-make as it is fails THIRD-RULE',
      'other-make: size=2 is lawful, and fails SECOND-RULE',
    ]);
    expect({ marks, unseen, graded }).toEqual({
      marks: [],
      unseen: null,
      graded: { usual: null, choices: [], rows: [], seed: 'ci' },
    });
  });

  it('have their own summary', () => {
    const proved = { plan: own, outcome, tables: [table], unseen: null, seed: 'ci', seconds: 3 };
    expect(summaryText(proved)).toBe(`1 breaches in a server of another make
  0 caught by the id of their rule
  0 caught under other ids alone
  1 survived
in a server of another make, of 1 questions
2 choices tried alone
  1 spared, 1 blamed or warned of; 1 are marked
3 seconds; seed ci`);
  });
});

describe('The findings about fresh breaches', () => {
  it('are the number of breaches that fail a rule, these rules, and the breaches that are not found, in order', () => {
    const own = planProof({ entries: [], breaches: [], tables: [] }, readOptions(flagsIn(['--fresh'], HELP), ''));
    const [first, second, third] = own.fresh.map((id): Fresh => ({ id, section: '1', failed: [], warned: [] }));
    const fresh = [third, { ...second, warned: ['W'] }, { ...first, failed: ['A', 'B'], warned: ['W'] }] as Fresh[];
    const outcome = { kills: [], breaches: [], fresh, results: new Map(), sessions: [], faults: [] };
    const proved = { plan: own, outcome, tables: [], unseen: null, seed: 'ci', seconds: 3 };
    expect(summaryText(proved)).toBe(`1 of 3 failed, 1 only warned
  1 ${first?.id}: A, B
  1 ${second?.id} (only warned): W
1 fresh breaches not found
  1 ${third?.id}
3 seconds; seed ci`);
  });
});
