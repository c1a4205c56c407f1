import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Node } from '../../../shared/yaml/node.ts';
import { readYaml } from '../../../shared/yaml/read-yaml.ts';
import { BadSource, type Problem } from './problem.ts';

/** A YAML file. If the build has already read it, it has `read` with its nodes and the digest of its text. */
export type SourceFile = { file: string; text: string; read?: { digest: string; nodes(): Node[] } };

/** The documents of a file. Throws a BadSource with all mistakes. */
export function documentsOf(source: SourceFile): Node[] {
  const problems: Problem[] = [];
  const nodes = readDocuments(source, problems);
  if (problems.length > 0) throw new BadSource(problems);
  return nodes;
}

/**
 * Does the same, but adds mistakes to `problems`. Avoids the text of files that the build has already read, since it
 * would have to be loaded.
 */
export function readDocuments(source: SourceFile, problems: Problem[]): Node[] {
  if (source.read !== undefined) return source.read.nodes();
  const { nodes, problems: found } = readYaml(source.file, source.text);
  for (const problem of found) problems.push(problem);
  return nodes;
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
