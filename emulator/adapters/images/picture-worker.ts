import { parentPort, workerData } from 'node:worker_threads';
import { createPictureWork, type PictureAnswer, type PictureOrder } from './picture-work.ts';
import type { Answered } from './worker-pool.ts';

/** A thread that does the work it is sent and sends back the result, so that loops over pixels block nothing else. */

const work = createPictureWork(workerData.pixelsKept);

parentPort?.on('message', async ({ number, order }: { number: number; order: PictureOrder }) => {
  const answer = await answerTo(order);
  parentPort?.postMessage({ number, answer }, memoryOf(answer));
});

async function answerTo(order: PictureOrder): Promise<Answered<PictureAnswer>> {
  try {
    return { done: ownMemory(await work(order)) };
  } catch (error) {
    return { error };
  }
}

/** The memory of sharp cannot be transferred, and a copy in the main thread would block it. */
function ownMemory(answer: PictureAnswer): PictureAnswer {
  if (!('drawn' in answer)) return answer;
  return { drawn: { ...answer.drawn, bytes: new Uint8Array(answer.drawn.bytes) } };
}

function memoryOf(answer: Answered<PictureAnswer>): ArrayBuffer[] {
  if (!('done' in answer) || !('drawn' in answer.done)) return [];
  const { buffer } = answer.done.drawn.bytes;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
