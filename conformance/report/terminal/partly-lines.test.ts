import { describe, expect, it } from 'vitest';
import { paint } from '../../../shared/report/lines.ts';
import type { Reason } from '../../suite/reasons.ts';
import { rule, sampleReport } from '../testing/sample-report.ts';
import { partlyLines } from './section-lines.ts';
import { formatReport } from './terminal.ts';

const lackingOne = (id: string, reason: Reason) =>
  rule(id, 'core', 'must', 'pass', 'x', {
    partly: { whole: 1, of: 2, lacking: [{ scenario: 'a/late', reason, in_part: false }] },
  });

const rules = [
  lackingOne('A-ONE', 'needs-key'),
  lackingOne('A-TWO', 'needs-clock'),
  lackingOne('A-THREE', 'needs-clock'),
  rule('A-FOUR', 'core', 'must', 'pass', 'x'),
];
const text = (verbose: boolean) => paint(partlyLines(sampleReport({ rules }), { width: 100, verbose }), false);

describe('Partly tested rules', () => {
  it('are grouped by what they lacked, those with the most rules first', () => {
    expect(text(false)).toBe(
      '2 rules, needs-clock\n  A-TWO, A-THREE\n1 rule, needs-key\n  A-ONE: 1 of 2 scenarios; not tried: a/late needs-key\n',
    );
  });

  it('are listed individually when verbose', () => {
    expect(text(true)).toContain('A-TWO\n  pass, 1 of 2 scenarios; not tried: a/late needs-clock\n');
  });

  it('are in the report, with a note about pictures that were not accepted', () => {
    const pictures = { taken: false, shortest_side: null, longest_side: null, own: false };
    const whole = formatReport(sampleReport({ rules, pictures }), { color: false, width: 100, verbose: false });
    expect(whole).toContain('Tested in part\n  2 rules, needs-clock\n');
    expect(whole).toContain('The server took none of the pictures that were tried');
  });
});
