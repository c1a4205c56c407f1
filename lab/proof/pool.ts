import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Done, Task } from './prove.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Spreads tasks over processes, and calls `onDone` for each that is done. No process is left, however it ends. */
export async function inProcesses(
  tasks: readonly Task[],
  processes: number,
  onDone: (done: Done) => void,
): Promise<void> {
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
