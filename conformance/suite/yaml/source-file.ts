import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Node } from './node.ts';
import { BadSource, type Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';

/** A file of YAML. What was read already when the package was built brings its nodes, and the digest of its text. */
export type SourceFile = { file: string; text: string; read?: { digest: string; nodes(): Node[] } };

/** The text is asked for only where it is needed: of what was read already it would have to be fetched. */
export function documentsOf(source: SourceFile): Node[] {
  return source.read === undefined ? readYaml(source.file, source.text) : source.read.nodes();
}

/** The same, where what is wrong with the YAML goes to the problems. */
export function readDocuments(source: SourceFile, problems: Problem[]): Node[] {
  try {
    return documentsOf(source);
  } catch (error) {
    if (!(error instanceof BadSource)) throw error;
    for (const problem of error.problems) problems.push(problem);
    return [];
  }
}

export function digestOfSource(source: SourceFile): string {
  return source.read?.digest ?? createHash('sha256').update(source.text).digest('hex').slice(0, 16);
}

/**
 * A path as it is written everywhere but on Windows. Paths are shown, compared and part of the suite's digest: a report
 * that was made there is verified here.
 */
export function slashedPath(path: string, separator: string = sep): string {
  return path.split(separator).join('/');
}
