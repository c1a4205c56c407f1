import { describe, expect, it } from 'vitest';
import type { OffFeatures } from '../plan/off-features.ts';
import { REASONS, type Reason } from '../suite/reasons.ts';
import type { Level, Registry } from '../suite/rules/rule.ts';
import { rulesOf } from '../suite/rules/testing/sample-rules.ts';
import { SMALL_RULES } from '../testing/suite-of.ts';
import type { Evidence } from './evidence.ts';
import type { Standing } from './standing.ts';
import { concludeFrom, groupsOf, type RuleVerdict, verdictsOf, withoutFlaky } from './verdicts.ts';

const registry: Registry = rulesOf(SMALL_RULES);

function evidence(outcome: Evidence['outcome'], changes: Partial<Evidence> = {}): Evidence {
  const where = { rule: 'FIRST-RULE', instance: 'a/b', step: 'one', place: null, partial: false };
  return { ...where, outcome, reason: null, detail: null, mismatches: [], exchanges: [], ...changes };
}

const untested = (reason: Reason, detail: string | null = null) => evidence('untested', { reason, detail });

type Options = { covered?: string[]; off?: OffFeatures; crashed?: string[] };

const PROVED: OffFeatures = new Map([['lists', 'proved_off']]);
const UNSETTLED: OffFeatures = new Map([['lists', 'unsettled']]);

function verdicts(found: Evidence[], { covered = ['FIRST-RULE'], off = PROVED, crashed = [] }: Options = {}) {
  return verdictsOf({ registry, covered: new Set(covered), evidence: found, off, crashed: new Set(crashed) });
}

/** The verdict of the one rule that there is evidence of, with its reason. */
function verdict(found: Evidence[], options: Options = {}): [string | undefined, Reason | null | undefined] {
  const [one] = verdicts(found, options);
  return [one?.verdict, one?.reason];
}

const partial = { partial: true };

describe('The verdict of a rule', () => {
  it('is pass where it was seen to hold', () => {
    expect(verdict([evidence('held')])).toEqual(['pass', null]);
  });

  it('is fail where it was violated once, however often it held', () => {
    expect(verdict([evidence('held'), evidence('violated'), evidence('held')])).toEqual(['fail', null]);
  });

  it.each(['DERIVED-RULE', 'SHOULD-RULE'])('is a warning where %s is violated', (rule) => {
    expect(verdict([evidence('violated', { rule })], { covered: [] })).toEqual(['warn', null]);
  });

  it('is a failure where a derived rule lists what is lawful, and something else was seen', () => {
    const listed = rulesOf(SMALL_RULES.replace('why: "it is not said"', 'counter: "x", spares: [{status: 403}]'));
    const rule = 'DERIVED-RULE';
    const of = (found: Evidence[]) => {
      const input = {
        registry: listed,
        covered: new Set<string>(),
        evidence: found,
        off: PROVED,
        crashed: new Set<string>(),
      };
      const [one] = verdictsOf(input);
      return [one?.verdict, one?.standing];
    };
    const spared = evidence('violated', { rule, spared: '{status: 403}' });
    expect(of([spared, evidence('held', { rule })])).toEqual(['warn', null]);
    expect(of([spared, evidence('violated', { rule })])).toEqual(['fail', 'failed']);
    expect(of([evidence('held', { rule })])).toEqual(['pass', null]);
  });

  it('is pass where it held once and could not be tested elsewhere', () => {
    expect(verdict([untested('setup'), evidence('held')])).toEqual(['pass', null]);
  });

  it.each(Object.keys(REASONS) as Reason[])('is inconclusive where it could not be tested: %s', (reason) => {
    expect(verdict([untested(reason)], { off: UNSETTLED })).toEqual(['inconclusive', reason]);
  });

  it('is inconclusive where nobody came to look at it', () => {
    expect(verdict([])).toEqual(['inconclusive', 'condition']);
  });

  it('tells a reason with what would help', () => {
    expect(verdicts([untested('needs-key', 'no second key')])[0]?.hint).toBe(`${REASONS['needs-key']} (no second key)`);
  });

  it('has the reason that most of the evidence has, and one that says something', () => {
    const found = [untested('condition'), untested('condition'), untested('setup'), untested('deadline')];
    expect(verdict([...found, untested('deadline')])).toEqual(['inconclusive', 'deadline']);
  });

  it('is not applicable where its feature is off, and shown to be off', () => {
    expect(verdict([untested('feature-off')])).toEqual(['not_applicable', null]);
  });

  it('is not applicable where its feature is declared off, and says which', () => {
    const off: OffFeatures = new Map([['webhooks', 'declared_off']]);
    expect(verdicts([untested('feature-off', 'webhooks is off')], { off })[0]).toMatchObject({
      verdict: 'not_applicable',
      standing: 'declared_off',
      declared: ['webhooks'],
    });
  });

  it('stands without occasion where one was brought and nothing came of it', () => {
    expect(verdicts([untested('no-occasion')])[0]).toMatchObject({
      verdict: 'inconclusive',
      standing: 'without_occasion',
      reason: 'no-occasion',
    });
  });

  it('is inconclusive where its feature is off and was not shown to be', () => {
    expect(verdict([untested('feature-off')], { off: UNSETTLED })).toEqual(['inconclusive', 'feature-off']);
  });

  it('is inconclusive where it could not be tested for another reason beside a feature that is off', () => {
    expect(verdict([untested('feature-off'), untested('setup')])).toEqual(['inconclusive', 'setup']);
  });

  it('is an error where the harness failed, and nothing else is known', () => {
    expect(verdict([untested('setup')], { crashed: ['FIRST-RULE'] })).toEqual(['error', null]);
  });

  it('never passes on partial evidence', () => {
    expect(verdict([evidence('held', partial)])).toEqual(['inconclusive', 'needs-clock']);
  });

  it('fails on partial evidence', () => {
    expect(verdict([evidence('held', partial), evidence('violated', partial)])).toEqual(['fail', null]);
  });

  it('is drawn of graded rules that the run was about, in the order of the registry', () => {
    const found = ['THIRD-RULE', 'GAP-OPEN', 'HIDDEN-RULE', 'UNKNOWN-RULE'].map((rule) => evidence('held', { rule }));
    const told = verdicts(found, { covered: ['SECOND-RULE', 'GAP-OPEN'] });
    expect(told.map(({ rule }) => rule.id)).toEqual(['SECOND-RULE', 'THIRD-RULE']);
  });

  it('counts what it is drawn from', () => {
    const [one] = verdicts([evidence('held'), evidence('held'), evidence('violated'), untested('setup')]);
    expect(one?.counts).toEqual({ held: 2, violated: 1, untested: 1 });
  });
});

const STANDING: Record<RuleVerdict['verdict'], Standing> = {
  pass: 'met',
  fail: 'failed',
  warn: 'failed',
  inconclusive: 'untested',
  error: 'untested',
  not_applicable: 'proved_off',
};

function ruled(
  verdict: RuleVerdict['verdict'],
  level: Level = 'must',
  group: 'core' | 'hair-draft' = 'core',
): RuleVerdict {
  const rule = registry.get('FIRST-RULE');
  if (rule === undefined) throw new Error('there is no FIRST-RULE');
  return {
    rule: { ...rule, level, group },
    verdict,
    reason: null,
    hint: null,
    counts: { held: 0, violated: 0, untested: 0 },
    standing: level === 'must' ? STANDING[verdict] : null,
    declared: [],
  };
}

function conclusion(rules: RuleVerdict[], changes: Partial<Parameters<typeof concludeFrom>[1]> = {}) {
  const none = { known: new Set<string>(), stale: 0, errors: 0, contrary: 0 };
  return concludeFrom(rules, { ...none, draftCounts: false, isWhole: true, ...changes });
}

describe('The conclusion of a run', () => {
  it('is conformant where every must passed, or does not apply', () => {
    expect(conclusion([ruled('pass'), ruled('not_applicable'), ruled('warn', 'derived')])).toBe('conformant');
  });

  it('is conformant where the rest is without occasion, and incomplete where nothing else is', () => {
    const without: RuleVerdict = { ...ruled('inconclusive'), standing: 'without_occasion' };
    expect(conclusion([ruled('pass'), without])).toBe('conformant');
    expect(conclusion([without])).toBe('incomplete');
  });

  it('is conformant where what is untested is known to be, and never where a declaration is contrary', () => {
    const rules = [ruled('pass'), { ...ruled('inconclusive'), rule: { ...ruled('pass').rule, id: 'SECOND-RULE' } }];
    expect(conclusion(rules, { known: new Set(['SECOND-RULE']) })).toBe('conformant');
    expect(conclusion(rules, { known: new Set(['SECOND-RULE']), contrary: 1 })).toBe('non-conformant');
  });

  it('is incomplete without a single check', () => {
    expect(conclusion([])).toBe('incomplete');
    expect(conclusion([ruled('not_applicable')])).toBe('incomplete');
    expect(conclusion([ruled('pass', 'derived')])).toBe('incomplete');
  });

  it('is incomplete where a part of it was not run, and non-conformant where the rest fails all the same', () => {
    expect(conclusion([ruled('pass')], { isWhole: false })).toBe('incomplete');
    expect(conclusion([ruled('pass'), ruled('fail')], { isWhole: false })).toBe('non-conformant');
  });

  it.each(['inconclusive', 'error'] as const)('is incomplete where a must is %s', (verdict) => {
    expect(conclusion([ruled('pass'), ruled(verdict)])).toBe('incomplete');
  });

  it('is conformant where what is only advised could not be tested', () => {
    expect(conclusion([ruled('pass'), ruled('inconclusive', 'should')])).toBe('conformant');
  });

  it('is non-conformant where a must failed', () => {
    expect(conclusion([ruled('pass'), ruled('fail'), ruled('inconclusive')])).toBe('non-conformant');
  });

  it('lets a known failure pass, and a stale one not', () => {
    const known = new Set(['FIRST-RULE']);
    expect(conclusion([ruled('fail'), ruled('pass')], { known })).toBe('conformant');
    expect(conclusion([ruled('pass')], { stale: 1 })).toBe('non-conformant');
  });

  it('is an error where the harness failed', () => {
    expect(conclusion([ruled('pass'), ruled('fail')], { errors: 1 })).toBe('error');
  });

  it('leaves the draft out unless the target maps its names', () => {
    const rules = [ruled('pass'), ruled('fail', 'must', 'hair-draft')];
    expect([conclusion(rules), conclusion(rules, { draftCounts: true })]).toEqual(['conformant', 'non-conformant']);
  });
});

describe('The line of a group', () => {
  it('counts its musts apart from warnings and from what does not apply', () => {
    const rules = [ruled('pass'), ruled('fail'), ruled('inconclusive'), ruled('error'), ruled('not_applicable')];
    expect(groupsOf([...rules, ruled('warn', 'derived'), ruled('pass', 'should')])).toEqual([
      { group: 'core', must: { passed: 1, total: 4, failed: 1, untested: 2 }, warnings: 1, not_applicable: 1 },
    ]);
  });
});

describe('Evidence of several runs', () => {
  const baseOf = (instance: string) => instance.replace(/#\d+$/, '');
  const again = (outcome: Evidence['outcome'], changes: Partial<Evidence> = {}) =>
    evidence(outcome, { instance: 'a/b#2', ...changes });
  const outcomes = (found: Evidence[]) => withoutFlaky(found, baseOf).map(({ outcome, reason }) => reason ?? outcome);

  it('is flaky where a rule held in one run and not in another', () => {
    expect(outcomes([evidence('held'), again('violated')])).toEqual(['flaky', 'flaky']);
  });

  it('stands where all runs say the same', () => {
    expect(outcomes([evidence('violated'), again('violated')])).toEqual(['violated', 'violated']);
    expect(outcomes([evidence('held'), again('held')])).toEqual(['held', 'held']);
  });

  it('stands where different steps say different things', () => {
    expect(outcomes([evidence('held'), again('violated', { step: 'two' })])).toEqual(['held', 'violated']);
  });

  it('stands where each run has both', () => {
    const each = [evidence('held'), evidence('violated'), again('held'), again('violated')];
    expect(outcomes(each)).toEqual(['held', 'violated', 'held', 'violated']);
  });
});
