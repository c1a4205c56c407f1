import { NotMade } from '../../domain/pixels/not-made.ts';
import { resultRoles } from '../../domain/submission.ts';
import { digestOf } from '../../domain/values/digest.ts';
import type { Images, MadeImages, ProcessTask } from '../../world/ports.ts';

/** An image port whose tasks finish when the test says so, in any order. */
export type GatedImages = Images & {
  /** The requested tasks, oldest first. */
  readonly tasks: readonly ProcessTask[];
  /** Whether a task is no longer wanted. */
  isCancelled(index: number): boolean;
  /** Finishes a task; an error makes it fail. */
  release(index: number, error?: Error): void;
};

export function createGatedImages(): GatedImages {
  const gates: {
    task: ProcessTask;
    signal: AbortSignal | undefined;
    resolve(made: MadeImages): void;
    reject(error: Error): void;
  }[] = [];
  return {
    inspect: async () => ({ mediaType: 'image/png', width: 64, height: 80 }),
    encode: async (bytes) => bytes,
    close: async () => {},
    process: (task, signal) =>
      new Promise((resolve, reject) => {
        gates.push({ task, signal, resolve, reject });
        signal?.addEventListener('abort', () => reject(new NotMade('cancelled')), { once: true });
      }),
    get tasks() {
      return gates.map(({ task }) => task);
    },
    isCancelled: (index) => gates[index]?.signal?.aborted === true,
    release: (index, error) => {
      const gate = gates[index];
      if (gate === undefined) throw new Error(`there are ${gates.length} pieces of work, not ${index + 1}`);
      if (error === undefined) gate.resolve(imagesOf(gate.task));
      else gate.reject(error);
    },
  };
}

/** An image port that finishes immediately. */
export function createInstantImages(): Images {
  return { ...createGatedImages(), process: async (task) => imagesOf(task) };
}

function imagesOf({ submission, source: { digest, width, height } }: ProcessTask): MadeImages {
  const images = resultRoles(submission).map((role) => {
    const bytes = Buffer.from(`${digest}/${role}`);
    return {
      role,
      mediaType: 'image/png' as const,
      digest: digestOf(bytes),
      sizeBytes: bytes.byteLength,
      width,
      height,
      bytes,
    };
  });
  return { images };
}
