import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { fixtures } from '../../../fixtures/index.ts';
import type { Shown } from '../../domain/pixels/draw-result.ts';
import { digestOf } from '../../domain/values/digest.ts';
import type { InputImage } from '../../world/ports.ts';
import { createPictureDesk, startPictureWorker } from './picture-desk.ts';
import { createPictureWork, type Inputs, type PictureAnswer, type PictureOrder } from './picture-work.ts';
import type { PoolWorker } from './worker-pool.ts';

const FORM = { resultType: 'image/png', halved: false } as const;
const LIPSTICK: Shown = { what: 'makeup', products: [{ category: 'lipstick', color: '#b3123f', opacity: 1 }] };
const NEVER = new AbortController().signal;

type Started = PoolWorker<PictureOrder, PictureAnswer>;

let desk = createPictureDesk();
afterEach(() => desk.close());

/** A desk that records the threads it starts. `send` is called between the desk and its threads. */
function watchedDesk(
  send: (started: Started, ...sent: Parameters<Started['send']>) => void = ({ send }, ...sent) => send(...sent),
) {
  const started: Started[] = [];
  desk = createPictureDesk((pixelsKept) => {
    const worker = startPictureWorker(pixelsKept);
    started.push(worker);
    return { ...worker, send: (...sent) => send(worker, ...sent) };
  });
  const make = (source: InputImage) =>
    desk.inTurn({ source, hairMask: null }, NEVER, async (inputs: Inputs) => {
      const opened = await desk.open(inputs, NEVER);
      return { opened, drawn: await desk.draw(inputs, LIPSTICK, FORM, NEVER) };
    });
  return { started, make };
}

async function faceOf(width: number, height: number): Promise<InputImage> {
  const bytes = await sharp(fixtures.face('grey-bob').bytes()).resize(width, height, { fit: 'fill' }).png().toBuffer();
  return { bytes, width, height, digest: digestOf(bytes) };
}

describe('the picture desk', () => {
  it('makes small pictures and drawn faces in this thread, and starts no other', async () => {
    const { started, make } = watchedDesk();
    const { width, height, files, bytes } = fixtures.face('afro');
    const drawn = { bytes: bytes(), width, height, digest: files[0]?.digest ?? '' };
    const made = await Promise.all([await faceOf(360, 360), drawn].map(make));
    expect(made.map((one) => one.drawn.width)).toEqual([360, 720]);
    expect(started).toEqual([]);
  });

  it('lets other work run between very many pictures that need no work', async () => {
    const source = { bytes: new Uint8Array(1), width: 9, height: 9, digest: 'a face' };
    const done = { at: 0, seen: [] as number[] };
    const jobs = Array.from({ length: 450 }, () =>
      desk.inTurn({ source, hairMask: null }, NEVER, async () => {
        done.at += 1;
      }),
    );
    while (done.at < jobs.length) {
      await setImmediate();
      done.seen.push(done.at);
    }
    expect(done.seen.filter((count) => count < jobs.length).length).toBeGreaterThanOrEqual(2);
    await Promise.all(jobs);
  });

  it('makes larger pictures in threads with the same bytes as here, even if a thread dies', async () => {
    let [sent, killed] = [0, 0];
    const { started, make } = watchedDesk((worker, ...order) => {
      sent += 1;
      worker.send(...order);
      if (sent > 1) return;
      killed += 1;
      void worker.end();
    });
    const source = await faceOf(400, 400);
    const { opened, drawn } = await make(source);
    const here = createPictureWork(0);
    const inputs = { source, hairMask: null };
    expect([{ opened }, { drawn: { ...drawn, bytes: Buffer.from(drawn.bytes) } }]).toEqual([
      await here({ ...inputs, ask: 'open' }),
      await here({ ...inputs, ask: 'draw', shown: LIPSTICK, form: FORM }),
    ]);
    expect([killed, started.length, sent]).toEqual([1, 2, 3]);
  });
});
