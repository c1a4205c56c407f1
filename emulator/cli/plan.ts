import { readYamlFile } from '../adapters/config-file.ts';
import type { PlanReport } from '../control/plan-control.ts';
import { planSchema } from '../control/plan-control.ts';
import { BadInput } from '../domain/bad-input.ts';
import { atMostWords, type CliCommand, oneOfWords, UsageError } from './command.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from './remote.ts';

export const planCommand: CliCommand = {
  help: `tryon-emulator plan add FILE    decide the jobs to come by a plan in YAML or JSON
tryon-emulator plan add '{…}'   the same, written out in JSON
tryon-emulator plan [list]      the plans, and how often each was used
tryon-emulator plan clear       remove them all

${REMOTE_HELP}`,
  options: REMOTE_OPTIONS,
  run: async (flags, [action = 'list', ...words]) => {
    switch (oneOfWords(action, ['list', 'add', 'clear'], 'the word after plan')) {
      case 'list':
        atMostWords(words, 0);
        return say(flags, await callRemote<PlanReport[]>(flags, 'GET', '/plans'), planLines);
      case 'add': {
        atMostWords(words, 1);
        const plan = await readPlan(words[0]);
        return say(flags, await callRemote<{ id: string }>(flags, 'POST', '/plans', plan), ({ id }) => id);
      }
      case 'clear':
        atMostWords(words, 0);
        await callRemote(flags, 'DELETE', '/plans');
        return say(flags, {}, () => 'no plans are left');
    }
  },
};

function readPlan(source: string | undefined): unknown {
  if (source === undefined) throw new UsageError('plan add needs a file or JSON: plan add \'{"outcome": …}\'');
  if (!source.trimStart().startsWith('{')) return readYamlFile(source, planSchema);
  try {
    return JSON.parse(source);
  } catch {
    throw new BadInput('The plan', [{ path: 'body', problem: 'is not JSON' }]);
  }
}

function planLines(plans: PlanReport[]): string {
  if (plans.length === 0) return 'there are no plans';
  return plans
    .map(({ id, matched, used, plan }) => `${id}  matched ${matched}, used ${used}  ${JSON.stringify(plan)}`)
    .join('\n');
}
