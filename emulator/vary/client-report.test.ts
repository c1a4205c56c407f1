import { expect, it } from 'vitest';
import { NOTHING_REPORTED, readClientReport } from './client-report.ts';

it('The lines that tests wrote are read, without a line that was cut off', () => {
  const lines = [
    '{"reports": ["ends", "pictures"]}',
    '{"job": "job_1", "ended": "succeeded"}',
    '{"job": "job_1", "ended": "failed"}',
    '',
    '{"asset": "asset_1", "bytes": 20}',
    '{"asset": "asset_2", "bytes": null}',
    '{"refused": "GET /v1/assets"}',
    '{"waited": 2}',
    '{"waited": 0.5}',
    '{"job": "jo',
  ];
  expect(readClientReport(lines.join('\n'))).toEqual({
    reports: new Set(['ends', 'pictures']),
    ends: new Map([['job_1', ['succeeded', 'failed']]]),
    pictures: new Map([
      ['asset_1', 20],
      ['asset_2', null],
    ]),
    refusals: new Set(['GET /v1/assets']),
    waited: 2.5,
  });
  expect(readClientReport('')).toEqual(NOTHING_REPORTED);
});

it.each(['no JSON', '{"job": "job_1"}', '{"job": "job_1", "ended": "running"}', '{"reports": ["all"]}'])(
  '%s is refused with its line and the known forms',
  (line) => {
    expect(() => readClientReport(`\n${line}\n`)).toThrow(
      /TRYON_CLIENT_REPORT.*line 2: is .*write \{"job": "job_…", "ended"/s,
    );
  },
);
