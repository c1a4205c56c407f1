import { type CliCommand, EXIT } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { firstOf } from '../../../shared/first-of.ts';
import { type Problem, problemText } from '../../suite/yaml/problem.ts';
import { type Findings, lintSuite } from '../lint/lint-suite.ts';
import { ownPaths, ownPathsOf, SUITE_FLAGS } from '../own-suite.ts';
import { say } from '../print.ts';

export const lintCommand: CliCommand = {
  forms: { '[PATH ...]': '' },
  flags: { ...SUITE_FLAGS, json: { about: 'print the problems as JSON', group: 'Output' } },
  notes: `Checks scenarios, and the files that they share, in every arm and row. Without PATH, checks your suite, or the built-in one. Each
problem has its file, line and column. A warning is about a weak scenario: a refusal without an accepted twin, a rule without
a deviation, a missing about.`,
  exits: { 0: 'no problems, with or without warnings', 1: 'there are problems' },
  examples: {
    'Check your suite': 'tryon-conformance lint',
    'Check one file': 'tryon-conformance lint scenarios/mine.yaml',
  },
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
