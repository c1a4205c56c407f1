import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DataProblem } from '../../storage/data-problem.ts';

/**
 * The path of a file in a folder. Names of files may come from what others have written: one that would leave the folder is
 * refused, whoever asks.
 */
export function pathInside(folder: string, path: string): string {
  const way = relative(folder, resolve(folder, path));
  const leaves = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) || path.includes('\0');
  if (leaves) throw new DataProblem(`${JSON.stringify(path)} is not a file in ${folder}: nothing was read or written`);
  return join(folder, way);
}
