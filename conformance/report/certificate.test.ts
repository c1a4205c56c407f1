import { describe, expect, it } from 'vitest';
import type { Group } from '../suite/rules/rule.ts';
import { certificateOf } from './certificate.ts';
import type { Report, RuleReport } from './report.ts';
import { conformantReport } from './testing/sample-report.ts';

const { target, options } = conformantReport();

function rule(id: string, group: Group, standing: NonNullable<RuleReport['standing']>, known = false): RuleReport {
  const fields = { id, clause: '4.2', level: 'must', group, says: id, reason: null, hint: null, known } as const;
  const counts = { held: 0, violated: 0, untested: 0 };
  const off = standing === 'declared_off' ? { declared_off: [{ feature: 'webhooks', because: 'we poll' }] } : {};
  return { ...fields, verdict: 'pass', counts, standing, ...off };
}

const RULES = [
  rule('A-CORE', 'core', 'met'),
  rule('A-CANCEL', 'cancel', 'met'),
  rule('A-HOOK', 'webhooks', 'declared_off'),
  rule('WH-OFF-QUIET', 'webhooks', 'met'),
  rule('A-LIST', 'lists', 'proved_off'),
  rule('A-FACE', 'core', 'without_occasion'),
];
const features: Report['features'] = {
  webhooks: { declared: 'off', found: null, because: 'we poll' },
  lists: { declared: 'auto', found: false },
};

type Changes = { conclusion?: Report['conclusion']; options?: Partial<Report['options']>; rules?: RuleReport[] };

function textOf({ conclusion = 'conformant', options: more = {}, rules = RULES }: Changes = {}): string {
  return certificateOf({ rules, features, target, options: { ...options, ...more }, conclusion }).text;
}

describe('The scope of a conclusion', () => {
  it('names the groups, the features that are declared off, and the number of rules without occasion', () => {
    expect(textOf()).toBe('in core, cancel; webhooks declared off (1); 1 without occasion');
    expect(certificateOf({ rules: RULES, features, target, options, conclusion: 'conformant' })).toMatchObject({
      groups: ['core', 'cancel'],
      declared_off: [{ feature: 'webhooks', because: 'we poll', rules: ['A-HOOK'] }],
      proved_off: ['A-LIST'],
      without_occasion: ['A-FACE'],
    });
  });

  it('names no group if the run failed or was only a part', () => {
    const rest = 'webhooks declared off (1); 1 without occasion';
    expect(textOf({ conclusion: 'non-conformant' })).toBe(rest);
    expect(textOf({ options: { only: ['a/b'] } })).toBe(rest);
    expect(textOf({ options: { shard: '1/2', groups: ['core'] } })).toBe(`of core alone; ${rest}`);
  });

  it.each<[group: Group, off: string, on: string]>([
    ['delete', 'job.delete', 'asset.delete'],
    ['lists', 'lists', 'job.list'],
  ])('names %s if only %s is off', (group, off, on) => {
    const groupsWith = (found: boolean) => {
      const seen = { [off]: { declared: 'auto', found: false }, [on]: { declared: 'auto', found } } as const;
      const rules = [rule('A-CORE', 'core', 'met'), rule('A-RULE', group, 'met')];
      return certificateOf({ rules, features: seen, target, options, conclusion: 'conformant' }).groups;
    };
    expect([groupsWith(true), groupsWith(false)]).toEqual([['core', group], ['core']]);
  });

  it('names the number of known untested rules, and an older version', () => {
    const rules = [rule('A-CORE', 'core', 'met'), rule('B-CORE', 'core', 'untested', true)];
    const text = textOf({ rules, options: { groups: ['core'], as_of: '0.1.0' } });
    expect(text).toBe('in core; 1 known to be untested; as of 0.1.0');
  });
});
