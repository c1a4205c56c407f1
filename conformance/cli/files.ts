import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UsageError } from '../../shared/command.ts';
import { bytesOfNamed, textOfNamed } from '../../shared/named-file.ts';
import { visible } from '../../shared/visible.ts';
import { shownText } from './print.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name a file',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'it may not be read or written by you',
  EROFS: 'nothing can be written there',
  EEXIST: 'it is there already, and is left alone; name another file',
};

/** Reports an error as a mistake of the user. */
export function orUsageError<Done>(work: () => Done): Done {
  try {
    return work();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a file that the user named, or an open descriptor. `what` is the flag, such as `--target`. */
export function readNamed(file: string | number, what: string, most?: number): string {
  const read = () => (typeof file === 'number' ? readFileSync(file, 'utf8') : textOfNamed(file, most));
  return inWords(String(file), what, read);
}

export function readNamedBytes(file: string, most?: number): Buffer {
  return inWords(file, '', () => bytesOfNamed(file, most));
}

/** Writes a text whose secrets are already masked, and escapes its invisible characters. */
export function writeNamed(file: string, text: string, what: string): void {
  inWords(file, what, () => writeFileSync(file, visible(text)));
}

export function writeReport(file: string, text: string, what: string): void {
  if (file.endsWith('.gz') && text !== '') inWords(file, what, () => writeFileSync(file, gzipSync(visible(text))));
  else writeNamed(file, text, what);
}

/** Creates a file and the folders above it; never overwrites one. */
export function createNamed(file: string, text: string): void {
  inWords(file, '', () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, shownText(text), { flag: 'wx' });
  });
}

/** Appends a text to a file. If the file does not exist, creates it and writes `head` first. */
export function appendNamed(file: string, text: string, head: string): void {
  if (!existsSync(file)) {
    createNamed(file, head + text);
    return;
  }
  inWords(file, '', () => {
    const before = textOfNamed(file);
    appendFileSync(file, visible(before === '' || before.endsWith('\n') ? text : `\n${text}`));
  });
}

/** Refuses an existing file unless it may be overwritten. Call this before the first request to a server. */
export function assertNew(file: string, what: string, isForced: boolean): void {
  if (!isForced && existsSync(file))
    throw new UsageError(`${what} ${file}: it is there already; name another file, or write over it with --force`);
  inWords(file, what, () => mkdirSync(dirname(file), { recursive: true }));
}

/** Checks before a run that a file can be written, since a long run would otherwise be lost. */
export function assertWritable(file: string, what: string): void {
  inWords(file, what, () => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  });
}

function inWords<T>(file: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const name = what === '' ? file : `${what} ${file}`;
    throw new UsageError(`${name}: ${REASONS[code] ?? message}`);
  }
}
