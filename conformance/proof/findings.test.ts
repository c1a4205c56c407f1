import { describe, expect, it } from 'vitest';
import { choiceResult, SMALL_TABLE } from '../testing/small-table.ts';
import { findingsOf } from './findings.ts';
import { readOptions } from './options.ts';
import { pairRows } from './pair-rows.ts';
import { planProof } from './plan-proof.ts';
import type { ChoiceResult } from './prove.ts';
import { summaryText } from './summary.ts';

const pairs = pairRows(SMALL_TABLE, 'ci');
const options = readOptions(['--choices', '--pairs', '--seed', 'ci'], '');
const plan = planProof({ entries: [], questions: SMALL_TABLE, rows: pairs.rows }, options);

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
  const outcome = { kills: [], results: all, faults: [] };
  const findings = findingsOf(plan, outcome, { seed: 'ci', isWarning: () => false });
  const { unseen } = findings;
  const told = { plan, outcome, questions: SMALL_TABLE, pairs, unseen, seed: 'ci', seconds: 61.4 };
  return { ...findings, text: summaryText(told) };
}

describe('What is found of choices', () => {
  it('is nothing where all are spared but those that are marked', () => {
    expect(found([])).toMatchObject({ objections: [], marks: [] });
  });

  it('is told of the emulator as it is, of choices alone and of rows', () => {
    const rules = ['SECOND-RULE'];
    const { objections, marks } = found([choiceResult('size=1', { rules }), choiceResult('row-1', { rules })]);
    expect(objections).toEqual([
      'size=1 is lawful, and fails SECOND-RULE',
      'row-1 fails SECOND-RULE, which none of its choices is marked with',
    ]);
    expect(marks).toEqual([{ question: 'size', field: 'blamed', line: 'blamed: {1: [SECOND-RULE]}' }]);
    expect(found([choiceResult('emulator', { rules })]).objections).toEqual(['emulator as it is fails SECOND-RULE']);
  });

  it('is summed up in figures', () => {
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
1 choices that the gap of their question does not tell from the usual one
  size=1 (GAP-OPEN)
61 seconds; seed ci`);
  });
});
