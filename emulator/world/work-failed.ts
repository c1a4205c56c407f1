import { type Instant, toIso } from '../domain/time.ts';

/** Work that was due and could not be done, by a fault of the emulator or of what it stands on. It is still to be done. */
export class WorkFailed extends Error {
  constructor(work: string, due: Instant, cause: unknown) {
    super(`${work}, due at ${toIso(due)}, could not be done: ${firstLine(cause)}`, { cause });
    this.name = 'WorkFailed';
  }
}

/** What is wrong, for a reader who has no use for where in the code it is. */
export function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}
