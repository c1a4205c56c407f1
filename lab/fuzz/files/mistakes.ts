import { NoRoom } from '../../../emulator/domain/memory/no-room.ts';
import { BadInput } from '../../../emulator/domain/values/bad-input.ts';
import { DataProblem } from '../../../emulator/storage/data-problem.ts';

/** Whether the command line reports the error in a sentence and exits with 2, instead of printing a stack trace. */
export function isMistake(error: unknown): boolean {
  return error instanceof BadInput || error instanceof NoRoom || error instanceof DataProblem;
}
