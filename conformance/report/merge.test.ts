import { describe, expect, it } from 'vitest';
import { type MergedParts, mergeReports, type NamedReport } from './merge.ts';
import type { Report } from './report.ts';
import { sampleReport } from './testing/sample-report.ts';

const whole = sampleReport();

/** A part of the sample: the instances in a range of positions, with everything else unchanged. */
function shard(name: string, from: number, to: number, changes: Partial<Report> = {}): Report {
  const options = { ...whole.options, shard: name };
  return { ...whole, options, instances: whole.instances.slice(from, to), ...changes };
}

/** Names reports like the files of a folder: 1.json, 2.json. */
function named(reports: readonly Report[]): NamedReport[] {
  return reports.map((report, index) => ({ name: `${index + 1}.json`, report }));
}

function merged(...reports: Report[]): MergedParts {
  let given: MergedParts | null = null;
  mergeReports(named(reports), (parts) => {
    given = parts;
    return parts.first;
  });
  if (given === null) throw new Error('nothing was concluded');
  return given;
}

describe('Reports of the shards of a run', () => {
  it('are joined, and the verdicts are derived again from all the evidence', () => {
    const parts = merged(shard('1/2', 0, 2), shard('2/2', 2, 4));
    expect(parts.instances).toEqual(whole.instances);
    expect(parts.evidence).toHaveLength(whole.evidence.length * 2);
    expect(parts.observations).toHaveLength(2);
    expect(parts.first.options.shard).toBeNull();
    expect(mergeReports(named([shard('1/2', 0, 4)]), ({ first }) => ({ ...first, requests: 7 })).requests).toBe(7);
  });

  it('add up to a report with all requests, the longest time, the first start and each leftover once', () => {
    const first = shard('1/2', 0, 2, { requests: 10, took: 5000, started: '2026-11-20T10:00:00.000Z' });
    const parts = merged(first, shard('2/2', 2, 4, { requests: 5, took: 9000, started: '2026-11-20T09:59:00Z' }));
    expect(parts).toMatchObject({ requests: 15, took: 9000, started: '2026-11-20T09:59:00Z' });
    expect(parts.leftovers).toEqual(whole.leftovers);
  });

  it.each<[string, Partial<Report>]>([
    ['digest of the suite is "other" in the one and "sha256', { suite: { ...whole.suite, digest: 'other' } }],
    ['target is', { target: { ...whole.target, version: '3' } }],
    ['seed is "8" in the one and "7f3a" in the other', { options: { ...whole.options, shard: '2/2', seed: '8' } }],
    ['choice of scenarios is [ "lists" ] in', { options: { ...whole.options, shard: '2/2', only: ['lists'] } }],
    ['number of shards is 3 in the one and 2', { options: { ...whole.options, shard: '2/3' } }],
    ['number of repeats is 2 in', { options: { ...whole.options, shard: '2/2', repeat: 2 } }],
    ['version of the tool is "9" in', { tool: { ...whole.tool, version: '9' } }],
  ])('are refused when the %s', (difference, changes) => {
    expect(() => merged(shard('1/2', 0, 2), shard('2/2', 2, 4, changes))).toThrow(
      `2.json is not a shard of the run of 1.json: the ${difference}`,
    );
  });

  it('may have reached the target by different addresses', () => {
    const elsewhere = { target: { ...whole.target, base_url: 'http://127.0.0.1:4010' } };
    expect(merged(shard('1/2', 0, 2), shard('2/2', 2, 4, elsewhere)).instances).toHaveLength(4);
  });

  it('are refused if a shard is given twice, whether or not it is empty', () => {
    const message = '1.json and 2.json are both of shard 1 of 2; merge each shard once';
    expect(() => merged(shard('1/2', 0, 2), shard('1/2', 0, 2))).toThrow(message);
    expect(() => merged(shard('1/2', 0, 0), shard('1/2', 0, 0))).toThrow(message);
  });

  it('cannot be merged with a whole run or a merged report', () => {
    expect(() => merged(shard('1/2', 0, 2), whole)).toThrow('2.json is the report of a whole run; merge the reports');
    const { target, features, drivers } = whole;
    const again = { ...whole, shards: [{ shard: '1/2', nonce: 'n1', target, features, drivers }] };
    expect(() => merged(again, shard('2/2', 2, 4))).toThrow('1.json is a merged report; merge the reports');
    expect(merged(again).shards).toEqual(again.shards);
  });

  it('may be given in any order, and the missing ones are named', () => {
    const parts = merged(shard('4/4', 0, 1), shard('1/4', 1, 2));
    expect(parts.missing).toEqual([
      { index: 2, of: 4 },
      { index: 3, of: 4 },
    ]);
    expect(parts.shards.map((one) => one.shard)).toEqual(['1/4', '4/4']);
    expect(parts.instances).toEqual([whole.instances[1], whole.instances[0]]);
    expect(merged(whole).missing).toEqual([]);
  });

  it('are refused if the list is empty', () => {
    expect(() => merged()).toThrow('name at least one report file');
  });
});
