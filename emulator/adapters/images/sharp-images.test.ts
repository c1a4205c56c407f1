import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { NotMade } from '../../domain/pixels/not-made.ts';
import type { ProcessTask } from '../../world/ports.ts';
import type { PictureDesk } from './picture-desk.ts';
import type { Drawn, Inputs } from './picture-work.ts';
import { createSharpImages } from './sharp-images.ts';

const TASK: ProcessTask = {
  submission: { operation: 'makeup.apply', inputs: [], products: [] },
  source: { digest: 'a face', bytes: new Uint8Array(1), width: 9, height: 9 },
  hairMask: null,
  findings: [],
  resultType: 'image/png',
  detectFace: true,
  halved: false,
  isFixed: false,
};
const DRAWN: Drawn = {
  mediaType: 'image/png',
  digest: 'a result',
  sizeBytes: 1,
  width: 9,
  height: 9,
  bytes: new Uint8Array(1),
};

/** A desk that draws when it is asked to, and nothing for those who have given up by then. */
function heldDesk() {
  const drawing: (() => void)[] = [];
  const desk: PictureDesk = {
    inTurn: (inputs, _, work) => work(inputs),
    open: async () => ({ skinShare: 1, isMaskWhole: true }),
    draw: (_inputs, _shown, _form, signal) =>
      new Promise((resolve, reject) =>
        drawing.push(() => (signal.aborted ? reject(new NotMade('cancelled')) : resolve(DRAWN))),
      ),
    close: async () => {},
  };
  return { desk, drawing };
}

it('what two have asked for is made once; where the first gives up, the second has it made', async () => {
  const { desk, drawing } = heldDesk();
  const images = createSharpImages(desk);
  const stop = new AbortController();
  const first = images.process(TASK, stop.signal).catch((error: unknown) => error);
  const second = images.process(TASK);
  await setImmediate();
  expect(drawing).toHaveLength(1);
  stop.abort();
  // At once, though the drawing has not ended.
  expect(await first).toMatchObject({ why: 'cancelled' });
  drawing[0]?.();
  await setImmediate();
  expect(drawing).toHaveLength(2);
  drawing[1]?.();
  expect(await second).toEqual({ images: [{ role: 'image', ...DRAWN }] });
});

it('many may wait for pictures at once, of which no one is warned', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { desk, drawing } = heldDesk();
  const images = createSharpImages(desk);
  const { signal } = new AbortController();
  const waiting = Array.from({ length: 20 }, () => images.process(TASK, signal));
  await setImmediate();
  for (const draw of drawing) draw();
  expect(await Promise.all(waiting)).toHaveLength(20);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it('what an input was said to be by one world is not what it is by another', async () => {
  const { desk } = heldDesk();
  const open = vi.fn(async ({ hairMask }: Inputs) => ({ skinShare: 1, isMaskWhole: hairMask?.width === 9 }));
  const images = createSharpImages({ ...desk, open, draw: async () => DRAWN });
  const mask = (width: number) => ({ digest: 'a mask', bytes: new Uint8Array(1), width, height: 9 });
  expect(await images.process({ ...TASK, hairMask: mask(7) })).toHaveProperty('failure');
  expect(await images.process({ ...TASK, hairMask: mask(9) })).toHaveProperty('images');
});
