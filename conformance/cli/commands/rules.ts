import { type CliCommand, EXIT, textFlag, UsageError, wordFlag } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { spareTexts } from '../../suite/expectation/spares.ts';
import { compareVersions, isNewer } from '../../suite/rules/graded-rules.ts';
import { loadRules } from '../../suite/rules/load-rules.ts';
import { GROUPS, LEVELS, type Rule } from '../../suite/rules/rule.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { ownPathsOf, SUITE_FLAGS } from '../own-suite.ts';
import { say } from '../print.ts';
import { asOf } from '../run-options.ts';

export const rulesCommand: CliCommand = {
  forms: { '[RULE ...] [options]': '' },
  flags: {
    group: { about: 'only rules of this group', value: 'G', words: GROUPS },
    level: { about: 'only rules of this level', value: 'L', words: LEVELS },
    since: { about: 'only rules that are new or stricter since this version', value: 'V' },
    at: { about: 'the rules of this version of the suite, with those retired since', value: 'V' },
    ...SUITE_FLAGS,
    json: { about: 'print the rules as JSON', group: 'Output' },
  },
  notes: `With RULE, prints the full rule: the rules that it follows from, and the lawful exceptions, which only cause a warning. --since
shows what may fail after an upgrade. --at omits rules that were added, or raised to a failure, after that version.`,
  examples: {
    'Explain a rule': 'tryon-conformance rules JOB-404',
    'What changed since 0.1.0': 'tryon-conformance rules --since 0.1.0',
  },
  run: async (flags, words) => {
    const group = wordFlag(flags, 'group', GROUPS);
    const level = wordFlag(flags, 'level', LEVELS);
    const registry = loadRules(suiteFiles(ownPathsOf(flags)).rules);
    const since = asOf(textFlag(flags, 'since'), registry, '--since');
    const at = asOf(textFlag(flags, 'at'), registry, '--at');
    assertRules(words, [...registry.keys()]);
    const rules = [...registry.values()].filter(
      (rule) =>
        (words.length === 0 || words.includes(rule.id)) &&
        (group ?? rule.group) === rule.group &&
        (level ?? rule.level) === rule.level &&
        (since === undefined || isNewer(rule, since)) &&
        isOfVersion(rule, at),
    );
    say(
      flags,
      rules.map(
        ({ place: _place, spares, ...rule }): Shown => ({
          ...rule,
          spares: spares === null ? null : spareTexts(spares),
        }),
      ),
      (listed) =>
        words.length > 0
          ? listed.map((rule) => wholeRule(rule, registry)).join('\n\n')
          : [...listed.map(ruleLine), counted(listed.length, 'rule')].join('\n'),
    );
    return EXIT.fine;
  },
};

type Shown = Omit<Rule, 'place' | 'spares'> & { spares: string[] | null };

function assertRules(words: readonly string[], known: readonly string[]): void {
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new UsageError(`there is no rule ${unknown}${didYouMean(unknown, known)}`);
}

function wholeRule(
  { id, clause, level, group, says, ask, from, presumes, sentences, ...rest }: Shown,
  registry: ReadonlyMap<string, Pick<Rule, 'says'>>,
): string {
  const { counter, why, open, spares, because, reading, since, status, until, thread, retired_in } = rest;
  const rows = [
    ['section', clause],
    ...(reading === null ? [] : [['reading', `${reading}`]]),
    ...(since === null ? [] : [['since', since]]),
    ...(status === null ? [] : [['status', [status, until ?? thread ?? retired_in].join(', ')]]),
    ...sentences.map(({ text }) => ['sentence', text]),
    ...from.map((one) => ['follows from', `${one}: ${registry.get(one)?.says ?? ''}`]),
    ...presumes.map((one) => ['untested if broken', `${one}: ${registry.get(one)?.says ?? ''}`]),
    ...(counter === null ? [] : [['lawful all the same', counter]]),
    ...(spares ?? []).map((text) => ['only warns where', text]),
    ...(open === null ? [] : [['only warns, since', open]]),
    ...[why, because].flatMap((text) => (text === null ? [] : [['why no more', text]])),
  ];
  const lines = rows.map(([name = '', text = '']) => `  ${name.padEnd(20)} ${text}`);
  return [`${id}  ${level}, ${group}`, `  ${ask ?? says}`, ...lines].join('\n');
}

/** Whether a version of the suite graded the rule as it is now. Without a version, all rules are listed. */
function isOfVersion(rule: Rule, version: string | undefined): boolean {
  if (version === undefined) return true;
  const { retired_in } = rule;
  return !isNewer(rule, version) && (retired_in === null || compareVersions(retired_in, version) > 0);
}

function ruleLine({ id, clause, level, group, says, ask, counter, since, status }: Shown): string {
  const line = `${id.padEnd(32)} ${level.padEnd(8)} ${group.padEnd(10)} §${clause.padEnd(4)} ${ask ?? says}${since === null ? '' : ` (since ${since})`}${status === null ? '' : ` (${status})`}`;
  return counter === null ? line : `${line}\n${' '.repeat(33)}lawful all the same: ${counter}`;
}
