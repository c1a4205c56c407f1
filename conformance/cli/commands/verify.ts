import { atMostWords, type CliCommand, EXIT, UsageError } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { cutIn } from '../../report/replay.ts';
import type { Report } from '../../report/report.ts';
import { verifyReport } from '../../report/verify.ts';
import { openChecked, ownPathsOf, SCENARIO_FLAGS } from '../own-suite.ts';
import { say } from '../print.ts';
import { readReport } from '../read-report.ts';

export const verifyCommand: CliCommand = {
  forms: { 'REPORT.json': '' },
  flags: { ...SCENARIO_FLAGS, json: { about: 'print the differences as JSON' } },
  notes: `No server is asked. What was not recorded, such as why a feature is off, is taken as it stands, and so is what a tape showed
that was too long to be kept whole: their number is printed. A verdict that was changed is reported, and so is an exchange
that was changed, added or left out, an unknown scenario, and another suite. A report is not signed: one that was made up
as a whole is not found out. Scenarios are those that the report was run with.`,
  exits: { 0: 'all verdicts follow from what was recorded', 1: 'some do not' },
  run: async (flags, [file, ...words]) => {
    if (file === undefined) throw new UsageError('verify needs a file that run --json has written');
    atMostWords(words, 0);
    const claimed = await readReport(file);
    const { suite, context } = openChecked(ownPathsOf(flags));
    const { differences, report } = await verifyReport(claimed, suite, context);
    say(flags, { file, conclusion: report.conclusion, differences }, () => {
      const graded = claimed.rules.length;
      if (differences.length === 0)
        return `${file}: all ${graded} verdicts follow from what was recorded${cutText(claimed)}`;
      return [`${file}: this does not follow from what was recorded:`, ...differences.map((one) => `  ${one}`)].join(
        '\n',
      );
    });
    return differences.length === 0 ? EXIT.fine : EXIT.problems;
  },
};

function cutText(claimed: Report): string {
  const { size } = cutIn(claimed);
  return size === 0
    ? ''
    : `; what ${counted(size, 'tape')} showed that ${size === 1 ? 'was' : 'were'} cut is taken as it stands`;
}
