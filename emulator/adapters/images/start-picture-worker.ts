import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PictureAnswer, PictureOrder } from './picture-work.ts';
import type { Answered, PoolWorker } from './worker-pool.ts';

/** Of the sources the one beside this; a bundle in dist/ or dist/chunks/ finds it in dist/. */
const PLACES = ['./picture-worker.mjs', './picture-worker.js', '../picture-worker.js'];

/** Starts a thread that works on pixels, and keeps inputs of so many pixels open. */
export function startPictureWorker(pixelsKept: number): PoolWorker<PictureOrder, PictureAnswer> {
  // What this process was started with, such as a loader or code to evaluate, is not for it.
  const worker = new Worker(fileOfWorker(), { name: 'pictures', workerData: { pixelsKept }, execArgv: [] });
  let cause: unknown = null;
  worker.unref();
  worker.on('error', (error) => {
    cause = error;
  });
  // An answer that cannot be read would never come.
  worker.on('messageerror', () => void worker.terminate());
  return {
    send: (number, order) => worker.postMessage({ number, order }),
    onAnswer: (call) =>
      worker.on('message', ({ number, answer }: { number: number; answer: Answered<PictureAnswer> }) =>
        call(number, answer),
      ),
    onEnd: (call) => worker.once('exit', (code) => call(cause ?? new Error(`a thread ended with ${code}`))),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    end: () => worker.terminate().then(() => {}),
  };
}

function fileOfWorker(): string {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`The thread that makes pictures is in none of ${files.join(', ')}.`);
  return found;
}
