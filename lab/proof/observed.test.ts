import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import { choicesOf } from './choices.ts';
import { unseenOf } from './observed.ts';
import type { ChoiceResult } from './prove.ts';
import { choiceResult } from './small-table.ts';

const AS_SEEN = { verdicts: ['FIRST-RULE pass'], seen: { 'GAP-OPEN': ['1'], 'GAP-OTHER': ['2'] } };
const USUAL = choiceResult('emulator', AS_SEEN);
const [SIZE] = choicesOf([openQuestion('size')]).slice(0, 1);

function unseen(own: Partial<ChoiceResult>, choice = SIZE) {
  if (choice === undefined) throw new Error('there is no choice');
  return unseenOf([{ choice, result: choiceResult(choice.name, { ...AS_SEEN, ...own }), base: USUAL }]);
}

describe('A choice', () => {
  it('that changes no verdict and no observation is reported as unobserved', () => {
    expect(unseen({})).toEqual({ unfired: [], unobserved: ['size=1'], indistinct: [], hiding: [] });
  });

  it('that made no difference to the server is reported as unfired', () => {
    expect(unseen({ unfired: ['size'] })).toEqual({ unfired: ['size=1'], unobserved: [], indistinct: [], hiding: [] });
  });

  it('that the gap of its question shows is observed', () => {
    const nothing = { unfired: [], unobserved: [], indistinct: [], hiding: [] };
    expect(unseen({ seen: { ...AS_SEEN.seen, 'GAP-OPEN': ['7'] } })).toEqual(nothing);
  });

  it('that is only visible elsewhere is reported as indistinct to its gap', () => {
    const indistinct = [{ name: 'size=1', gap: 'GAP-OPEN' }];
    expect(unseen({ verdicts: ['FIRST-RULE warn'] }).indistinct).toEqual(indistinct);
    expect(unseen({ seen: { ...AS_SEEN.seen, 'GAP-OTHER': ['7'] } }).indistinct).toEqual(indistinct);
  });

  it('that leaves many rules inconclusive is reported with their number', () => {
    expect(unseen({ verdicts: ['FIRST-RULE inconclusive setup'] }).hiding).toEqual([{ name: 'size=1', rules: 1 }]);
    expect(unseen({ verdicts: ['FIRST-RULE fail'] }).hiding).toEqual([]);
  });

  it('that is a default is never reported as unfired, because defaults are not counted', () => {
    const [wall] = choicesOf([openQuestion('signature_clock', { choices: ['wall', 'virtual'], default: 'wall' })]);
    expect(unseen({ unfired: ['signature_clock'] }, wall).unobserved).toEqual(['signature_clock=wall']);
  });
});
