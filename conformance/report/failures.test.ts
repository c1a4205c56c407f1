import { describe, expect, it } from 'vitest';
import { failedRules, gradedRules, sparesText, timeByRule } from './failures.ts';
import { rule, sampleReport } from './testing/sample-report.ts';

describe('The failures of a report', () => {
  it('are grouped by rule, separately from known failures and warnings', () => {
    const { failed, warned, known } = failedRules(sampleReport());
    expect(failed.map(({ rule, failures }) => `${rule.id} ${failures.length}`)).toEqual([
      'IDEM-SAME-JOB 2',
      'CANCEL-ETAG 1',
    ]);
    expect(warned.map(({ rule }) => rule.id)).toEqual(['IDEM-RACE-ONE-JOB']);
    expect(known.map(({ rule }) => rule.id)).toEqual(['AUTH-NETWORK-403']);
  });

  it('include where a disputed rule is discussed, or until when a provisional one only warns', () => {
    const warningLines = (more: object) =>
      sparesText({ rule: { ...rule('A-RULE', 'core', 'derived', 'warn', 'x'), ...more }, failures: [] });
    expect(warningLines({ thread: 'https://example.org/7' })).toEqual([
      'disputed, and only warns: https://example.org/7',
    ]);
    expect(warningLines({ until: '0.4.0' })).toEqual(['provisional, and only warns before 0.4.0']);
  });

  it('have the part of the tape that leads to them', () => {
    const { failed } = failedRules(sampleReport());
    const kinds = failed[1]?.failures[0]?.chain.map(({ kind }) => kind);
    expect(kinds?.join(' ')).toBe('exchange drive exchange exchange exchange');
  });

  it('are reported even if they have no card', () => {
    const { failed } = failedRules(sampleReport({ failures: [] }));
    expect(failed.map(({ rule, failures }) => `${rule.id} ${failures.length}`)).toEqual([
      'IDEM-SAME-JOB 0',
      'CANCEL-ETAG 0',
    ]);
  });

  it('have no chain if the tape lacks it', () => {
    const { failed } = failedRules(sampleReport({ instances: [] }));
    expect(failed[0]?.failures[0]?.chain).toEqual([]);
  });
});

describe('The graded rules', () => {
  it('do not include gaps and excluded rules', () => {
    const rules = [
      rule('A-B', 'core', 'must', 'pass', 'x'),
      rule('GAP-A', 'core', 'gap', 'inconclusive', 'x'),
      rule('KEY-SECRET', 'core', 'excluded', 'inconclusive', 'x'),
    ];
    expect(gradedRules(sampleReport({ rules })).map(({ id }) => id)).toEqual(['A-B']);
  });
});

describe('The time of a rule', () => {
  it('is that of the answers with evidence for it', () => {
    const times = timeByRule(sampleReport());
    expect(times.get('CANCEL-ETAG')).toBe(8);
    expect(times.has('WH-WAITS')).toBe(false);
  });
});
