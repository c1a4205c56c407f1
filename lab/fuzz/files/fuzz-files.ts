import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Tried } from './file-fuzz.ts';

export type FilesFuzzed = { trials: number; outcomes: Map<string, number>; faults: string[] };

/** No file may take longer than this. */
const LONGEST = 5_000;

/** Tries changed files in a worker process until `isOver`. The worker is killed if a file takes too long. */
export async function fuzzFiles(seed: number, isOver: (trials: number) => boolean): Promise<FilesFuzzed> {
  const fuzzed: FilesFuzzed = { trials: 0, outcomes: new Map(), faults: [] };
  let worker: ChildProcess | null = null;
  while (!isOver(fuzzed.trials)) {
    worker ??= await openWorker(seed);
    const trial = fuzzed.trials;
    fuzzed.trials += 1;
    const tried = await triedBy(worker, trial);
    if (tried === null) {
      await ended(worker);
      worker = null;
    }
    const { kind, outcome, faults } = tried ?? HANGS;
    const name = `${kind}: ${faults.length > 0 ? `fault (${outcome})` : outcome}`;
    fuzzed.outcomes.set(name, (fuzzed.outcomes.get(name) ?? 0) + 1);
    fuzzed.faults.push(...faults.map((fault) => `seed ${seed}, file ${trial}: ${fault}`));
  }
  if (worker !== null) await closed(worker);
  return fuzzed;
}

const HANGS = { kind: '?', outcome: 'hangs', faults: [`it takes more than ${LONGEST} ms, or ends the process`] };

/** The worker removes its folder before it exits. */
async function closed(worker: ChildProcess): Promise<void> {
  worker.send(END);
  await once(worker, 'exit');
}

async function ended(worker: ChildProcess): Promise<void> {
  if (worker.kill('SIGKILL')) await once(worker, 'exit');
}

const END = 'end';

async function openWorker(seed: number): Promise<ChildProcess> {
  const worker = fork(new URL('file-worker.ts', import.meta.url), [String(seed)], { serialization: 'advanced' });
  await once(worker, 'message');
  return worker;
}

/** Returns null if it took too long or the process has ended. */
function triedBy(worker: ChildProcess, trial: number): Promise<Tried | null> {
  return new Promise((resolve) => {
    const give = (tried: Tried | null) => {
      clearTimeout(end);
      worker.removeAllListeners();
      resolve(tried);
    };
    const end = setTimeout(() => give(null), LONGEST);
    worker.once('message', give);
    worker.once('exit', () => give(null));
    worker.send(trial);
  });
}
