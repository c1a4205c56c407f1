import { expect, it } from 'vitest';
import { countsText, verdictCounts } from './counts.ts';
import { crashedReport, sampleReport } from './testing/sample-report.ts';

it('counts each verdict, with known failures counted separately', () => {
  expect(verdictCounts(crashedReport())).toEqual({
    ...{ pass: 20, fail: 2, known: 1, warn: 1, inconclusive: 5, not_applicable: 2, error: 1 },
    ...{ known_untested: 0, without_occasion: 0 },
  });
});

it('lists the counts that are not zero', () => {
  expect(countsText(sampleReport())).toMatch(/^2 rules failed, 1 known to fail, 1 warned, 20 passed, /);
  expect(countsText(sampleReport({ rules: [] }))).toBe('nothing was checked');
});
