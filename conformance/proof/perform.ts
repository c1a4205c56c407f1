import { availableParallelism } from 'node:os';
import { createProgress } from '../report/terminal/progress.ts';
import { inProcesses } from './pool.ts';
import type { ChoiceResult, Done, Kill, Server, Task } from './prove.ts';

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
    wrong += isWrong(done, expected) ? 1 : 0;
    progress.update(kills.length + results.size + faults.length, [], wrong);
  });
  progress.end();
  return outcome;
}

function isWrong(done: Done, expected: ReadonlyMap<string, Server>): boolean {
  if (done.kind === 'deviation') return done.kill.outcome !== 'killed';
  if (done.kind === 'fault') return true;
  const { name, rules, byMarked } = done.result;
  const fine = [...byMarked, ...(expected.get(name)?.blamed ?? [])];
  return rules.some((rule) => !fine.includes(rule));
}
