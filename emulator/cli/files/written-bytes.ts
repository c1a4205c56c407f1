import { UsageError } from '../../../shared/command.ts';
import { bytesOfNamed, LARGEST_WRITTEN } from '../../../shared/named-file.ts';
import { causeOf } from '../../storage/data-problem.ts';

/** A file that this program has written: a world or a session. */
export function writtenBytes(file: string): Buffer {
  try {
    return bytesOfNamed(file, LARGEST_WRITTEN);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${causeOf(error)}`);
  }
}
