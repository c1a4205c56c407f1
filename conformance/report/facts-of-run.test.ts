import { expect, it } from 'vitest';
import { unfinishedIn } from './facts-of-run.ts';
import { htmlReport } from './html/html.ts';
import type { InstanceReport, Report } from './report.ts';
import { formatReport } from './terminal/terminal.ts';
import { conformantReport } from './testing/sample-report.ts';

const whole = conformantReport();

function ofShards(...names: string[]): Report {
  const { target, features, drivers } = whole;
  return { ...whole, shards: names.map((shard) => ({ shard, nonce: 'n', target, features, drivers })) };
}

function ended(changes: Partial<InstanceReport>): Report {
  return { ...whole, instances: whole.instances.map((one) => ({ ...one, ...changes })) };
}

it.each<[string, Report, string[]]>([
  ['a run that came to its end', whole, []],
  ['all shards', ofShards('1/2', '2/2'), []],
  ['some of the shards', ofShards('2/4', '3/4'), ['shard 1 of 4 is missing', 'shard 4 of 4 is missing']],
  ['an interrupted run', ended({ reason: 'interrupted' }), ['4 runs of scenarios were interrupted']],
  [
    'what never began',
    ended({ reason: 'budget', detail: 'it was not started' }),
    ['4 runs of scenarios were not started'],
  ],
  ['what the target has no way to show', ended({ reason: 'needs-clock' }), []],
])('The missing parts of a run are found for %s', (_, report, expected) => {
  expect(unfinishedIn(report)).toEqual(expected);
});

it('Missing parts, and a single shard, are reported in the terminal and on the page', () => {
  const part = ofShards('1/2');
  const alone = { ...whole, options: { ...whole.options, shard: '1/2' } };
  const printed = (report: Report) => formatReport(report, { color: false, width: 100, verbose: false });
  expect(printed(part)).toMatch(/^Not the whole of the run\n {2}shard 2 of 2 is missing$/m);
  expect(printed(alone)).toMatch(/^CONFORMANT {2}acme-jobs 2\.3\.1, shard 1\/2 alone: /m);
  expect(htmlReport(part)).toContain('shard 2 of 2 is missing');
  expect(htmlReport(alone)).toContain('shard 1/2 alone');
});
