import { sep } from 'node:path';

/**
 * A path as it is written everywhere but on Windows. Paths are shown, compared and part of the suite's digest: a report
 * that was made there is verified here.
 */
export function slashedPath(path: string, separator: string = sep): string {
  return path.split(separator).join('/');
}
