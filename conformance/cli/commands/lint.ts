import { type CliCommand, EXIT } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { firstOf } from '../../../shared/first-of.ts';
import { type Problem, problemText } from '../../suite/yaml/problem.ts';
import { type Findings, lintSuite } from '../lint/lint-suite.ts';
import { ownPathsOf, SUITE_HELP, SUITE_OPTIONS } from '../own-suite.ts';
import { say } from '../print.ts';
import { ownPaths } from '../suite.ts';

export const lintCommand: CliCommand = {
  help: `tryon-conformance lint [PATH ...]: check scenarios, and what they share, on every arm and in every row.

Without a PATH, those of your own suite, and where there is none, those of the package. Each problem is told with its file,
line and column. A warning is about what makes a scenario less worth: a refusal without a twin that is accepted, a rule of
your own suite that nothing can fail yet, a scenario that does not say what it is about, a word
that is deprecated.

${SUITE_HELP}
  --json              print the problems as JSON

Ends with 0 where there are no problems, be there warnings or not, and with 1 where there are.`,
  options: { ...SUITE_OPTIONS, json: { type: 'boolean' } },
  run: async (flags, paths) => {
    const findings = lintSuite(ownPaths([...ownPathsOf(flags), ...paths], 'lint'));
    say(flags, listed(findings), () => textOf(findings));
    return findings.problems.length === 0 ? EXIT.fine : EXIT.problems;
  },
};

function listed({ problems, warnings, scenarios }: Findings) {
  const flat = ({ place, message }: Problem) => ({ ...place, message });
  return { scenarios, problems: problems.map(flat), warnings: warnings.map(flat) };
}

function textOf({ problems, warnings, scenarios }: Findings): string {
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
