/** What is wrong with a data directory, and the remedy, in words for its user. */
export class DataProblem extends Error {
  override readonly name = 'DataProblem';
}

/** What the system says of a file that could not be written. */
export function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `there is no room left (${code}): make room`;
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return `it may not be written to (${code})`;
  return message;
}
