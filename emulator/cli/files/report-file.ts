import { appendFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../../shared/command.ts';
import { bytesOfNamed, LARGEST_WRITTEN } from '../../../shared/named-file.ts';
import { visible } from '../../../shared/visible.ts';
import { causeOf } from '../../storage/data-problem.ts';

/** Checks before a run whether the file of a flag can be written, because after a long run it would be too late. */
export function assertWritable(flag: string, file: string): void {
  orRefuse(flag, file, () => appendFileSync(file, ''));
}

export function writeReport(flag: string, file: string, text: string): void {
  orRefuse(flag, file, () => writeFileSync(file, visible(text)));
}

function orRefuse(flag: string, file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`--${flag} ${file}: it cannot be written, ${causeOf(error)}`);
  }
}

/** A file that this program has written: a world or a session. */
export function writtenBytes(file: string): Buffer {
  try {
    return bytesOfNamed(file, LARGEST_WRITTEN);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${causeOf(error)}`);
  }
}
