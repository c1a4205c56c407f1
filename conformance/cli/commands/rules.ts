import { atMostWords, type CliCommand, EXIT, wordFlag } from '../../../shared/command.ts';
import { counted } from '../../report/terminal/lines.ts';
import { loadRules } from '../../suite/rules/load-rules.ts';
import { GROUPS, LEVELS, type Rule } from '../../suite/rules/rule.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { ownPathsOf, SUITE_HELP, SUITE_OPTIONS } from '../own-suite.ts';
import { say } from '../print.ts';

export const rulesCommand: CliCommand = {
  help: `tryon-conformance rules [options]: list the rules, in our own words.

  --group G           of one group: ${GROUPS.join(', ')}
  --level L           of one level: ${LEVELS.join(', ')}
${SUITE_HELP}
  --json              as JSON`,
  options: { group: { type: 'string' }, level: { type: 'string' }, ...SUITE_OPTIONS, json: { type: 'boolean' } },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const group = wordFlag(flags, 'group', GROUPS);
    const level = wordFlag(flags, 'level', LEVELS);
    const rules = [...loadRules(suiteFiles(ownPathsOf(flags)).rules).values()].filter(
      (rule) => (group ?? rule.group) === rule.group && (level ?? rule.level) === rule.level,
    );
    say(
      flags,
      rules.map(({ place: _place, ...rule }) => rule),
      (listed) => [...listed.map(ruleLine), counted(listed.length, 'rule')].join('\n'),
    );
    return EXIT.fine;
  },
};

function ruleLine({ id, clause, level, group, says, ask, counter }: Omit<Rule, 'place'>): string {
  const line = `${id.padEnd(32)} ${level.padEnd(8)} ${group.padEnd(10)} §${clause.padEnd(4)} ${ask ?? says}`;
  return counter === null ? line : `${line}\n${' '.repeat(33)}lawful all the same: ${counter}`;
}
