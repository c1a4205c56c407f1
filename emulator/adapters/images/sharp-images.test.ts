import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { fixtures } from '../../../fixtures/index.ts';
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
  checkedFor: 'face',
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

/** A desk that draws only when the test says so, and not for callers that have cancelled by then. */
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

it('a picture that two callers request is made once; if the first cancels, it is made for the second', async () => {
  const { desk, drawing } = heldDesk();
  const images = createSharpImages(desk);
  const stop = new AbortController();
  const first = images.process(TASK, stop.signal).catch((error: unknown) => error);
  const second = images.process(TASK);
  await setImmediate();
  expect(drawing).toHaveLength(1);
  stop.abort();
  // Immediately, although drawing has not ended.
  expect(await first).toMatchObject({ why: 'cancelled' });
  drawing[0]?.();
  await setImmediate();
  expect(drawing).toHaveLength(2);
  drawing[1]?.();
  expect(await second).toEqual({ images: [{ role: 'image', ...DRAWN }] });
});

it('many callers may wait for pictures at once without a warning', async () => {
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

it('the size of an input in one world does not affect another world', async () => {
  const { desk } = heldDesk();
  const open = vi.fn(async ({ hairMask }: Inputs) => ({ skinShare: 1, isMaskWhole: hairMask?.width === 9 }));
  const images = createSharpImages({ ...desk, open, draw: async () => DRAWN });
  const mask = (width: number) => ({ digest: 'a mask', bytes: new Uint8Array(1), width, height: 9 });
  expect(await images.process({ ...TASK, hairMask: mask(7) })).toHaveProperty('failure');
  expect(await images.process({ ...TASK, hairMask: mask(9) })).toHaveProperty('images');
});

it('reads a header once for each digest and orientation', async () => {
  const images = createSharpImages(heldDesk().desk);
  const face = fixtures.face('short-blond').bytes('image/webp');
  const first = await images.inspect(new Uint8Array(1), 'one');
  expect(first).toHaveProperty('problem');
  expect(await images.inspect(face, 'one')).toBe(first);
  expect(await images.inspect(face, 'one', 'as_stored')).toHaveProperty('mediaType', 'image/webp');
  expect(await images.inspect(face, 'two')).toHaveProperty('mediaType', 'image/webp');
});
