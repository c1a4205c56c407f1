import { describe, expect, it } from 'vitest';
import { junitReport } from '../../../shared/report/junit.ts';
import { reportOf, rowOf } from '../testing/report-of.ts';
import { textReport, varyCases } from './text.ts';

const FOUND = rowOf({
  verdict: 'finding',
  finding: '1 test fails unless <b>all</b> is fine (section 4.1)',
  failed: ['adds <script>'],
  moment: ['#1 POST /v1/assets → 200'],
  read_in: [{ what: 'an asset', section: '2.1' }],
});
const PROVEN = rowOf({
  variation: 'submit-answer-lost',
  kind: 'misfortune',
  verdict: 'finding',
  finding: 'it paid twice (section 4.2)',
  proofs: [{ kind: 'second-job', section: '4.2', says: 'it paid twice', count: 1, exchanges: ['#1 one', '#2 two'] }],
});
const OPEN = { kind: 'duty', section: '4.1', open: 'whether it stores', add: 'write it down', exchanges: ['#7 gone'] };
const REPORT = reportOf(
  [
    FOUND,
    PROVEN,
    rowOf({ variation: 'submit-429', kind: 'misfortune', says: 'busy', verdict: 'shown', failed: ['adds'], exit: 1 }),
    rowOf({ variation: 'result-expired', kind: 'misfortune', verdict: 'cannot_tell', open: [OPEN] }),
    rowOf({ variation: 'json_order=reversed', verdict: 'flaky', flaky: ['rolls dice'], exit: 1 }),
    rowOf({ variation: 'json_spacing=indented' }),
  ],
  {
    flaky: ['rolls dice'],
    not_met: [{ variation: 'webhook-late', kind: 'lawful', section: '6.5', because: 'no webhook was sent' }],
  },
);

describe('the report', () => {
  it('shows findings and their reasons on a terminal', () => {
    const lines = textReport(REPORT).split('\n');
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      'FINDING upload_status=200 (lawful choice, section 4.1)',
      'FINDING submit-answer-lost (misfortune, section 4.1)',
      'YOUR TESTS DO NOT SHOW whether it stores (section 4.1)',
      'Misfortunes under which tests fail, as they may:',
      'Only tests failed that fail at random:',
      'These tests fail at random without any variation, and count for nothing:',
      'Not met (1), so that nothing was tried:',
      'findings: 6 variations, 2 findings, 1 under which your tests leave a duty open, 1 misfortune under which tests fail, 1 not met, 1m',
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        '  under result-expired',
        '    duty: #7 gone',
        '  to find out, write it down',
        '  the client was reading an asset (section 2.1)',
        '  ✗ adds <script>',
        '    second-job: #2 two',
      ]),
    );
  });

  it('as JUnit counts only findings as failures', () => {
    const xml = junitReport(varyCases(REPORT));
    expect(xml).toContain('<testsuites name="tryon vary" tests="7" failures="2" errors="0" time="60.000">');
    expect(xml).toContain('<testsuite name="tryon.vary.lawful" tests="4" failures="1" errors="0" skipped="1"');
    expect(xml).toContain('unless &lt;b&gt;all&lt;/b&gt; is fine');
    expect(xml).toMatch(/<testcase name="webhook-late"[^>]*>\s*<skipped>no webhook was sent</);
    expect(xml.match(/<failure/g)).toHaveLength(2);
  });
});
