import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { visible } from '../report/formats/visible.ts';
import { UsageError } from './command.ts';
import { shownText } from './print.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name a file',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'it may not be read or written by you',
  EROFS: 'nothing can be written there',
  EEXIST: 'it is there already, and is left alone; name another file',
};

/** The text of a file that the user has named; `what` is how it was named, such as `--target`. */
export function readNamed(file: string | number, what: string): string {
  return inWords(String(file), what, () => readFileSync(file, 'utf8'));
}

/** A report, which has no secret in it; what could not be seen in it is spelt out, in each of its forms. */
export function writeNamed(file: string, text: string, what: string): void {
  inWords(file, what, () => writeFileSync(file, visible(text)));
}

/** Makes the folders above it too, and never touches a file that is there. */
export function createNamed(file: string, text: string, what: string): void {
  inWords(file, what, () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, shownText(text), { flag: 'wx' });
  });
}

export function appendNamed(file: string, text: string, what: string): void {
  inWords(file, what, () => {
    const before = readFileSync(file, 'utf8');
    appendFileSync(file, visible(before === '' || before.endsWith('\n') ? text : `\n${text}`));
  });
}

/** Told before a long run: after it, it would be too late to find out that its report has no place. */
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
