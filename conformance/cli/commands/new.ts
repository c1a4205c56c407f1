import { join } from 'node:path';
import {
  atMostWords,
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  oneOfWords,
  textFlag,
  UsageError,
  wordFlag,
} from '../../../shared/command.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { loadRules } from '../../suite/rules/load-rules.ts';
import { newRule } from '../../suite/rules/new-rule.ts';
import { GROUPS, LEVELS, type Registry } from '../../suite/rules/rule.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { slashedPath } from '../../suite/yaml/source-file.ts';
import { appendNamed, createNamed, orUsageError, readNamed } from '../files.ts';
import { schemaComment } from '../new-suite.ts';
import { ownPathsOf, SUITE_FLAGS, suiteFolder } from '../own-suite.ts';
import { print } from '../print.ts';

export const newCommand: CliCommand = {
  forms: {
    'rule ID [FILE]': 'print a new rule, or append it to FILE',
    'scenario NAME [FILE]': 'write a scenario template (default: scenarios/NAME.yaml)',
  },
  flags: {
    ...flagGroup('Rule', {
      spec: { about: 'spec that contains the sentence of the rule', value: 'FILE' },
      sentence: { about: 'words of the sentence', value: 'WORDS' },
      section: { about: 'section of the sentence', value: 'N' },
      level: { about: 'level of the rule', value: 'L', words: LEVELS, default: 'must; gap for GAP-…' },
      group: { about: 'group of the rule', value: 'G', words: GROUPS, default: 'core' },
    }),
    ...flagGroup('Scenario', { rule: { about: 'rule that the scenario checks', value: 'ID' } }),
    ...SUITE_FLAGS,
  },
  examples: {
    'A rule from a sentence of the spec':
      'tryon-conformance new rule JOB-COLOR rules.yaml --spec spec.md --sentence "color of a job"',
    'A scenario for it': 'tryon-conformance new scenario jobs/color --rule JOB-COLOR',
  },
  run: async (flags, [kind, name, file, ...words]) => {
    const what = oneOfWords(kind, ['rule', 'scenario'], 'the word after new');
    if (name === undefined)
      throw new UsageError(`new ${what} needs ${what === 'rule' ? 'an ID' : 'a NAME: topic/what-it-shows'}`);
    atMostWords(words, 0);
    const folder = suiteFolder(flags);
    const registry = loadRules(suiteFiles(ownPathsOf(flags)).rules);
    if (what === 'rule') beginRule(flags, registry, name, file);
    else beginScenario(flags, registry, name, file ?? slashedPath(join(folder ?? '.', `scenarios/${name}.yaml`)));
    return EXIT.fine;
  },
};

function beginRule(flags: Flags, registry: Registry, id: string, file: string | undefined): void {
  const row = rowOf(flags, registry, id);
  if (file === undefined) {
    print(row.trimEnd());
    return;
  }
  appendNamed(file, row, schemaComment(file, 'rules'));
  print(`added ${id} to ${file}; fill in what is …, and run: tryon-conformance lint`);
}

function rowOf(flags: Flags, registry: Registry, id: string): string {
  const spec = textFlag(flags, 'spec');
  const level = wordFlag(flags, 'level', LEVELS) ?? (id.startsWith('GAP-') ? 'gap' : 'must');
  const group = wordFlag(flags, 'group', GROUPS) ?? 'core';
  const about = { sentence: textFlag(flags, 'sentence'), section: textFlag(flags, 'section') };
  const text = spec === undefined ? undefined : readNamed(spec, '--spec');
  const quoted = suiteFolder(flags) !== null;
  return orUsageError(() => newRule({ registry, id, level, group, ...about, spec: text, quoted }));
}

function beginScenario(flags: Flags, registry: Registry, name: string, file: string): void {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(name))
    throw new UsageError(
      `${name} is not a scenario name: write topic/what-it-shows in lower-case letters, digits and -`,
    );
  const rule = textFlag(flags, 'rule');
  if (rule !== undefined && !registry.has(rule))
    throw new UsageError(`--rule: there is no rule ${rule}${didYouMean(rule, [...registry.keys()])}`);
  createNamed(file, schemaComment(file, 'scenario') + newScenario(name, rule ?? null));
  print(`wrote ${file}; run: tryon-conformance run --watch ${file}`);
}

/** A new scenario with placeholders that lint reports until they are filled in. */
function newScenario(name: string, rule: string | null): string {
  const id = rule ?? 'RULE-ID';
  return `scenario: ${name}
about: … # what it shows, in a sentence
covers: [${id}] # every rule that is checked below
requires: {keys: [primary]} # what must be there; see also features and drivers
given: [{use: lib/submit, as: job}] # what it begins with: here a job
steps:
  - {id: read, call: "GET /v1/jobs/\${job.id}", expect: {${id}: {status: 200, body.id: "\${job.id}"}}}
finally: [{use: lib/erase, jobs: all, assets: all}] # always, also after a failure
`;
}
