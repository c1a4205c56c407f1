import { isCTRFReport, validate } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { conformantReport, crashedReport, sampleReport } from '../testing/sample-report.ts';
import { ctrfReport } from './formats.ts';

function testOf(id: string, report = sampleReport()) {
  return ctrfReport(report).results.tests.find(({ name }) => name === id);
}

describe('The report as CTRF', () => {
  it.each([
    ['failed', sampleReport()],
    ['was broken by the harness', crashedReport()],
    ['passed', conformantReport()],
    ['has no version', sampleReport({ target: { ...sampleReport().target, version: null } })],
  ])('is valid for a run that %s', (_, report) => {
    const written: unknown = JSON.parse(JSON.stringify(ctrfReport(report)));
    expect(validate(written).errors ?? []).toEqual([]);
    expect(isCTRFReport(written)).toBe(true);
  });

  it('has counts that match its tests', () => {
    const { summary, tests } = ctrfReport(sampleReport()).results;
    expect(summary).toMatchObject({ tests: 31, passed: 20, failed: 2, skipped: 7, other: 2, pending: 0, suites: 5 });
    expect(tests).toHaveLength(31);
    expect(summary.stop - summary.start).toBe(41_230);
  });

  it('keeps the verdict besides the status of the format', () => {
    expect(testOf('CANCEL-ETAG')).toMatchObject({
      status: 'failed',
      rawStatus: 'fail',
      suite: ['tryon', 'cancel'],
      duration: 8,
    });
    expect(testOf('IDEM-RACE-ONE-JOB')).toMatchObject({ status: 'other', rawStatus: 'warn' });
    expect(testOf('AUTH-NETWORK-403')).toMatchObject({ status: 'other', rawStatus: 'fail', tags: ['must', 'known'] });
    expect(testOf('WH-WAITS')).toMatchObject({ status: 'skipped', message: expect.stringContaining('needs-clock') });
    expect(testOf('JOB-404', crashedReport())).toMatchObject({ status: 'other', rawStatus: 'error' });
  });

  it('states for a failure what differs, where the scenario is, and what was sent', () => {
    const test = testOf('CANCEL-ETAG');
    expect(test?.message).toContain('/headers/etag: expected "c-1"');
    expect(test?.filePath).toBe('scenarios/cancel/races.yaml');
    expect(test?.trace).toContain('POST /v1/jobs/job_7Kq2/cancel');
  });
});
