import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Report } from './report.ts';
import { REPORT_SCHEMA } from './report-schema.ts';
import { conformantReport, crashedReport, sampleReport } from './testing/sample-report.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, formats: { 'date-time': isInstant } });
const validate = ajv.compile(REPORT_SCHEMA);

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** As whoever reads the file gets it. */
function written(report: Report): Record<string, unknown> {
  return JSON.parse(JSON.stringify(report));
}

function complaints(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the schema of a report', () => {
  it.each([
    ['failed', sampleReport()],
    ['was broken by the harness', crashedReport()],
    ['passed', conformantReport()],
  ])('fits a report of a run that %s', (_, report) => {
    expect(complaints(written(report))).toEqual([]);
  });

  it('knows every field: a report without one does not fit', () => {
    const report = written(sampleReport());
    for (const name of Object.keys(report)) {
      const { [name]: _, ...rest } = report;
      expect(complaints(rest), name).toEqual([` must have required property '${name}'`]);
    }
  });

  it('refuses a field, a verdict and a reason that there are none of', () => {
    expect(complaints({ ...written(sampleReport()), mood: 'good' })).toEqual([' must NOT have additional properties']);
    const rules = sampleReport().rules.map((rule) => ({ ...rule, verdict: 'ok', reason: 'tired' }));
    expect(complaints({ ...written(sampleReport()), rules }).length).toBeGreaterThan(rules.length);
  });

  it('refuses a tape with an entry of no known kind', () => {
    const report = written(sampleReport());
    const instances = sampleReport().instances.map((instance) => ({ ...instance, tape: [{ kind: 'dream' }] }));
    expect(complaints({ ...report, instances })).not.toEqual([]);
  });
});
