import { describe, expect, it } from 'vitest';
import type { RuleReport } from '../report.ts';
import { conformantReport, crashedReport, rule, sampleReport } from '../testing/sample-report.ts';
import { formatReport } from './terminal.ts';

const PLAIN = { color: false, width: 100, verbose: false };

describe('The report in a terminal', () => {
  it('has failures, warnings, gaps, untested rules, groups, leftovers and the end, in this order', () => {
    const text = formatReport(sampleReport(), PLAIN);
    const marks = [
      'FAIL  IDEM-SAME-JOB',
      'FAIL  CANCEL-ETAG',
      'WARN  IDEM-RACE-ONE-JOB',
      'KNOWN AUTH-NETWORK-403',
      'Out of date in the baseline\n  CREDIT-LOW passes now',
      'Gaps: behavior',
      'Not tested',
      'Groups',
      'Left behind',
      'NON-CONFORMANT',
    ];
    const places = marks.map((mark) => text.indexOf(mark));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('has for a failure the rule, the place, the difference, the last exchange and the next step', () => {
    const text = formatReport(sampleReport(), PLAIN);
    expect(text).toContain('§4.2  repeating a request with the same key returns 200 and the first job');
    expect(text).toContain('scenarios/idempotency/replay.yaml:14:7');
    expect(text).toContain('      /status\n        expected  200\n        seen      202\n');
    expect(text).toContain('after 4 earlier steps:\n      GET /v1/jobs/job_7Kq2\n      200 after 8 ms\n');
    expect(text).toContain('and 1 more occurrence; again: tryon-conformance run ');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(' --only idempotency/replay --seed 7f3a ');
    expect(text).not.toContain('POST /v1/assets');
  });

  it('has the whole command that runs a failure again', () => {
    const command = 'npx tryon-conformance run --target target.yaml';
    const text = formatReport(sampleReport({ command }), PLAIN);
    expect(text).toContain('again: npx tryon-conformance run --target target.yaml --only cancel/races --seed 7f3a\n');
  });

  it('names the lawful exception of a warning, and states for a failed derived rule that there is none', () => {
    const report = sampleReport();
    const withCard = (spared: { spared?: string }, changed: Partial<RuleReport>) => ({
      ...report,
      rules: report.rules.map((one) => (one.id === 'IDEM-RACE-ONE-JOB' ? { ...one, ...changed } : one)),
      failures: report.failures.flatMap((card) => {
        const own = { ...card, rule: 'IDEM-RACE-ONE-JOB' };
        return card.rule === 'CANCEL-ETAG'
          ? [card, { ...own, spared: '{status: 409}' }, { ...own, ...spared }]
          : [card];
      }),
    });
    const warned = formatReport(withCard({ spared: '{status: 410}' }, {}), PLAIN);
    expect(warned).toContain('\n      as a lawful server may: {status: 409}; {status: 410}\n');
    const failed: Partial<RuleReport> = { verdict: 'fail', spares: ['{status: 409}', '{status: 410}'] };
    expect(formatReport(withCard({}, failed), PLAIN)).toContain(
      'FAIL  IDEM-RACE-ONE-JOB\n      §4.2  requests that race under one key make one job\n' +
        '      a failure: it is not one of the lawful exceptions: {status: 409}; {status: 410}\n',
    );
  });

  it('has whole chains, all gaps and all ids when verbose', () => {
    const text = formatReport(sampleReport(), { ...PLAIN, verbose: true });
    expect(text).toContain('POST /v1/assets');
    expect(text).toContain('is a job that was cancelled after its pick-up billed?\n    ');
    expect(text).toContain('idempotency/replay[makeup.apply]');
  });

  it('ends with one line that has the conclusion, the counts and the exit code', () => {
    expect(formatReport(sampleReport(), PLAIN).trimEnd().split('\n').at(-1)).toBe(
      'NON-CONFORMANT  acme-jobs 2.3.1: 2 rules failed, 1 known to fail, 1 warned, 20 passed, 5 not tested, 2 not applicable; 412 requests, 41.2 s, exit code 1',
    );
  });

  it('ends with the exit code of the process, which differs after an interruption', () => {
    expect(formatReport(sampleReport(), { ...PLAIN, exitCode: 130 }).trimEnd()).toMatch(/, exit code 130$/);
  });

  it('groups what was left behind by reason', () => {
    const why = 'DELETE answered 403';
    const left_behind = [
      { id: 'job_1', instance: 'a', why },
      { id: 'asset_1', instance: 'a', why },
      { id: 'job_2', instance: 'b', why: 'DELETE got no answer' },
    ];
    const text = formatReport(sampleReport({ leftovers: ['job_1', 'asset_1', 'job_2'], left_behind }), PLAIN);
    expect(text).toContain(
      'erased (3)\n  2: DELETE answered 403\n    job_1 (a), asset_1 (a)\n  1: DELETE got no answer\n    job_2 (b)\n',
    );
  });

  it('is short if everything passed', () => {
    const text = formatReport(conformantReport(), PLAIN);
    expect(text.split('\n').length).toBeLessThan(14);
    expect(text).toContain('CONFORMANT  acme-jobs 2.3.1: 31 rules passed; 412 requests');
  });

  it('has an internal error first', () => {
    const text = formatReport(crashedReport(), PLAIN);
    expect(text.trimStart()).toMatch(/^FAULT {2}the harness itself failed in jobs\/unknown\n {7}TypeError/);
  });

  it('stays within its width, except for the last line', () => {
    const text = formatReport(sampleReport(), { ...PLAIN, width: 60 });
    const lines = text.trimEnd().split('\n').slice(0, -1);
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
  });

  it('names the rules that it has no room for if very many fail', () => {
    const rules = Array.from({ length: 20 }, (_, index) => rule(`BAD-${index}`, 'core', 'must', 'fail', 'it holds'));
    const text = formatReport(sampleReport({ rules, failures: [] }), PLAIN);
    expect(text.match(/^FAIL /gm)).toHaveLength(12);
    expect(text).toContain('8 more rules failed: BAD-12, BAD-13');
  });
});
