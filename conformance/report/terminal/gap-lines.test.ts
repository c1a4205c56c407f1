import { describe, expect, it } from 'vitest';
import { paint } from '../../../shared/report/lines.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { gapLines } from './section-lines.ts';

const SHORT = { width: 100, verbose: false };

describe('The gaps', () => {
  it('are reported with what was seen, and how often', () => {
    expect(paint(gapLines(sampleReport(), { width: 100, verbose: true }), false)).toBe(
      [
        'GAP-IDEM-DEFAULTS',
        '  is a request that omits an optional field the same as one that sends its default?',
        '  readings of the emulator: same_request.defaults',
        '    status 200, body.error.code null (3 times)',
        '    status 409, body.error.code "IDEMPOTENCY_KEY_REUSED"',
        'GAP-CANCEL-BILLING',
        '  is a job that was cancelled after its pick-up billed?',
        '    not observed',
        '',
      ].join('\n'),
    );
  });

  it('are limited to a few, with one line each, in the short form', () => {
    const [gap] = sampleReport().gaps;
    if (gap === undefined) throw new Error('the sample has gaps');
    const report = sampleReport({ gaps: Array.from({ length: 9 }, () => gap) });
    const lines = paint(gapLines(report, SHORT), false).trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(98);
    expect(lines.at(-1)).toBe('3 more gaps; all with --verbose');
  });

  it('include a note if none was observed', () => {
    const gaps = [{ id: 'GAP-A', ask: 'x?', answers: [] }];
    expect(paint(gapLines(sampleReport({ gaps }), SHORT), false)).toBe('1 gap not observed; all with --verbose\n');
    expect(gapLines(sampleReport({ gaps: [] }), SHORT)).toEqual([]);
  });
});
