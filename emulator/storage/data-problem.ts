/** A problem of a data directory and its remedy, worded for the user. */
export class DataProblem extends Error {
  override readonly name = 'DataProblem';
}

/** A file of a data directory is missing, or does not contain what was written. */
export class Damage extends DataProblem {
  /** The path in the directory. */
  readonly file: string;

  constructor(message: string, file: string) {
    super(message);
    this.file = file;
  }
}

/** Describes the error of a file that could not be read or written. */
export function causeOf(error: unknown): string {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `there is no room left (${code}): make room`;
  if (code === 'EROFS') return `it may not be written to (${code})`;
  if (code === 'EACCES' || code === 'EPERM') return `you have no right to it (${code})`;
  // The system also reports this for a parent folder that is not writable, when creating several levels.
  if (code === 'ENOENT' && syscall === 'mkdir') return 'it cannot be made: may the folder above it be written to?';
  return SAID[code ?? ''] ?? message;
}

const SAID: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder; name a file',
  EEXIST: 'it is a file; name a folder',
  ENOTDIR: 'what should be a folder of it is a file',
};
