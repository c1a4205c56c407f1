import type { ProcessedImages } from '../domain/output.ts';
import type { InputRole } from '../domain/submission.ts';
import { jobById } from '../world/jobs.ts';
import type { BlobStore, Images, InputImage, MadeImages } from '../world/ports.ts';
import type { Effect } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** Does a World's effects and hands each result back, in the order in which the effects were asked for. */
export type EffectRunner = {
  /** Begins whatever is waiting and not begun yet. */
  start(): void;
  pending(): boolean;
  /** The World was put back: what is under way counts for nothing, and what now waits begins. */
  restart(): void;
  /** Resolves when all that was begun, and all that came of it, has been handed back, and at once on a restart. */
  settled(): Promise<void>;
};

const PROCESSING_FAILED = { code: 'PROCESSING_FAILED', message: 'The image could not be processed.' } as const;

export function createEffectRunner(
  world: World,
  ports: { images: Images; blobs: BlobStore },
  onResult: (serial: number, result: ProcessedImages) => void,
): EffectRunner {
  const begun = new Set<number>();
  const interrupts = new Set<() => void>();
  let nextSerial = 0;
  let epoch = 0;
  // Work runs side by side, but results come back in order: a faster picture must not change what the seed decides.
  let line: Promise<void> = Promise.resolve();

  function begin(effect: Effect): void {
    begun.add(effect.serial);
    const begunIn = epoch;
    const made = makeImages(world, ports, effect);
    line = line.then(async () => {
      const result = await made;
      if (begunIn !== epoch) return;
      begun.delete(effect.serial);
      onResult(effect.serial, keepImages(ports.blobs, result));
    });
  }

  return {
    start: () => {
      for (const end = world.state.serials.get('effect') ?? 0; nextSerial < end; nextSerial += 1) {
        const effect = world.state.effects.get(nextSerial);
        if (effect !== undefined) begin(effect);
      }
    },
    pending: () => begun.size > 0,
    restart: () => {
      epoch += 1;
      begun.clear();
      for (const interrupt of interrupts) interrupt();
      line = Promise.resolve();
      const [first] = world.state.effects.keys();
      nextSerial = first ?? world.state.serials.get('effect') ?? 0;
    },
    settled: async () => {
      for (const begunIn = epoch; begun.size > 0 && epoch === begunIn; ) await lineOrRestart();
    },
  };

  /** What never ends must not keep time from passing in a World that was put back. */
  function lineOrRestart(): Promise<void> {
    return new Promise((resolve, reject) => {
      interrupts.add(resolve);
      line.then(resolve, reject).finally(() => interrupts.delete(resolve));
    });
  }
}

async function makeImages(
  world: World,
  { images, blobs }: { images: Images; blobs: BlobStore },
  effect: Effect,
): Promise<MadeImages> {
  const { submission, snapshot } = jobById(world, effect.job);
  const inputOf = (wanted: InputRole): InputImage | null => {
    const part = snapshot?.find(({ role }) => role === wanted);
    const bytes = part && blobs.get(part.digest);
    return part === undefined || bytes === undefined ? null : { ...part, bytes };
  };
  const source = inputOf('source');
  if (source === null) return { failure: PROCESSING_FAILED };
  // A fault of ours must not stop the clock for every other job: this one fails, as the spec provides for.
  return images
    .process({ submission, source, hairMask: inputOf('hair_mask') })
    .catch(() => ({ failure: PROCESSING_FAILED }));
}

function keepImages(blobs: BlobStore, made: MadeImages): ProcessedImages {
  if (!('images' in made)) return made;
  return {
    images: made.images.map(({ bytes, ...image }) => {
      blobs.put(image.digest, bytes);
      return image;
    }),
  };
}
