import { parentPort, workerData } from 'node:worker_threads';
import { loadSharp } from './load-sharp.ts';
import { createPictureWork, type PictureAnswer, type PictureOrder } from './picture-work.ts';
import type { Answered } from './worker-pool.ts';

/** A thread that does what it is sent, and sends back what came of it: where one loops over pixels, no one else waits. */

const work = createPictureWork(workerData.pixelsKept);
// Pictures are made side by side: threads of libvips in addition would only take turns.
const ready = loadSharp().then((sharp) => sharp.concurrency(1));

parentPort?.on('message', async ({ number, order }: { number: number; order: PictureOrder }) => {
  const answer = await answerTo(order);
  parentPort?.postMessage({ number, answer }, memoryOf(answer));
});

async function answerTo(order: PictureOrder): Promise<Answered<PictureAnswer>> {
  try {
    await ready;
    return { done: ownMemory(await work(order)) };
  } catch (error) {
    return { error };
  }
}

/** Sharp's memory cannot be given away, and a copy that the main thread made would hold it up. */
function ownMemory(answer: PictureAnswer): PictureAnswer {
  if (!('drawn' in answer)) return answer;
  return { drawn: { ...answer.drawn, bytes: new Uint8Array(answer.drawn.bytes) } };
}

function memoryOf(answer: Answered<PictureAnswer>): ArrayBuffer[] {
  if (!('done' in answer) || !('drawn' in answer.done)) return [];
  const { buffer } = answer.done.drawn.bytes;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
