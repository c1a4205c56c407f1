import { atMostWords, type CliCommand, UsageError } from '../../../shared/command.ts';
import { assertOutputs, OUTPUT_HELP, OUTPUT_OPTIONS, writeOutputs } from '../outputs.ts';
import { print } from '../print.ts';
import { PRINT_HELP, PRINT_OPTIONS, printReport } from '../print-report.ts';
import { readReport } from '../read-report.ts';

export const reportCommand: CliCommand = {
  help: `tryon-conformance report REPORT.json [options]: print a report again, or turn it into other forms.

${OUTPUT_HELP}
${PRINT_HELP}

Ends as the run did.`,
  options: { ...OUTPUT_OPTIONS, ...PRINT_OPTIONS },
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
