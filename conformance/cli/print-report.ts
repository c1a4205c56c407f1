import { wantsColors } from '../../shared/colors.ts';
import { type Flags, type FlagTable, flagGroup } from '../../shared/command.ts';
import type { Report } from '../report/report.ts';
import { createProgress } from '../report/terminal/progress.ts';
import { formatReport } from '../report/terminal/terminal.ts';
import type { Progress } from '../run/progress.ts';
import { printPainted } from './print.ts';

export const PRINT_FLAGS = flagGroup('Output', {
  verbose: { about: 'print every failure with its full exchanges', short: 'v' },
  'no-color': { about: 'print without colors' },
}) satisfies FlagTable;

const WIDTH = 100;

export function printReport(report: Report, flags: Flags, exitCode = report.exit_code, elapsed?: number): void {
  const { columns = WIDTH } = process.stdout;
  const verbose = flags['verbose'] === true;
  const text = formatReport(report, {
    color: hasColor(flags),
    width: columns,
    verbose,
    exitCode,
    ...(elapsed !== undefined && { elapsed }),
  });
  printPainted(text);
}

/** Whether to print colors: NO_COLOR and FORCE_COLOR decide; otherwise, colors are for terminals. */
export function hasColor(flags: Flags): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '' } = process.env;
  return flags['no-color'] !== true && wantsColors({ NO_COLOR, FORCE_COLOR }, process.stdout.isTTY === true);
}

/** Prints the progress of a run on standard error, so that a pipe gets only the report. */
export function showProgress(): (progress: Progress) => void {
  const shown = createProgress(process.stderr, { isTty: process.stderr.isTTY === true, now: () => performance.now() });
  let hasBegun = false;
  return ({ total, done, running, failures, last }) => {
    if (!hasBegun) shown.begin(total);
    hasBegun = true;
    shown.update(done, last === null || running === 0 ? [] : [last], failures);
    if (done === total) shown.end();
  };
}
