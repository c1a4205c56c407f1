import { type CliCommand, UsageError } from '../../../shared/command.ts';
import { LARGEST_WRITTEN } from '../../../shared/named-file.ts';
import { mergeShards } from '../../merge-shards.ts';
import { readNamed } from '../files.ts';
import { assertOutputs, OUTPUT_FLAGS, writeOutputs } from '../outputs.ts';
import { openChecked, ownPathsOf, SCENARIO_FLAGS } from '../own-suite.ts';
import { printError } from '../print.ts';
import { PRINT_FLAGS, printReport } from '../print-report.ts';
import { readRunReport } from '../read-report.ts';
import { baselineOf, CHOICE_FLAGS } from '../run-options.ts';

export const mergeCommand: CliCommand = {
  forms: { 'REPORT.json ... [options]': '' },
  flags: { ...SCENARIO_FLAGS, baseline: CHOICE_FLAGS.baseline, ...OUTPUT_FLAGS, ...PRINT_FLAGS },
  notes: `Merge the reports of one run: same seed, suite, target and number of shards, each shard once. A missing or empty report is
named, and the run is incomplete. Use the same scenarios as the shards.`,
  exits: { 3: 'a shard is missing and nothing failed; otherwise as for run' },
  examples: {
    'Four shards': 'tryon-conformance merge shard-*.json --html report.html',
    'With a baseline': 'tryon-conformance merge shard-*.json --baseline baseline.yaml',
  },
  run: async (flags, files) => {
    if (files.length === 0) throw new UsageError('merge needs the reports that run --shard … --json has written');
    const reports = await Promise.all(begun(files).map(async (name) => ({ name, report: await readRunReport(name) })));
    const loaded = openChecked(ownPathsOf(flags));
    assertOutputs(flags);
    const report = mergeShards(reports, loaded, baselineOf(flags, loaded.suite.registry));
    printReport(report, flags);
    for (const name of writeOutputs(report, flags)) printError(`wrote ${name}`);
    return report.exit_code;
  },
};

/** Leaves out empty files: a killed shard leaves the file that it created at its start, and counts as missing. */
function begun(files: readonly string[]): readonly string[] {
  const empty = files.filter((name) => readNamed(name, '', LARGEST_WRITTEN).trim() === '');
  if (empty.length === files.length) return files;
  for (const name of empty)
    printError(`${name} is empty: its run did not come to its end, so that its part counts as missing`);
  return files.filter((name) => !empty.includes(name));
}
