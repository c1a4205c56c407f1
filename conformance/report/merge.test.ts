import { describe, expect, it } from 'vitest';
import { type MergedParts, mergeReports } from './merge.ts';
import type { Report } from './report.ts';
import { sampleReport } from './testing/sample-report.ts';

const whole = sampleReport();

/** A part of the sample: the instances from one position up to another, with all else that it has. */
function shard(name: string, from: number, to: number, changes: Partial<Report> = {}): Report {
  const options = { ...whole.options, shard: name };
  return { ...whole, options, instances: whole.instances.slice(from, to), ...changes };
}

function merged(...reports: Report[]): MergedParts {
  let given: MergedParts | null = null;
  mergeReports(reports, (parts) => {
    given = parts;
    return parts.first;
  });
  if (given === null) throw new Error('nothing was concluded');
  return given;
}

describe('reports of the shards of a run', () => {
  it('are joined, and the verdicts drawn anew from all that was found', () => {
    const parts = merged(shard('1/2', 0, 2), shard('2/2', 2, 4));
    expect(parts.instances).toEqual(whole.instances);
    expect(parts.evidence).toHaveLength(whole.evidence.length * 2);
    expect(parts.observations).toHaveLength(2);
    expect(parts.first.options.shard).toBeNull();
    const conclusion = mergeReports([shard('1/2', 0, 2), shard('2/2', 2, 4)], ({ first }) => ({
      ...first,
      requests: 7,
    }));
    expect(conclusion.requests).toBe(7);
  });

  it('add up requests, take the longest time and the first start, and name each leftover once', () => {
    const parts = merged(
      shard('1/2', 0, 2, { requests: 10, took: 5000, started: '2026-11-20T10:00:00.000Z' }),
      shard('2/2', 2, 4, { requests: 5, took: 9000, started: '2026-11-20T09:59:00Z' }),
    );
    expect(parts).toMatchObject({ requests: 15, took: 9000, started: '2026-11-20T09:59:00Z' });
    expect(parts.leftovers).toEqual(whole.leftovers);
  });

  it.each<[string, Partial<Report>]>([
    ['digest of the suite is "sha256:4f2c1d" and "other"', { suite: { ...whole.suite, digest: 'other' } }],
    ['target is', { target: { ...whole.target, version: '3' } }],
    ['seed is "7f3a" and "8"', { options: { ...whole.options, seed: '8' } }],
    ['choice of scenarios is [] and', { options: { ...whole.options, only: ['lists'] } }],
    ['version of the tool is "0.1.0" and "9"', { tool: { ...whole.tool, version: '9' } }],
  ])('are refused when the %s', (difference, changes) => {
    expect(() => merged(shard('1/2', 0, 2), shard('2/2', 2, 4, changes))).toThrow(
      `reports 1 and 2 are no shards of one run: the ${difference}`,
    );
  });

  it('may have reached the target by different addresses', () => {
    const elsewhere = { target: { ...whole.target, base_url: 'http://127.0.0.1:4010' } };
    expect(merged(shard('1/2', 0, 2), shard('2/2', 2, 4, elsewhere)).instances).toHaveLength(4);
  });

  it('are refused when an instance is there twice, as when one file is given twice', () => {
    expect(() => merged(shard('1/2', 0, 2), shard('1/2', 0, 2))).toThrow(
      /reports 1 and 2 both ran idempotency\/replay\[skin/,
    );
  });

  it('are refused when there are none', () => {
    expect(() => merged()).toThrow('name at least one report file');
  });
});
