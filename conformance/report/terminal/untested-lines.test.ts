import { describe, expect, it } from 'vitest';
import { paint } from '../../../shared/report/lines.ts';
import type { Report } from '../report.ts';
import { rule, sampleReport } from '../testing/sample-report.ts';
import { stoppedLines, untestedLines, untestedText } from './section-lines.ts';
import { formatReport } from './terminal.ts';

describe('The list of untested rules', () => {
  it('names a rule for which no check was made', () => {
    const rules = [rule('A-B', 'core', 'must', 'inconclusive', 'x')];
    const text = paint(untestedLines(sampleReport({ rules }), { width: 80, verbose: false }), false);
    expect(text).toBe('no check of this rule ran: 1 rule\n  never checked: A-B\n');
  });

  it('truncates a long list of ids, and has all of it when verbose', () => {
    const rules = Array.from({ length: 40 }, (_, index) =>
      rule(`RULE-${index}`, 'core', 'must', 'inconclusive', 'x', { reason: 'setup' }),
    );
    const text = (verbose: boolean) => paint(untestedLines(sampleReport({ rules }), { width: 80, verbose }), false);
    expect(text(false)).toMatch(/RULE-\d+ and \d+ more\n$/);
    expect(text(true)).toContain('RULE-39');
  });

  it('has one text that explains why a single rule was not tested', () => {
    const off = rule('A-B', 'lists', 'must', 'not_applicable', 'x');
    expect(untestedText(off)).toBe('not applicable: lists is proved to be off');
    expect(untestedText(rule('A-B', 'core', 'must', 'inconclusive', 'x', { reason: 'budget' }))).toMatch(
      /^budget: the budget/,
    );
  });
});

describe('Scenarios that stopped in their set-up', () => {
  const [first, ...others] = sampleReport().instances;
  const stopped = Array.from({ length: 8 }, (_, index) => ({
    ...{ ...first, id: `cancel/queued[${index}]`, detail: 'the job did not come to queued' },
    ...{ outcome: 'setup_failed', reason: 'setup' },
  })) as Report['instances'];

  it('are listed with the reason, and all of them when verbose', () => {
    const text = (verbose: boolean) =>
      paint(stoppedLines(sampleReport({ instances: [...stopped, ...others] }), { width: 80, verbose }), false);
    expect(text(false)).toMatch(/^cancel\/queued\[0\]\n {2}the job did not come to queued\n/);
    expect(text(false)).toMatch(/2 more scenarios; all with --verbose\n$/);
    expect(text(true)).toContain('cancel/queued[7]');
  });

  it('have a section in the report, which is left out if there are none', () => {
    const title = 'Scenarios that stopped in their set-up';
    const whole = (instances: Report['instances']) =>
      formatReport(sampleReport({ instances }), { color: false, width: 100, verbose: false });
    expect(whole([...stopped, ...others])).toContain(title);
    expect(whole(others)).not.toContain(title);
  });
});
