import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { textOfNamed } from '../../shared/named-file.ts';

/** A save is more than one event: what is written is looked at when there was none for so long, in milliseconds. */
const QUIET = 50;

export type FileWatch = { close(): void };

/** Calls back whenever a file has become another: its folder is watched, since many editors put a new file in its place. */
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

/** Null while there is none: between the two steps of a save. */
function textOf(path: string): string | null {
  try {
    return textOfNamed(path);
  } catch {
    return null;
  }
}
