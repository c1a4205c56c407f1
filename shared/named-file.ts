import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { excessIn } from './json-excess.ts';
import { jsonIn, MOST_JSON } from './json-in.ts';

/** More than any text that these programs read. */
export const LARGEST_TEXT = 64 * 1024 * 1024;
/** More than any file that these programs write: a report, a world or a session with its pictures. */
export const LARGEST_WRITTEN = 500 * 1024 * 1024;

/** Opening must not block: a pipe may have no writer. */
export const TO_READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** A file named by the user that is not read: a device or a pipe may never end. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly file: string;

  constructor(file: string, problem: string) {
    super(`it ${problem}`);
    this.file = file;
  }
}

/** Why an open file is not read; null if it is a regular file of at most `most` bytes. */
export function fileProblem(found: Stats, most: number): string | null {
  if (!found.isFile()) return 'is not a regular file';
  return found.size > most ? `has ${found.size} bytes, and at most ${most} are read` : null;
}

/** The bytes of a file named by the user. Throws a Node error or `FileRefused`. */
export function bytesOfNamed(file: string, most: number = LARGEST_TEXT): Buffer {
  const descriptor = openSync(file, TO_READ);
  try {
    const found = fstatSync(descriptor);
    const problem = fileProblem(found, most);
    // For a folder, Node throws an error itself.
    if (problem !== null && !found.isDirectory()) throw new FileRefused(file, problem);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function textOfNamed(file: string, most?: number): string {
  return bytesOfNamed(file, most).toString();
}

/** The value of its JSON; undefined if it is not JSON. Throws `FileRefused` with the place where it is beyond the limits. */
export function jsonOfNamed(file: string, text: string): unknown {
  const value = jsonIn(text);
  const excess = value === undefined ? excessIn(text, MOST_JSON) : null;
  if (excess === null) return value;
  throw new FileRefused(`${file}:${excess.line}:${excess.column}`, excess.problem);
}
