import { type Instant, toIso } from '../domain/values/time.ts';

/** Due work failed because of an error of the emulator or of its machine. It is still due. */
export class WorkFailed extends Error {
  constructor(work: string, due: Instant, cause: unknown) {
    super(`${work}, due at ${toIso(due)}, could not be done: ${firstLine(cause)}`, { cause });
    this.name = 'WorkFailed';
  }
}

/** The message of an error, without its stack. */
export function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}
