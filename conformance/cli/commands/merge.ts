import { type CliCommand, UsageError } from '../../../shared/command.ts';
import { LARGEST_WRITTEN } from '../../../shared/named-file.ts';
import { mergeShards } from '../../merge-shards.ts';
import { readNamed } from '../files.ts';
import { assertOutputs, OUTPUT_HELP, OUTPUT_OPTIONS, writeOutputs } from '../outputs.ts';
import { ownPathsOf, SUITE_HELP, SUITE_OPTIONS } from '../own-suite.ts';
import { printError } from '../print.ts';
import { PRINT_HELP, PRINT_OPTIONS, printReport } from '../print-report.ts';
import { readReport } from '../read-report.ts';
import { baselineOf } from '../run-options.ts';
import { openChecked } from '../suite.ts';

export const mergeCommand: CliCommand = {
  help: `tryon-conformance merge REPORT.json ... [options]: make one report of the shards of a run.

  --scenarios PATH    those that the shards were run with, where they are not those of the package
${SUITE_HELP}
  --baseline FILE     failures that are known, and what is known to be untested
${OUTPUT_HELP}
${PRINT_HELP}

All of them are of one run: with one seed, suite, target and number of shards, each shard once. One that is missing, or
that was killed and left an empty file, is named, and the run is incomplete.

Ends as a run would that had found all of it; with 3 where a shard is missing and nothing failed.`,
  options: {
    scenarios: { type: 'string', multiple: true },
    ...SUITE_OPTIONS,
    baseline: { type: 'string' },
    ...OUTPUT_OPTIONS,
    ...PRINT_OPTIONS,
  },
  run: async (flags, files) => {
    if (files.length === 0) throw new UsageError('merge needs the reports that run --shard … --json has written');
    const reports = await Promise.all(begun(files).map(async (name) => ({ name, report: await readReport(name) })));
    const loaded = openChecked(ownPathsOf(flags));
    assertOutputs(flags);
    const report = mergeShards(reports, loaded, baselineOf(flags, loaded.suite.registry));
    printReport(report, flags);
    for (const name of writeOutputs(report, flags)) printError(`wrote ${name}`);
    return report.exit_code;
  },
};

/** A shard that was killed leaves the empty file that it began with: it is as missing as one that left none. */
function begun(files: readonly string[]): readonly string[] {
  const empty = files.filter((name) => readNamed(name, '', LARGEST_WRITTEN).trim() === '');
  if (empty.length === files.length) return files;
  for (const name of empty)
    printError(`${name} is empty: its run did not come to its end, so that its part counts as missing`);
  return files.filter((name) => !empty.includes(name));
}
