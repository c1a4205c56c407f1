import { statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * A file counts as saved after this many milliseconds without a further change, since editors save in several steps.
 */
const QUIET = 60;

/**
 * Changes to files and folders since the last call. `next` waits for one, and resolves to false when watching has
 * ended.
 */
export type Changes = { next(): Promise<boolean>; taken(): boolean; close(): void };

export function changesOf(paths: readonly string[], signal: AbortSignal): Changes {
  let hasChanged = false;
  let timer: NodeJS.Timeout | undefined;
  let tell: () => void = () => undefined;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasChanged = true;
      tell();
    }, QUIET);
  };
  const watchers = paths.map((path) => watchPath(path, onChange));
  signal.addEventListener('abort', () => tell());
  return {
    next: async () => {
      if (!hasChanged && !signal.aborted) await new Promise<void>((done) => (tell = done));
      hasChanged = false;
      return !signal.aborted;
    },
    taken: () => {
      const had = hasChanged;
      hasChanged = false;
      return had;
    },
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Watches the folder of a file, since many editors replace the file. */
function watchPath(path: string, onChange: () => void) {
  if (statSync(path).isDirectory())
    return watch(path, { recursive: true }, (_event, name) => {
      // A report that is written into the folder must not start the next run.
      if (name === null || /\.ya?ml$/.test(name)) onChange();
    });
  return watch(dirname(path), (_event, name) => {
    if (name === basename(path)) onChange();
  });
}
