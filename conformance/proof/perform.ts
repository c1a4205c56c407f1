import { availableParallelism } from 'node:os';
import { createProgress } from '../report/terminal/progress.ts';
import { inProcesses } from './pool.ts';
import type { ChoiceResult, Kill, Task } from './prove.ts';

export type Outcome = { kills: Kill[]; results: Map<string, ChoiceResult>; faults: string[] };

/** Does the tasks in as many processes as the machine has processors, and shows how far it is. */
export async function perform(tasks: readonly Task[]): Promise<Outcome> {
  const outcome: Outcome = { kills: [], results: new Map(), faults: [] };
  const { kills, results, faults } = outcome;
  const progress = createProgress(process.stderr, {
    isTty: process.stderr.isTTY === true,
    now: () => performance.now(),
  });
  const expected = new Map(tasks.flatMap((task) => (task.kind === 'choices' ? [[task.server.name, task.server]] : [])));
  let wrong = 0;
  progress.begin(tasks.length);
  await inProcesses(tasks, availableParallelism(), (done) => {
    if (done.kind === 'deviation') kills.push(done.kill);
    else if (done.kind === 'choices') results.set(done.result.name, done.result);
    else faults.push(`${JSON.stringify(done.task)}: ${done.message}`);
    if (done.kind === 'deviation') wrong += done.kill.outcome === 'killed' ? 0 : 1;
    else if (done.kind === 'fault') wrong += 1;
    else wrong += done.result.rules.every((rule) => expected.get(done.result.name)?.blamed.includes(rule)) ? 0 : 1;
    progress.update(kills.length + results.size + faults.length, [], wrong);
  });
  progress.end();
  return outcome;
}
