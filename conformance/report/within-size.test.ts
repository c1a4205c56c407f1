import { describe, expect, it } from 'vitest';
import { sampleReport } from './testing/sample-report.ts';
import { exchange } from './testing/sample-tape.ts';
import { withinForm, withinSize } from './within-size.ts';

const long = exchange({ ask: 'GET /v1/jobs/job_1', body: { id: 'job_1', more: 'x'.repeat(100_000) } });
const report = sampleReport();
const [first, ...others] = report.instances;
if (first === undefined) throw new Error('the sample has instances');
const large = { ...report, instances: [{ ...first, digest: 'd', tape: [...first.tape, long] }, ...others] };

describe('A report for a file', () => {
  it('is unchanged if it fits', () => {
    expect(withinSize(large)).toBe(large);
  });

  it('has its largest tape cut if it does not fit, and only that instance is marked', () => {
    const cut = withinSize(large, 80_000);
    expect(cut.instances.map((instance) => instance.cut)).toEqual([true, ...others.map(() => undefined)]);
    expect([cut.instances[0]?.digest, cut.instances[0]?.tape.length]).toEqual([undefined, first.tape.length + 1]);
    expect(JSON.stringify(cut)).toMatch(/… \(cut: \d+ more characters\)/);
    expect(JSON.stringify(cut).length).toBeLessThan(80_000);
  });

  it('has every text truncated if that is not enough', () => {
    const message = 'y'.repeat(100_000);
    const cut = withinSize({ ...large, errors: [{ instance: null, message }] }, 80_000);
    expect(cut.errors[0]?.message).toBe(`${'y'.repeat(200)}… (cut: 99800 more characters)`);
  });
});

describe('A form of a report', () => {
  const write = (one: typeof report) => JSON.stringify(one);

  it('covers everything if that is small, and otherwise the truncated report', () => {
    expect(withinForm(report, write)).toBe(write(report));
    expect(withinForm(large, write, 80_000)).toContain('… (cut: ');
    expect(withinForm(large, write, 80_000).length).toBeLessThan(80_000);
  });
});
