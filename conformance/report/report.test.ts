import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { SCHEMAS } from '../cli/commands/schema.ts';
import { mistakesIn } from '../suite/yaml/read-as.ts';
import { type Report, reportSchema } from './report.ts';
import { conformantReport, crashedReport, sampleReport } from './testing/sample-report.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, formats: { 'date-time': isInstant } });
const validate = ajv.compile(SCHEMAS.report());

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** The report as read from its file. */
function written(report: Report): Record<string, unknown> {
  return JSON.parse(JSON.stringify(report));
}

function complaints(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('The schema of a packed report', () => {
  it('accepts the packed form, while the first schema accepts none with packed parts', () => {
    const fits = ajv.compile(SCHEMAS['packed-report']());
    const { evidence, instances: _, ...rest } = written(sampleReport());
    const packed = { ...rest, report: 2, packed: { shapes: [], shared: [], value: null } };
    expect(fits(packed), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...packed, evidence })).toBe(false);
  });
});

describe('The schema of a report', () => {
  it.each([
    ['failed', sampleReport()],
    ['was broken by the harness', crashedReport()],
    ['passed', conformantReport()],
  ])('accepts a report of a run that %s', (_, report) => {
    expect(complaints(written(report))).toEqual([]);
  });

  it('requires every field', () => {
    const report = written(sampleReport());
    for (const name of Object.keys(report)) {
      const { [name]: _, ...rest } = report;
      expect(complaints(rest), name).toEqual([` must have required property '${name}'`]);
    }
  });

  it('refuses an unknown field, verdict or reason', () => {
    expect(complaints({ ...written(sampleReport()), mood: 'good' })).toEqual([' must NOT have additional properties']);
    const rules = sampleReport().rules.map((rule) => ({ ...rule, verdict: 'ok', reason: 'tired' }));
    expect(complaints({ ...written(sampleReport()), rules }).length).toBeGreaterThan(rules.length);
  });

  it('accepts a delivery whose time the target could not report', () => {
    const hooks = sampleReport().instances.flatMap(({ tape }) => tape.filter((entry) => entry.kind === 'hooks'));
    const [entry] = hooks.map((one) => ({
      ...one,
      received: one.received.map((delivery) => ({ ...delivery, clock_failed: 'gone' })),
    }));
    expect(entry?.received.length).toBeGreaterThan(0);
    const instances = sampleReport().instances.map((instance) => ({ ...instance, tape: [entry] }));
    expect(complaints({ ...written(sampleReport()), instances })).toEqual([]);
    expect(mistakesIn(reportSchema, { ...written(sampleReport()), instances })).toEqual([]);
  });

  it('validates a report that is read back, and locates each mistake', () => {
    const { took: _, ...rest } = written(sampleReport());
    const rules = sampleReport().rules.map((rule) => ({ ...rule, verdict: 'pas' }));
    const mistakes = mistakesIn(reportSchema, { ...rest, rules, mood: 'good' });
    expect(mistakes).toContain('/ needs took');
    expect(mistakes).toContainEqual(expect.stringMatching(/^\/ has no field mood\b/));
    expect(mistakes).toContainEqual(expect.stringMatching(/^\/rules\/0\/verdict is pass or .*; did you mean pass\?$/));
  });
});
