import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { textOfNamed } from '../../shared/named-file.ts';

/** A save causes several events: the file is read after this many milliseconds without one. */
const QUIET = 50;

export type FileWatch = { close(): void };

/** Calls back whenever the content of a file changes. Its folder is watched, because many editors replace the file. */
export function watchFile(path: string, onChange: () => void): FileWatch {
  let seen = textOf(path);
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const text = textOf(path);
    if (text === seen) return;
    seen = text;
    onChange();
  };
  const watcher = watch(dirname(path) || '.', (_, name) => {
    if (name !== null && name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(look, QUIET);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/** Null if there is no file, such as between the two steps of a save. */
function textOf(path: string): string | null {
  try {
    return textOfNamed(path);
  } catch {
    return null;
  }
}
