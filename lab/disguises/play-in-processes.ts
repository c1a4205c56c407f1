import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Played, Task } from './play.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Plays tasks in a process each, a few at once, and returns the results in the order of the tasks. */
export async function playInProcesses(
  tasks: readonly Task[],
  processes: number,
  onPlayed: (task: Task, played: Played) => void,
): Promise<Played[]> {
  const results: Played[] = [];
  const waiting = [...tasks.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, task] = next;
      const before = results.flatMap(({ findings }) => findings);
      const played = await playInProcess({ ...task, before });
      results[place] = played;
      onPlayed(task, played);
    }
  };
  await Promise.all(Array.from({ length: processes }, lane));
  return results;
}

function playInProcess(task: Task): Promise<Played> {
  return new Promise((resolve) => {
    const child = fork(WORKER);
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('message', (message) => resolve(message as Played));
    child.once('exit', (code) => {
      process.off('exit', end);
      resolve({ findings: [], errors: [`its process ended with ${code}`], hasFired: false, seconds: 0 });
    });
    child.send(task);
  });
}
