import { type CliCommand, EXIT } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { firstOf } from '../../../shared/first-of.ts';
import { type Problem, problemText } from '../../suite/yaml/problem.ts';
import { type Findings, lintSuite } from '../lint/lint-suite.ts';
import { ownPaths, ownPathsOf, SUITE_FLAGS } from '../own-suite.ts';
import { say } from '../print.ts';

export const lintCommand: CliCommand = {
  forms: { '[PATH ...]': '' },
  flags: { ...SUITE_FLAGS, json: { about: 'print the problems as JSON' } },
  notes: `Scenarios, and what they share, are checked on every arm and in every row. Without a PATH, those of your own suite are
checked, or those of the package. Each problem is printed with its file, line and column. A warning is about what makes a
scenario worth less: a refusal without an accepted twin, a rule of your own suite that nothing can fail yet, a missing
about, a deprecated word.`,
  exits: { 0: 'no problems, with or without warnings', 1: 'there are problems' },
  run: async (flags, paths) => {
    const findings = lintSuite(ownPaths([...ownPathsOf(flags), ...paths], 'lint'));
    say(flags, listed(findings), () => findingsText(findings));
    return findings.problems.length === 0 ? EXIT.fine : EXIT.problems;
  },
};

function listed({ problems, warnings, scenarios }: Findings) {
  const flat = ({ place, message }: Problem) => ({ ...place, message });
  return { scenarios, problems: problems.map(flat), warnings: warnings.map(flat) };
}

function findingsText({ problems, warnings, scenarios }: Findings): string {
  const lines = [
    ...firstOf(problems.map(problemText)),
    ...firstOf(
      warnings.map(({ place, message }) => problemText({ place, message: `warning: ${message}` })),
      'warnings',
    ),
  ];
  const counts = [
    counted(scenarios, 'scenario'),
    counted(problems.length, 'problem'),
    counted(warnings.length, 'warning'),
  ];
  return [...lines, ...(lines.length === 0 ? [] : ['']), counts.join(', ')].join('\n');
}
