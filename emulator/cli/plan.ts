import { atMostWords, type CliCommand, oneOfWords, UsageError } from '../../shared/command.ts';
import { addedPlanSchema, type PlanReport } from '../control/schemas/plan.ts';
import { readGiven } from './read-given.ts';
import { addRemote, callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from './remote.ts';

export const planCommand: CliCommand = {
  help: `tryon-emulator plan add FILE    decide the jobs to come by a plan in YAML or JSON
tryon-emulator plan add '{…}'   the same, written out in JSON
tryon-emulator plan [list]      the plans in the order in which they are tried, and how often each was used
tryon-emulator plan clear       remove them all

A plan that ends by itself (once, unless it says nth, every or times: null) is used before those that stand, the oldest
first; of those that stand the newest goes first, and those of the configuration come last.

  --prepend     with add: the plan stands before all others
${REMOTE_HELP}`,
  options: { ...REMOTE_OPTIONS, prepend: { type: 'boolean' } },
  run: async (flags, [action = 'list', ...words]) => {
    const prepend = flags['prepend'] === true;
    if (prepend && action !== 'add') throw new UsageError('--prepend is for plan add');
    switch (oneOfWords(action, ['list', 'add', 'clear'], 'the word after plan')) {
      case 'list':
        atMostWords(words, 0);
        return say(flags, await callRemote<PlanReport[]>(flags, 'GET', '/plans'), planLines);
      case 'add': {
        atMostWords(words, 1);
        const plan = { ...(await readPlan(words[0])), ...(prepend && { prepend }) };
        return say(flags, await addRemote(flags, '/plans', 'plan', plan), ({ id }) => id);
      }
      case 'clear':
        atMostWords(words, 0);
        await callRemote(flags, 'DELETE', '/plans');
        return say(flags, {}, () => 'no plans are left');
    }
  },
};

function readPlan(source: string | undefined): Promise<object> {
  if (source === undefined) throw new UsageError('plan add needs a file or JSON: plan add \'{"outcome": …}\'');
  return readGiven('The plan', source, addedPlanSchema);
}

function planLines(plans: PlanReport[]): string {
  if (plans.length === 0) return 'there are no plans';
  return plans
    .map(({ id, matched, used, plan }) => `${id}  matched ${matched}, used ${used}  ${JSON.stringify(plan)}`)
    .join('\n');
}
