import { atMostWords, type CliCommand, UsageError } from '../../../shared/command.ts';
import { assertOutputs, OUTPUT_FLAGS, writeOutputs } from '../outputs.ts';
import { print } from '../print.ts';
import { PRINT_FLAGS, printReport } from '../print-report.ts';
import { readReport } from '../read-report.ts';

export const reportCommand: CliCommand = {
  forms: { 'REPORT.json [options]': '' },
  flags: { ...OUTPUT_FLAGS, ...PRINT_FLAGS },
  notes: 'The exit code is the one of the run.',
  examples: {
    'Print a report': 'tryon-conformance report report.json',
    'Convert it to HTML': 'tryon-conformance report report.json --html report.html',
  },
  run: async (flags, [file, ...words]) => {
    if (file === undefined) throw new UsageError('report needs a file that run --json has written');
    atMostWords(words, 0);
    const report = await readReport(file);
    assertOutputs(flags);
    const written = writeOutputs(report, flags);
    if (written.length === 0) printReport(report, flags);
    for (const name of written) print(`wrote ${name}`);
    return report.exit_code;
  },
};
