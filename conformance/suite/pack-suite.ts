import { relative } from 'node:path';
import type { SuiteFiles } from './scenario/load-suite.ts';
import { shippedFolder, writtenFiles } from './suite-files.ts';
import { type Packed, pack } from './yaml/packed.ts';
import { slashedPath } from './yaml/slashed-path.ts';
import { digestOfSource, documentsOf, type SourceFile } from './yaml/source-file.ts';

/** The suite of the package, read once when the package is built: most of the time of a short run would go into YAML. */
export type PackedSuite = Record<keyof SuiteFiles, PackedFile[]>;
export type PackedFile = { file: string; digest: string; nodes: Packed[] };

export function packedSuite(): PackedSuite {
  const folder = shippedFolder();
  const { rules, scenarios, library, shapes, everyAnswer } = writtenFiles(folder);
  const packed = (files: readonly SourceFile[]) => files.map((source) => packFile(source, folder));
  return {
    rules: packed(rules),
    scenarios: packed(scenarios),
    library: packed(library),
    shapes: packed(shapes),
    everyAnswer: packed(everyAnswer),
  };
}

function packFile(source: SourceFile, folder: string): PackedFile {
  return {
    file: slashedPath(relative(folder, source.file)),
    digest: digestOfSource(source),
    nodes: documentsOf(source).map(pack),
  };
}

process.stdout.write(JSON.stringify(packedSuite()));
