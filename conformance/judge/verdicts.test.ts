import { describe, expect, it } from 'vitest';
import type { OffFeatures } from '../plan/off-features.ts';
import { REASONS, type Reason } from '../suite/reasons.ts';
import type { Level, Registry } from '../suite/rules/rule.ts';
import { rulesOf } from '../suite/rules/testing/sample-rules.ts';
import { SMALL_RULES } from '../testing/suite-of.ts';
import type { Evidence } from './evidence.ts';
import type { Standing } from './standing.ts';
import {
  brokenIn,
  concludeFrom,
  groupsOf,
  type RuleVerdict,
  type Verdict,
  verdictsOf,
  withoutFlaky,
  withoutPresumed,
} from './verdicts.ts';

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

/** Returns the verdict of the only rule with evidence, with its reason. */
function verdict(found: Evidence[], options: Options = {}): [string | undefined, Reason | null | undefined] {
  const [one] = verdicts(found, options);
  return [one?.verdict, one?.reason];
}

const [HELD, VIOLATED] = [evidence('held'), evidence('violated')];
const SEEN_IN_PART = [evidence('held', { partial: true }), evidence('violated', { partial: true })] as const;
const DECLARED: OffFeatures = new Map([['webhooks', 'declared_off']]);

describe('The verdict of a rule', () => {
  it.each<[when: string, found: Evidence[], verdict: Verdict, reason?: Reason | null, options?: Options]>([
    ['violated once, however often it held', [HELD, VIOLATED, HELD], 'fail'],
    ['seen to hold', [HELD], 'pass'],
    ['held once and could not be tested elsewhere', [untested('setup'), HELD], 'pass'],
    ['its condition was never met', [], 'inconclusive', 'condition'],
    ['its feature is proved off', [untested('feature-off')], 'not_applicable'],
    ['its feature is off, and more is missing', [untested('feature-off'), untested('setup')], 'inconclusive', 'setup'],
    ['the harness failed', [untested('setup')], 'error', null, { crashed: ['FIRST-RULE'] }],
    ['held on partial evidence', [SEEN_IN_PART[0]], 'inconclusive', 'needs-clock'],
    ['violated on partial evidence', [...SEEN_IN_PART], 'fail'],
  ])('%s', (_, found, expected, reason = null, options = {}) => {
    expect(verdict(found, options)).toEqual([expected, reason]);
  });

  it.each(['DERIVED-RULE', 'SHOULD-RULE'])('is a warning if %s is violated', (rule) => {
    expect(verdict([evidence('violated', { rule })], { covered: [] })).toEqual(['warn', null]);
  });

  it('is a failure if a derived rule lists its lawful alternatives, and something else was seen', () => {
    const listed = rulesOf(SMALL_RULES.replace('why: "it is not said"', 'counter: "x", spares: [{status: 403}]'));
    const rule = 'DERIVED-RULE';
    const none = new Set<string>();
    const of = (...found: Evidence[]) => {
      const [one] = verdictsOf({ registry: listed, covered: none, evidence: found, off: PROVED, crashed: none });
      return [one?.verdict, one?.standing];
    };
    const spared = evidence('violated', { rule, spared: '{status: 403}' });
    expect(of(spared, evidence('held', { rule }))).toEqual(['warn', null]);
    expect(of(spared, evidence('violated', { rule }))).toEqual(['fail', 'failed']);
    expect(of(evidence('held', { rule }))).toEqual(['pass', null]);
  });

  it.each(Object.keys(REASONS) as Reason[])('is inconclusive if it could not be tested: %s', (reason) => {
    expect(verdict([untested(reason)], { off: UNSETTLED })).toEqual(['inconclusive', reason]);
  });

  it('has a hint about what would help', () => {
    expect(verdicts([untested('needs-key', 'no second key')])[0]?.hint).toBe(`${REASONS['needs-key']} (no second key)`);
  });

  it('has the most frequent reason, ignoring reasons that say little', () => {
    const found = [untested('condition'), untested('condition'), untested('setup'), untested('deadline')];
    expect(verdict([...found, untested('deadline')])).toEqual(['inconclusive', 'deadline']);
  });

  it('names the feature that is declared off, and whether a rule was without occasion', () => {
    const [off] = verdicts([untested('feature-off', 'webhooks is off')], { off: DECLARED });
    expect(off).toMatchObject({ verdict: 'not_applicable', standing: 'declared_off', declared: ['webhooks'] });
    const [idle] = verdicts([untested('no-occasion')]);
    expect(idle).toMatchObject({ verdict: 'inconclusive', standing: 'without_occasion', reason: 'no-occasion' });
  });

  it('is given to the graded rules of the run, in the order of the registry', () => {
    const found = ['THIRD-RULE', 'GAP-OPEN', 'HIDDEN-RULE', 'UNKNOWN-RULE'].map((rule) => evidence('held', { rule }));
    const results = verdicts(found, { covered: ['SECOND-RULE', 'GAP-OPEN'] });
    expect(results.map(({ rule }) => rule.id)).toEqual(['SECOND-RULE', 'THIRD-RULE']);
  });

  it('counts its evidence', () => {
    const [one] = verdicts([HELD, HELD, VIOLATED, untested('setup')]);
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

const WITHOUT_OCCASION: RuleVerdict = { ...ruled('inconclusive'), standing: 'without_occasion' };
const UNTESTED: RuleVerdict = { ...ruled('inconclusive'), rule: { ...ruled('pass').rule, id: 'SECOND-RULE' } };
const FAILS_IN_DRAFT = [ruled('pass'), ruled('fail', 'must', 'hair-draft')];
const [KNOWN, KNOWN_UNTESTED] = [new Set(['FIRST-RULE']), new Set(['SECOND-RULE'])];

describe('The conclusion of a run', () => {
  it.each<[when: string, rules: RuleVerdict[], expected: string, changes?: Parameters<typeof conclusion>[1]]>([
    ['passes, and warns', [ruled('pass'), ruled('not_applicable'), ruled('warn', 'derived')], 'conformant'],
    ['is without occasion in part', [ruled('pass'), WITHOUT_OCCASION], 'conformant'],
    ['is without any occasion', [WITHOUT_OCCASION], 'incomplete'],
    ['is known to be untested', [ruled('pass'), UNTESTED], 'conformant', { known: KNOWN_UNTESTED }],
    ['declares falsely', [ruled('pass'), UNTESTED], 'non-conformant', { known: KNOWN_UNTESTED, contrary: 1 }],
    ['checked nothing', [], 'incomplete'],
    ['does not apply', [ruled('not_applicable')], 'incomplete'],
    ['has no must', [ruled('pass', 'derived')], 'incomplete'],
    ['is a part', [ruled('pass')], 'incomplete', { isWhole: false }],
    ['is a part that fails', [ruled('pass'), ruled('fail')], 'non-conformant', { isWhole: false }],
    ['has an inconclusive must', [ruled('pass'), ruled('inconclusive')], 'incomplete'],
    ['has a must with an error', [ruled('pass'), ruled('error')], 'incomplete'],
    ['lacks what is only advised', [ruled('pass'), ruled('inconclusive', 'should')], 'conformant'],
    ['has a failed must', [ruled('pass'), ruled('fail'), ruled('inconclusive')], 'non-conformant'],
    ['has a known failure', [ruled('fail'), ruled('pass')], 'conformant', { known: KNOWN }],
    ['has a stale baseline', [ruled('pass')], 'non-conformant', { stale: 1 }],
    ['was broken by the harness', [ruled('pass'), ruled('fail')], 'error', { errors: 1 }],
    ['fails in the draft', FAILS_IN_DRAFT, 'conformant'],
    ['fails in a draft that counts', FAILS_IN_DRAFT, 'non-conformant', { draftCounts: true }],
  ])('for one that %s', (_, rules, expected, changes) => {
    expect(conclusion(rules, changes)).toBe(expected);
  });
});

describe('The line of a group', () => {
  it('counts its musts separately from warnings and from what does not apply', () => {
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

  it.each<[when: string, found: Evidence[], expected: string[]]>([
    ['held in one run and not in another', [evidence('held'), again('violated')], ['flaky', 'flaky']],
    ['was violated in both', [evidence('violated'), again('violated')], ['violated', 'violated']],
    ['has other steps', [evidence('held'), again('violated', { step: 'two' })], ['held', 'violated']],
    [
      'was both in each run',
      [evidence('held'), evidence('violated'), again('held'), again('violated')],
      ['held', 'violated', 'held', 'violated'],
    ],
  ])('is flaky only if runs disagree: a rule that %s', (_, found, expected) => {
    expect(outcomes(found)).toEqual(expected);
  });
});

describe('A rule that presumes another one', () => {
  const must = 'clause: "1", level: must, group: core, says: "x"';
  const rules = rulesOf(`FIRST-RULE: {${must}}\nSECOND-RULE: {${must}, presumes: FIRST-RULE}`);
  const second = (outcome: Evidence['outcome']) => evidence(outcome, { rule: 'SECOND-RULE' });
  const seen = (...found: Evidence[]) =>
    withoutPresumed(found, rules).map(({ rule, outcome, reason, detail }) => [rule, reason ?? outcome, detail]);

  it('is not broken where that one is broken', () => {
    expect(seen(second('violated'), evidence('violated'), second('held'))).toEqual([
      ['SECOND-RULE', 'premise', 'FIRST-RULE is broken'],
      ['FIRST-RULE', 'violated', null],
      ['SECOND-RULE', 'held', null],
    ]);
    expect(brokenIn([second('violated'), evidence('violated')], { suite: { registry: rules } })).toEqual([
      'FIRST-RULE',
    ]);
  });

  it('is broken where that one holds', () => {
    expect(seen(second('violated'), evidence('held'))[0]).toEqual(['SECOND-RULE', 'violated', null]);
  });
});

describe('A rule that is provisional or disputed', () => {
  it.each(['status: provisional, until: "0.4.0"', 'status: disputed, thread: "x"'])(
    'never fails a run: %s',
    (state) => {
      const rule = (more: string) => rulesOf(`FIRST-RULE: {clause: "1", level: must, group: core, says: "x"${more}}`);
      const broken = (more: string) => brokenIn([evidence('violated')], { suite: { registry: rule(more) } });
      expect([broken(''), broken(`, ${state}`)]).toEqual([['FIRST-RULE'], []]);
    },
  );
});
