import { describe, expect, it } from 'vitest';
import { paint } from '../../../shared/report/lines.ts';
import type { GroupReport } from '../report.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { barCells, groupLines, mustText } from './group-lines.ts';

function group(passed: number, total: number, failed: number, untested: number): GroupReport {
  return { group: 'core', must: { passed, total, failed, untested }, warnings: 0, not_applicable: 0 };
}

describe('The line of a group', () => {
  it('has the number of its rules that held, and the outcome of the others', () => {
    expect(mustText(group(61, 63, 0, 2))).toBe('must 61 of 63, 2 untested');
    expect(mustText(group(3, 4, 1, 0))).toBe('must 3 of 4, 1 failed');
    expect(mustText(group(0, 0, 0, 0))).toBe('no must applies');
  });

  it('is left out for groups without rules, and has no bar in a narrow window', () => {
    const report = sampleReport({ groups: [group(3, 4, 1, 0), { ...group(0, 0, 0, 0), group: 'lists' }], rules: [] });
    expect(paint(groupLines(report, { width: 100 }), false)).toBe('core  ████████████▒▒▒▒  must 3 of 4, 1 failed\n');
    expect(paint(groupLines(report, { width: 60 }), false)).toBe('core        must 3 of 4, 1 failed\n');
  });
});

describe('A bar', () => {
  it('always has the same width, and shows even the smallest part', () => {
    expect(barCells([200, 1, 0], 16)).toEqual([15, 1, 0]);
    expect(barCells([1, 1, 1], 16)).toEqual([6, 5, 5]);
    expect(barCells([0, 0, 0], 16)).toEqual([0, 0, 16]);
  });
});
