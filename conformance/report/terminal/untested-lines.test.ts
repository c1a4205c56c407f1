import { describe, expect, it } from 'vitest';
import { paint } from '../../../shared/report/lines.ts';
import { rule, sampleReport } from '../testing/sample-report.ts';
import { untestedLines, untestedText } from './section-lines.ts';

describe('what was not tested', () => {
  it('names a rule that no check came to', () => {
    const rules = [rule('A-B', 'core', 'must', 'inconclusive', 'x')];
    const text = paint(untestedLines(sampleReport({ rules }), { width: 80, verbose: false }), false);
    expect(text).toBe('no check of this rule ran: 1 rule\n  never checked: A-B\n');
  });

  it('cuts a long list of ids, and has it whole when verbose', () => {
    const rules = Array.from({ length: 40 }, (_, index) =>
      rule(`RULE-${index}`, 'core', 'must', 'inconclusive', 'x', { reason: 'setup' }),
    );
    const text = (verbose: boolean) => paint(untestedLines(sampleReport({ rules }), { width: 80, verbose }), false);
    expect(text(false)).toMatch(/RULE-\d+ and \d+ more\n$/);
    expect(text(true)).toContain('RULE-39');
  });

  it('says of one rule why, in one text', () => {
    const off = rule('A-B', 'lists', 'must', 'not_applicable', 'x');
    expect(untestedText(off)).toBe('not applicable: lists is proved to be off');
    expect(untestedText(rule('A-B', 'core', 'must', 'inconclusive', 'x', { reason: 'budget' }))).toMatch(
      /^budget: the budget/,
    );
  });
});
