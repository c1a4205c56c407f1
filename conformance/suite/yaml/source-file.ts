import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Node } from './node.ts';
import { BadSource, type Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';

/** A YAML file. If the build has already read it, it has `read` with its nodes and the digest of its text. */
export type SourceFile = { file: string; text: string; read?: { digest: string; nodes(): Node[] } };

/** Avoids the text of files that the build has already read, since it would have to be loaded. */
export function documentsOf(source: SourceFile): Node[] {
  return source.read === undefined ? readYaml(source.file, source.text) : source.read.nodes();
}

/** Does the same, but adds mistakes in the YAML to `problems`. */
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
 * Returns a path with slashes, even on Windows. Paths are printed, compared and part of the suite's digest, so a report
 * made on Windows can be verified elsewhere.
 */
export function slashedPath(path: string, separator: string = sep): string {
  return path.split(separator).join('/');
}
