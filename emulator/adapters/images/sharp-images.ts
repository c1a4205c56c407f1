import type { JobError } from '../../domain/output.ts';
import type { Shown } from '../../domain/pixels/draw-result.ts';
import { LEAST_SKIN } from '../../domain/pixels/guess-face.ts';
import { NotMade } from '../../domain/pixels/not-made.ts';
import type { Images, MadeImage, MadeImages, ProcessTask } from '../../world/ports.ts';
import { createCache, createGate } from './cache.ts';
import { encodeUpload } from './codec.ts';
import { inspectImage } from './inspect.ts';
import { fixedInput } from './known-faces.ts';
import { createPictureDesk, type PictureDesk } from './picture-desk.ts';
import { type Drawn, type Inputs, inputName, type Opened, pixelsOf } from './picture-work.ts';

/** The number of pixels of compressed results, and of analyzed inputs, that are kept. */
const RESULT_PIXELS_KEPT = 64_000_000;
const INPUTS_KNOWN = 10_000;
const HEADERS_KNOWN = 1_000;
/** The number of uploads that are encoded at once: each needs memory for its pixels, and the machine has few cores. */
const ENCODED_AT_ONCE = 2;

const UNDECODABLE = { code: 'INPUT_UNPROCESSABLE', message: 'The input image could not be decoded.' } as const;
const NO_FACE = { code: 'INPUT_UNPROCESSABLE', message: 'No face was found in the input image.' } as const;

/** Image processing with sharp and plain pixels. The same input and request give the same bytes, made once. */
export function createSharpImages(desk: PictureDesk = createPictureDesk()): Images {
  const known = createCache<Opened>(INPUTS_KNOWN);
  const results = createCache<Drawn>(RESULT_PIXELS_KEPT);
  const headers = createCache<Awaited<ReturnType<Images['inspect']>>>(HEADERS_KNOWN);
  const gate = createGate(ENCODED_AT_ONCE);

  async function make(task: ProcessTask, inputs: Inputs, signal: AbortSignal): Promise<MadeImages> {
    const drawnOn = task.isFixed ? { source: fixedInput(), hairMask: null } : inputs;
    const wanted = wantedOf(task, drawnOn.source.digest);
    const isDrawnOn = !task.isFixed && wanted.length > 0;
    const failure = task.checkedFor === 'nothing' && !isDrawnOn ? null : await failureOf(task, inputs, signal);
    return failure === null ? drawAll(task, wanted, drawnOn, signal) : { failure };
  }

  async function failureOf({ checkedFor }: ProcessTask, inputs: Inputs, signal: AbortSignal): Promise<JobError | null> {
    const { skinShare, isMaskWhole } = await known(nameOf(inputs), 1, () => desk.open(inputs, signal));
    if (skinShare === null) return UNDECODABLE;
    if (checkedFor === 'face' && skinShare < LEAST_SKIN) return NO_FACE;
    return isMaskWhole ? null : UNDECODABLE;
  }

  async function drawAll(
    task: ProcessTask,
    wanted: readonly Wanted[],
    inputs: Inputs,
    signal: AbortSignal,
  ): Promise<MadeImages> {
    const form = { resultType: task.resultType, halved: task.halved };
    const drawn = wanted.map(async ({ role, shown }): Promise<MadeImage> => {
      const name = JSON.stringify([nameOf(inputs), form, shown]);
      const draw = () => desk.draw(inputs, shown, form, signal);
      return { role, ...(await results(name, pixelsOf(inputs.source), draw)) };
    });
    return { images: await Promise.all(drawn) };
  }

  return {
    inspect: (bytes, digest, orientation = 'upright') =>
      headers(`${digest} ${orientation}`, 1, () => inspectImage(bytes, orientation)),
    encode: (bytes, form) => gate(() => encodeUpload(bytes, form).catch(() => null)),
    process: (task, signal = NEVER) => {
      const { source, hairMask } = task;
      const inTurn = () => desk.inTurn({ source, hairMask }, signal, (inputs) => make(task, inputs, signal));
      return unlessCancelled(() => untilMade(inTurn, signal), signal);
    },
    forget: () => results.clear(),
    close: () => desk.close(),
  };
}

const NEVER = new AbortController().signal;

/** Two requests for the same picture make it once; if one of them is cancelled, the other retries. */
async function untilMade<Made>(make: () => Promise<Made>, signal: AbortSignal): Promise<Made> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof NotMade && error.why === 'cancelled') || signal.aborted) throw error;
    }
  }
}

/** Stops waiting when it is cancelled, although running work continues. */
function unlessCancelled<Made>(make: () => Promise<Made>, signal: AbortSignal): Promise<Made> {
  return new Promise((resolve, reject) => {
    const forget = onCancel(signal, () => reject(new NotMade('cancelled')));
    make().then(resolve, reject).finally(forget);
  });
}

/** A world cancels thousands of pictures with one signal, which gets slower with each listener that it has. */
const CANCELS = new WeakMap<AbortSignal, Set<() => void>>();

function onCancel(signal: AbortSignal, call: () => void): () => void {
  const calls = CANCELS.get(signal) ?? new Set();
  if (!CANCELS.has(signal)) {
    CANCELS.set(signal, calls);
    const cancelAll = () => {
      for (const one of calls) one();
    };
    signal.addEventListener('abort', cancelAll, { once: true });
  }
  calls.add(call);
  return () => calls.delete(call);
}

/** The inputs are analyzed once per name. */
function nameOf({ source, hairMask }: Inputs): string {
  return `${inputName(source)} ${hairMask === null ? '' : inputName(hairMask)}`;
}

type Wanted = { role: string; shown: Shown };

function wantedOf({ submission, findings }: ProcessTask, label: string): Wanted[] {
  switch (submission.operation) {
    case 'skin.analyze':
      return findings.map((finding) => ({
        role: `${finding.kind}.${finding.concern}`,
        shown: { what: 'finding', finding, label },
      }));
    case 'makeup.apply':
      return [{ role: 'image', shown: { what: 'makeup', products: submission.products } }];
    case 'hair.try_on':
      return [{ role: 'image', shown: { what: 'hair', gradient: submission.gradient } }];
  }
}
