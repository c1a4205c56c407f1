import { describe, expect, it } from 'vitest';
import { type Evidence, evidenceOf, untestedRule } from '../judge/evidence.ts';
import type { Reason } from '../suite/reasons.ts';
import { graded, ruleIn } from '../testing/graded.ts';
import { routes } from '../testing/scripted-server.ts';
import { partlyTested, partlyText } from './partly.ts';
import { rule } from './testing/sample-report.ts';

const COVERED = ['a/one', 'a/two', 'a/three'].map((scenario) => ({ rule: 'A-RULE', scenario }));
const INSTANCES = COVERED.map(({ scenario }) => ({ id: `${scenario}[row]`, scenario }));

const source = (scenario: string, partial = false) => ({ instance: `${scenario}[row]`, step: 'x', partial });
const held = (scenario: string, partial = false): Evidence =>
  evidenceOf('A-RULE', source(scenario, partial), { outcome: 'held' }, { place: null, exchanges: [] });
const untested = (scenario: string, reason: Reason) => untestedRule('A-RULE', source(scenario), reason, 'why');

const partly = (...evidence: Evidence[]) => partlyTested(COVERED, evidence, INSTANCES).get('A-RULE');

describe('A partly tested rule', () => {
  it('lists the scenarios that were not tried, and those that were tried in part', () => {
    const late = [held('a/three'), untested('a/three', 'retention')];
    const found = partly(held('a/one'), untested('a/two', 'needs-clock'), ...late);
    const untried = { scenario: 'a/two', reason: 'needs-clock', in_part: false };
    const tried = { scenario: 'a/three', reason: 'retention', in_part: true };
    expect(found).toEqual({ whole: 1, of: 3, lacking: [untried, tried] });
    const pass = rule('A-RULE', 'core', 'must', 'pass', 'x', { partly: found });
    expect(partlyText(pass)).toBe('1 of 3 scenarios; not tried: a/two needs-clock; tried in part: a/three retention');
  });

  it('states what was checked even if no scenario ran in full, and that the number of these is 0', () => {
    const textOf = (...evidence: Evidence[]) =>
      partlyText(rule('A-RULE', 'core', 'must', 'pass', 'x', { partly: partly(...evidence) }));
    const late = [held('a/one'), untested('a/one', 'needs-key')];
    const passing = ['a/one', 'a/two', 'a/three'].map((one) => untested(one, 'needs-key'));
    const lacking = 'not tried: a/one needs-key, a/two needs-key, a/three needs-key';
    const one = 'not tried: a/two needs-key, a/three needs-key; tried in part: a/one needs-key';
    expect(textOf(...late, ...passing.slice(1))).toBe(one);
    expect(textOf(...passing)).toBe(`checked in passing, by scenarios of other rules; ${lacking}`);
  });

  it('counts rules that were observed for a part of the time as partly tested', () => {
    const lacking = { scenario: 'a/one', reason: 'needs-clock', in_part: false };
    expect(partly(held('a/one', true))?.lacking).toEqual([lacking]);
  });

  it('lacks nothing if the rest did not occur or does not apply', () => {
    const nothing = partly(held('a/one'), untested('a/two', 'condition'), untested('a/three', 'feature-off'));
    expect(nothing).toBeUndefined();
    expect(partly(held('a/one'), untested('a/two', 'unseen'))).toBeUndefined();
  });

  it('does not count a scenario that only checks it incidentally', () => {
    const elsewhere = { ...untested('a/two', 'setup'), instance: 'b/other' };
    expect(partly(held('a/one'), elsewhere)).toBeUndefined();
  });

  it('has no text if none of it was tested, which is reported elsewhere', () => {
    const found = partly(untested('a/one', 'needs-key'));
    expect(partlyText(rule('A-RULE', 'core', 'must', 'inconclusive', 'x', { partly: found }))).toBeNull();
  });
});

it('A partly tested rule is marked in the report of a run', async () => {
  const steps = (more: string) =>
    `covers: [FIRST-RULE]\nsteps:\n  - {id: seen, call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}\n${more}`;
  const late = '  - {id: late, if: driver.clock, call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}\n';
  const none = '  - {id: none, if: "!key.second", call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}\n';
  const given = '  - {id: given, if: "!key.primary", call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}\n';
  const text = `scenario: a/whole\n${steps(none + given)}---\nscenario: a/late\n${steps(late)}`;
  const { report } = await graded(text, routes({ '/v1/thing': {} }));
  const lacking = [{ scenario: 'a/late', reason: 'needs-clock', in_part: true }];
  expect(ruleIn(report, 'FIRST-RULE')?.partly).toEqual({ whole: 1, of: 2, lacking });
});
