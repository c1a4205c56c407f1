import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Shown } from '../../domain/pixels/draw-result.ts';
import { NotMade } from '../../domain/pixels/not-made.ts';
import type { InputImage } from '../../world/ports.ts';
import { createGate } from './cache.ts';
import { isDrawnFace } from './known-faces.ts';
import { loadSharp } from './load-sharp.ts';
import {
  createPictureWork,
  type Drawn,
  type Inputs,
  type Opened,
  type PictureAnswer,
  type PictureOrder,
  pixelsOf,
  type ResultForm,
} from './picture-work.ts';
import { type Answered, createWorkerPool, type PoolLimits, type PoolWorker } from './worker-pool.ts';

/** Does the work on pixels: on small pictures in this thread, on larger ones in other threads. */
export type PictureDesk = {
  /** Jobs take turns: the inputs of one stay open until it is done. `work` gets them as they are sent to threads. */
  inTurn<Made>(inputs: Inputs, signal: AbortSignal, work: (inputs: Inputs) => Promise<Made>): Promise<Made>;
  open(inputs: Inputs, signal: AbortSignal): Promise<Opened>;
  draw(inputs: Inputs, shown: Shown, form: ResultForm, signal: AbortSignal): Promise<Drawn>;
  close(): Promise<void>;
};

/**
 * Up to this size, a loop over the pixels blocks this thread for less than 20 ms even when it is run for the first
 * time, and making a picture is faster than starting a thread. Drawn faces need no search, so the limit is higher.
 */
const MOST_PIXELS_HERE = { drawn: 2 ** 20, other: 2 ** 17 };
/** The number of pixels of open inputs, at eight bytes each. Jobs share a turn only if all their inputs stay open. */
const PIXELS_KEPT = { here: 4_000_000, byThreads: 12_000_000 };
const SMALL_AT_ONCE = 2;

/** If the pictures of very many jobs are already known, other work has its turn after this many. */
const TURNS_AT_ONCE = 100;

/** Sharp uses threads of libuv. One is left free, so that the header of an upload does not wait for pictures. */
const LIBUV_THREADS = Number(env.UV_THREADPOOL_SIZE) || 4;
const IN_HAND = Math.max(1, LIBUV_THREADS - 1);

/** With two pictures at hand, a worker processes one while sharp encodes the other. */
const LIMITS: PoolLimits = {
  workers: Math.max(1, Math.min(availableParallelism() - 1, IN_HAND)),
  inHandOfOne: 2,
  inHand: IN_HAND,
};

export function createPictureDesk(
  start: (pixelsKept: number) => PoolWorker<PictureOrder, PictureAnswer> = startPictureWorker,
): PictureDesk {
  const workHere = createPictureWork(PIXELS_KEPT.here);
  const pool = createWorkerPool(LIMITS, () => start(PIXELS_KEPT.byThreads / LIMITS.workers));
  const here = createGate(SMALL_AT_ONCE);
  const small = createGate(SMALL_AT_ONCE);
  const large = createGate(IN_HAND, PIXELS_KEPT.byThreads);
  let turns = 0;

  async function run(order: PictureOrder, signal: AbortSignal): Promise<PictureAnswer> {
    if (isSmall(order.source)) return here(() => betweenOthers(() => workHere(order)));
    // Sharp must be loaded here before a thread loads it; otherwise its library is unloaded with the thread.
    await loadSharp();
    return pool.run(order, signal);
  }
  return {
    inTurn: (inputs, signal, work) =>
      (isSmall(inputs.source) ? small : large)(async () => {
        turns += 1;
        if (turns % TURNS_AT_ONCE === 0) await setImmediate();
        if (signal.aborted) throw new NotMade('cancelled');
        return work(isSmall(inputs.source) ? inputs : sharedInputs(inputs));
      }, pixelsOf(inputs.source)),
    open: async (inputs, signal) => {
      const answer = await run({ ...inputs, ask: 'open' }, signal);
      if ('opened' in answer) return answer.opened;
      throw new Error('a picture was drawn that was to be opened');
    },
    draw: async (inputs, shown, form, signal) => {
      const answer = await run({ ...inputs, ask: 'draw', shown, form }, signal);
      if ('drawn' in answer) return answer.drawn;
      throw new Error('a picture was opened that was to be drawn');
    },
    close: () => pool.close(),
  };
}

/** In memory that all threads can read: a copy for each picture would block this thread. */
function sharedInputs({ source, hairMask }: Inputs): Inputs {
  return { source: shared(source), hairMask: hairMask && shared(hairMask) };
}

function shared(image: InputImage): InputImage {
  const bytes = new Uint8Array(new SharedArrayBuffer(image.bytes.byteLength));
  bytes.set(image.bytes);
  return { ...image, bytes };
}

/** Lets the event loop run once before, since the previous work may just have blocked it. */
async function betweenOthers<Made>(work: () => Promise<Made>): Promise<Made> {
  await setImmediate();
  return work();
}

function isSmall(source: InputImage): boolean {
  return pixelsOf(source) <= MOST_PIXELS_HERE[isDrawnFace(source.digest) ? 'drawn' : 'other'];
}

/** The source next to this file; or the one in dist/, from a bundle in dist/ or dist/chunks/. */
const PLACES = ['./picture-worker.mjs', './picture-worker.js', '../picture-worker.js'];

/** Starts a thread that works on pixels, and keeps inputs with this many pixels open. */
export function startPictureWorker(pixelsKept: number): PoolWorker<PictureOrder, PictureAnswer> {
  // The thread does not inherit options of this process, such as a loader or code to evaluate.
  const worker = new Worker(fileOfWorker(), { name: 'pictures', workerData: { pixelsKept }, execArgv: [] });
  let cause: unknown = null;
  worker.unref();
  worker.on('error', (error) => {
    cause = error;
  });
  // The order would wait forever for an answer that cannot be deserialized.
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
