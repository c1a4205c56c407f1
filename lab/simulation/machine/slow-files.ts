import { type LosingFiles, losingFiles } from '../../../emulator/testing/losing-files.ts';

/** Files on which a checkpoint is written slowly, so that other operations happen meanwhile. */
export type SlowFiles = LosingFiles & {
  /** From now on, holds the writes of checkpoints until they are passed. Changes and pictures are never held. */
  hold(): void;
  /** Lets `count` more held or future disk operations pass. */
  pass(count: number): void;
  /** Stops holding operations. */
  hurry(): void;
};

/** Paths that only a checkpoint writes, renames or removes. */
const OF_A_CHECKPOINT = /^(?:segments|manifest)/;

export function slowFiles(before?: ReadonlyMap<string, Uint8Array>): SlowFiles {
  const files = losingFiles(before);
  let left = Number.POSITIVE_INFINITY;
  const waiting: (() => void)[] = [];
  const turnOf = async (path: string) => {
    if (!OF_A_CHECKPOINT.test(path)) return;
    if (left <= 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else left -= 1;
  };
  const pass = (count: number) => {
    const next = waiting.splice(0, count);
    left = Math.max(0, count - next.length);
    for (const go of next) go();
  };
  return {
    ...files,
    create: async (path) => {
      await turnOf(path);
      const open = await files.create(path);
      const slowly = (act: () => Promise<void>) => turnOf(path).then(act);
      return {
        append: (bytes) => slowly(() => open.append(bytes)),
        rewrite: (bytes) => slowly(() => open.rewrite(bytes)),
        sync: () => slowly(() => open.sync()),
        close: open.close,
      };
    },
    rename: (from, to) => turnOf(from).then(() => files.rename(from, to)),
    syncFolder: (folder) => turnOf(folder).then(() => files.syncFolder(folder)),
    hold: () => {
      left = 0;
    },
    pass,
    hurry: () => {
      pass(waiting.length);
      left = Number.POSITIVE_INFINITY;
    },
  };
}
