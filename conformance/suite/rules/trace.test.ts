import { describe, expect, it } from 'vitest';
import { rulesOf, sampleRegistry } from './testing/sample-rules.ts';
import { type TracedScenario, trace } from './trace.ts';

const registry = sampleRegistry();
const at = (line: number) => ({ file: 'scenarios/keys.yaml', line, column: 1 });

function scenario(id: string, covers: readonly string[], checks: readonly string[]): TracedScenario {
  return { id, place: at(1), covers, checks: checks.map((rule, index) => ({ rule, place: at(index + 10) })) };
}
const ids = (found: readonly { rule: string }[] | null) => found?.map(({ rule }) => rule);

describe('A trace', () => {
  it('is empty if every graded rule and gap is covered and checked', () => {
    const all = ['REPLAY-200', 'REPLAY-SAME-JOB', 'KEY-DAYS', 'GAP-KEY-LENGTH'];
    const found = trace({ registry, scenarios: [scenario('keys', all, all)], deviations: [{ id: 'x', breaks: all }] });
    const { rules, scenarios, spec, ...missing } = found;
    expect([rules, scenarios, spec]).toEqual([{ graded: 3, gaps: 1, excluded: 1 }, 1, null]);
    expect(Object.values(missing).flat()).toEqual([]);
  });

  it('lists graded rules that no scenario covers, and gaps that none observes', () => {
    const found = trace({ registry, scenarios: [scenario('keys', ['KEY-DAYS', 'GAP-KEY-LENGTH'], ['KEY-DAYS'])] });
    const places = found.uncovered.map(({ rule, place: { file, line } }) => `${rule} ${file}:${line}`);
    expect(places).toEqual(['REPLAY-200 rules/sample.yaml:2', 'REPLAY-SAME-JOB rules/sample.yaml:3']);
    expect(ids(found.unobserved)).toEqual(['GAP-KEY-LENGTH']);
  });

  it('lists unknown rule ids, wherever they are used, with the nearest id', () => {
    const scenarios = [scenario('keys', ['KEY-DAYZ'], ['REPLAY-201'])];
    const found = trace({ registry, scenarios, deviations: [{ id: 'short-days', breaks: ['KEY-DAY'] }] });
    expect(found.unknown).toEqual([
      { rule: 'KEY-DAYZ', user: 'keys', place: at(1), hint: '; did you mean KEY-DAYS?' },
      { rule: 'REPLAY-201', user: 'keys', place: at(10), hint: '; did you mean REPLAY-200?' },
      { rule: 'KEY-DAY', user: 'short-days', place: null, hint: '; did you mean KEY-DAYS?' },
    ]);
    expect([found.checkedNotCovered, found.coveredNotChecked]).toEqual([[], []]);
  });

  it('lists each rule that a scenario checks but does not claim once, at the first step that checks it', () => {
    const scenarios = [scenario('keys', [], ['REPLAY-200', 'KEY-DAYS', 'REPLAY-200'])];
    expect(trace({ registry, scenarios }).checkedNotCovered).toEqual([
      { rule: 'REPLAY-200', scenario: 'keys', place: at(10) },
      { rule: 'KEY-DAYS', scenario: 'keys', place: at(11) },
    ]);
  });

  it('lists rules that a scenario claims and never checks, even if another scenario does', () => {
    const scenarios = [scenario('keys', ['KEY-DAYS'], []), scenario('days', ['KEY-DAYS'], ['KEY-DAYS'])];
    expect(trace({ registry, scenarios }).coveredNotChecked).toEqual([
      { rule: 'KEY-DAYS', scenario: 'keys', place: at(1) },
    ]);
  });

  it('lists claims to cover what cannot be graded, except observed gaps', () => {
    const scenarios = [scenario('keys', ['KEY-SECRET', 'GAP-KEY-LENGTH'], ['GAP-KEY-LENGTH'])];
    const found = trace({ registry, scenarios });
    expect(found.ungraded).toEqual([{ rule: 'KEY-SECRET', scenario: 'keys', place: at(1), level: 'excluded' }]);
    expect(found.coveredNotChecked).toEqual([]);
    expect(found.unobserved).toEqual([]);
  });

  it('lists graded rules that no deviation breaks, but only if deviations are known', () => {
    expect(trace({ registry, scenarios: [] }).unproved).toBeNull();
    const deviations = [{ id: 'replays-anew', breaks: ['REPLAY-200', 'REPLAY-SAME-JOB'] }];
    expect(ids(trace({ registry, scenarios: [], deviations }).unproved)).toEqual(['KEY-DAYS']);
  });

  it('lists scenarios of moments that do not exist or do not cover the rule', () => {
    const rules = rulesOf(
      'A-B: {clause: "1", level: must, group: core, says: "x", moments: {on_repeat: keys, in_a_race: [other, kyes]}}\nC-D: {clause: "1", level: must, group: core, says: "x", moments: "no other"}',
    );
    const scenarios = [scenario('keys', ['A-B'], ['A-B']), scenario('other', ['C-D'], ['C-D'])];
    expect(trace({ registry: rules, scenarios }).unmet).toEqual(
      ['other', 'kyes'].map((one) => ({
        rule: 'A-B',
        scenario: one,
        place: { file: 'rules/sample.yaml', line: 1, column: 1 },
      })),
    );
  });
});
