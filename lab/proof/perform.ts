import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createProgress } from '../../conformance/report/terminal/progress.ts';
import type { ChoiceResult, Done, Fresh, Kill, Server, Task } from './prove.ts';
import type { Found } from './sessions.ts';

/** `kills` belong to the deviations of the emulator, `breaches` to those of the other server. */
export type Outcome = {
  kills: Kill[];
  breaches: Kill[];
  fresh: Fresh[];
  results: Map<string, ChoiceResult>;
  sessions: Found[];
  faults: string[];
};

/** Runs the tasks in one process per processor, and prints the progress. */
export async function perform(tasks: readonly Task[]): Promise<Outcome> {
  const outcome: Outcome = { kills: [], breaches: [], fresh: [], results: new Map(), sessions: [], faults: [] };
  const { kills, breaches, fresh, results, sessions, faults } = outcome;
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
    else if (done.kind === 'fresh') fresh.push(done.fresh);
    else if (done.kind === 'choices') results.set(done.result.name, done.result);
    else if (done.kind === 'sessions') sessions.push(done.found);
    else faults.push(`${JSON.stringify(done.task)}: ${done.message}`);
    const isUnexpected = isWrong(done, expected);
    wrong += isUnexpected ? 1 : 0;
    const finished = [kills, breaches, fresh, sessions, faults].reduce((sum, { length }) => sum + length, results.size);
    progress.update(finished, [], wrong, ...(isUnexpected ? [JSON.stringify(done).slice(0, NOTE_LENGTH)] : []));
  });
  progress.end();
  return outcome;
}

function isWrong(done: Done, expected: ReadonlyMap<string, Server>): boolean {
  if (done.kind === 'fault') return true;
  if (done.kind === 'fresh') return done.fresh.failed.length === 0;
  if (done.kind === 'sessions') return done.found.isLawful !== (done.found.rules.length === 0);
  if (done.kind !== 'choices') return done.kill.outcome !== 'killed';
  const { name, rules, byMarked } = done.result;
  const fine = [...byMarked, ...(expected.get(name)?.blamed ?? [])];
  return rules.some((rule) => !fine.includes(rule));
}

/** The length to which an unexpected result is cut when it is printed. The summary at the end has all of it. */
const NOTE_LENGTH = 1_000;

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Distributes tasks to processes, and calls `onDone` for each finished task. All processes are ended in any case. */
async function inProcesses(tasks: readonly Task[], processes: number, onDone: (done: Done) => void): Promise<void> {
  const waiting = [...tasks];
  const children = Array.from({ length: Math.min(processes, tasks.length) }, () => fork(WORKER));
  const end = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', end);
  try {
    await Promise.all(children.map((child) => drain(child, waiting, onDone)));
  } finally {
    end();
    process.off('exit', end);
  }
}

function drain(child: ChildProcess, waiting: Task[], onDone: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let current: Task | null = null;
    const next = () => {
      current = waiting.shift() ?? null;
      if (current === null) resolve();
      else child.send(current);
    };
    child.on('message', (message) => {
      if (message !== 'ready') onDone(message as Done);
      next();
    });
    child.on('exit', (code) => {
      if (current !== null)
        reject(new Error(`a process of the proof ended with ${code} at ${JSON.stringify(current)}`));
    });
  });
}
