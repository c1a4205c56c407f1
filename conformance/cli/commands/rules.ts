import { atMostWords, type CliCommand, EXIT, textFlag, wordFlag } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { isNewer } from '../../suite/rules/graded-rules.ts';
import { loadRules } from '../../suite/rules/load-rules.ts';
import { GROUPS, LEVELS, type Rule } from '../../suite/rules/rule.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { ownPathsOf, SUITE_HELP, SUITE_OPTIONS } from '../own-suite.ts';
import { say } from '../print.ts';
import { asOf } from '../run-options.ts';

export const rulesCommand: CliCommand = {
  help: `tryon-conformance rules [options]: list the rules, in our own words.

  --group G           of one group: ${GROUPS.join(', ')}
  --level L           of one level: ${LEVELS.join(', ')}
  --since V           what came, or was raised to a failure, after a version of the suite: what an upgrade may turn red
${SUITE_HELP}
  --json              as JSON`,
  options: {
    group: { type: 'string' },
    level: { type: 'string' },
    since: { type: 'string' },
    ...SUITE_OPTIONS,
    json: { type: 'boolean' },
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const group = wordFlag(flags, 'group', GROUPS);
    const level = wordFlag(flags, 'level', LEVELS);
    const registry = loadRules(suiteFiles(ownPathsOf(flags)).rules);
    const since = asOf(textFlag(flags, 'since'), registry, '--since');
    const rules = [...registry.values()].filter(
      (rule) =>
        (group ?? rule.group) === rule.group &&
        (level ?? rule.level) === rule.level &&
        (since === undefined || isNewer(rule, since)),
    );
    say(
      flags,
      rules.map(({ place: _place, ...rule }) => rule),
      (listed) => [...listed.map(ruleLine), counted(listed.length, 'rule')].join('\n'),
    );
    return EXIT.fine;
  },
};

function ruleLine({ id, clause, level, group, says, ask, counter, since }: Omit<Rule, 'place'>): string {
  const line = `${id.padEnd(32)} ${level.padEnd(8)} ${group.padEnd(10)} §${clause.padEnd(4)} ${ask ?? says}${since === null ? '' : ` (since ${since})`}`;
  return counter === null ? line : `${line}\n${' '.repeat(33)}lawful all the same: ${counter}`;
}
