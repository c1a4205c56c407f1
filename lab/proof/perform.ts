import { availableParallelism } from 'node:os';
import { createProgress } from '../../conformance/report/terminal/progress.ts';
import { inProcesses } from './pool.ts';
import type { ChoiceResult, Done, Kill, Server, Task } from './prove.ts';

/** `kills` are of the emulator's deviations, `breaches` of those of the other make. */
export type Outcome = { kills: Kill[]; breaches: Kill[]; results: Map<string, ChoiceResult>; faults: string[] };

/** Does the tasks in as many processes as the machine has processors, and shows how far it is. */
export async function perform(tasks: readonly Task[]): Promise<Outcome> {
  const outcome: Outcome = { kills: [], breaches: [], results: new Map(), faults: [] };
  const { kills, breaches, results, faults } = outcome;
  const progress = createProgress(process.stderr, {
    isTty: process.stderr.isTTY === true,
    now: () => performance.now(),
  });
  const expected = new Map(tasks.flatMap((task) => (task.kind === 'choices' ? [[task.server.name, task.server]] : [])));
  let wrong = 0;
  progress.begin(tasks.length);
  await inProcesses(tasks, availableParallelism(), (done) => {
    if (done.kind === 'deviation') kills.push(done.kill);
    else if (done.kind === 'breach') breaches.push(done.kill);
    else if (done.kind === 'choices') results.set(done.result.name, done.result);
    else faults.push(`${JSON.stringify(done.task)}: ${done.message}`);
    wrong += isWrong(done, expected) ? 1 : 0;
    progress.update(kills.length + breaches.length + results.size + faults.length, [], wrong);
  });
  progress.end();
  return outcome;
}

function isWrong(done: Done, expected: ReadonlyMap<string, Server>): boolean {
  if (done.kind === 'fault') return true;
  if (done.kind !== 'choices') return done.kill.outcome !== 'killed';
  const { name, rules, byMarked } = done.result;
  const fine = [...byMarked, ...(expected.get(name)?.blamed ?? [])];
  return rules.some((rule) => !fine.includes(rule));
}
