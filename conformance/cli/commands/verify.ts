import { atMostWords, type CliCommand, EXIT, UsageError } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { cutIn } from '../../report/replay.ts';
import type { Report } from '../../report/report.ts';
import { verifyReport } from '../../report/verify.ts';
import { openChecked, ownPathsOf, SCENARIO_FLAGS } from '../own-suite.ts';
import { say } from '../print.ts';
import { readRunReport } from '../read-report.ts';

export const verifyCommand: CliCommand = {
  forms: { 'REPORT.json': '' },
  flags: { ...SCENARIO_FLAGS, json: { about: 'print the differences as JSON', group: 'Output' } },
  notes: `No request is sent. verify reports changed verdicts, changed, added or removed exchanges, unknown scenarios, and a different
suite. It cannot check what was not recorded, such as why a feature is off, and answers too long to record in full: it prints
how many there are. Reports are not signed, so a completely invented report is not detected. Use the same scenarios as the
run.`,
  exits: { 0: 'all verdicts follow from the recording', 1: 'some do not' },
  examples: {
    'Check a report': 'tryon-conformance verify report.json',
    'A run with your own suite': 'tryon-conformance verify report.json --suite my-suite',
  },
  run: async (flags, [file, ...words]) => {
    if (file === undefined) throw new UsageError('verify needs a file that run --json has written');
    atMostWords(words, 0);
    const claimed = await readRunReport(file);
    const { suite, context } = openChecked(ownPathsOf(flags));
    const { differences, report } = await verifyReport(claimed, suite, context);
    say(flags, { file, conclusion: report.conclusion, differences }, () => {
      const graded = claimed.rules.length;
      if (differences.length === 0)
        return `${file}: all ${graded} verdicts follow from the recording${cutText(claimed)}`;
      return [`${file}: these do not follow from the recording:`, ...differences.map((one) => `  ${one}`)].join('\n');
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
