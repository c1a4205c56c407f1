import { describe, expect, it } from 'vitest';
import { compareSides, parityText, type Side } from './compare.ts';
import type { Decision } from './decide.ts';

const sights = (value: string) => [{ instance: 'one/two', step: 'ask', path: 'status', value }];

function side(decision: Omit<Extract<Decision, { kind: 'set' }>, 'question'> | Record<string, unknown>): Side {
  const report = { target: { base_url: 'http://127.0.0.1:1' }, rules: [], evidence: [], instances: [] };
  return { report, decisions: [{ question: 'some', ...decision }] } as unknown as Side;
}
const differs = (a: Side, b: Side) => compareSides(a, b).questions.differ.length > 0;

const ONE = side({ kind: 'set', choice: 1, sights: sights('1') });
const TWO = side({ kind: 'set', choice: 2, sights: sights('2') });
const EITHER = side({ kind: 'untold', why: 'fits 1 and 3', fits: [1, 3], sights: sights('1') });
const STRANGE = side({ kind: 'foreign', why: 'no choice shows 9', sights: sights('9') });
const UNSEEN = side({ kind: 'unseen', why: 'no driver', sights: [] });

describe('Two servers', () => {
  it('differ where no choice explains both', () => {
    expect([differs(ONE, TWO), differs(EITHER, TWO), differs(ONE, ONE), differs(EITHER, ONE)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('differ by what was seen where no choice explains one of them', () => {
    expect([differs(STRANGE, ONE), differs(STRANGE, STRANGE)]).toEqual([true, false]);
  });

  it('are not compared in what only one of them let be seen', () => {
    expect(parityText(compareSides(UNSEEN, ONE))).toBe('parity 0 of 0 questions, 0 of 0 rules');
  });
});
