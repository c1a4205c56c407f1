import { describe, expect, it } from 'vitest';
import type { Mismatch } from '../suite/expectation/finding.ts';
import { type FailedRule, failedRules } from './failures.ts';
import { byRoot, firstFacts } from './roots.ts';
import { rule, sampleReport } from './testing/sample-report.ts';

type Card = [rule: string, exchange: number, ...mismatches: Mismatch[]];

const [model] = sampleReport().failures;
const INSTANCE = 'cancel/races[scripted,queued]';
const status = (expected: string, seen: number): Mismatch => ({ pointer: '/status', expected, seen });
const body = (pointer: string, seen: unknown = undefined): Mismatch => ({ pointer, expected: 'something', seen });

/** Each root with the rules that follow from it. */
function rootsOf(...cards: Card[]): Record<string, string[]> {
  if (model === undefined) throw new Error('the sample has no failure');
  const rules = [...new Set(cards.map(([id]) => id))].map((id) => rule(id, 'core', 'must', 'fail', 'it holds'));
  const failures = cards.map(([id, exchange, ...mismatches]) => {
    return { ...model, rule: id, instance: INSTANCE, mismatches, exchanges: [exchange] };
  });
  const { failed } = failedRules(sampleReport({ rules, failures }));
  const idsOf = (all: readonly FailedRule[]) => all.map(({ rule: { id } }) => id);
  return Object.fromEntries(byRoot(failed).map(({ root, followers }) => [root.rule.id, idsOf(followers)]));
}

describe('The root of failures', () => {
  it('is the status if the answer is of another kind: it then lacks the expected body', () => {
    expect(rootsOf(['BODY', 3, body('/body/id')], ['STATUS', 3, status('200', 204)])).toEqual({ STATUS: ['BODY'] });
    expect(rootsOf(['ONE', 3, status('200', 204)], ['OTHER', 3, status('200', 204)])).toEqual({ ONE: ['OTHER'] });
  });

  it('is the missing member: nothing can be inside it', () => {
    const roots = rootsOf(['ERROR', 3, body('/body/error', null)], ['CODE', 3, body('/body/error/code')]);
    expect(roots).toEqual({ ERROR: ['CODE'] });
  });

  it('is not determined for two independent failures', () => {
    expect(rootsOf(['ONE', 3, body('/body/id')], ['OTHER', 3, body('/body/size')])).toEqual({ ONE: [], OTHER: [] });
    expect(rootsOf(['ONE', 3, status('200', 201)], ['OTHER', 3, body('/body/size')])).toEqual({ ONE: [], OTHER: [] });
    expect(rootsOf(['ONE', 2, status('200', 404)], ['OTHER', 3, body('/body/size')])).toEqual({ ONE: [], OTHER: [] });
  });

  it('is not determined for a rule that also failed elsewhere', () => {
    const missing = (exchange: number): Card => ['BODY', exchange, body('/body/id')];
    expect(rootsOf(['STATUS', 3, status('200', 204)], missing(3), missing(2))).toEqual({ STATUS: [], BODY: [] });
  });

  it('is found through several levels', () => {
    const cards: Card[] = [
      ['STATUS', 3, status('403', 200)],
      ['ERROR', 3, body('/body/error')],
      ['CODE', 3, body('/body/error/code')],
    ];
    expect(rootsOf(...cards)).toEqual({ STATUS: ['ERROR', 'CODE'] });
  });
});

describe('The first fact', () => {
  it('is only the status of a success that should have been an error', () => {
    const code = body('/body/error/code');
    expect(firstFacts([code, status('403', 202)])).toEqual([status('403', 202)]);
    expect(firstFacts([code, status('one of 400, 404', 200)])).toEqual([status('one of 400, 404', 200)]);
  });

  it('is every difference if the answer is of the expected kind', () => {
    expect(firstFacts([status('200', 202), body('/body/id')])).toHaveLength(2);
    expect(firstFacts([status('409', 404), body('/body/error/code')])).toHaveLength(2);
  });
});
