import { relative } from 'node:path';
import { shippedFolder, writtenFiles } from './suite-files.ts';
import { type PackedFile, type PackedSuite, pack } from './yaml/packed.ts';
import { digestOfSource, documentsOf, type SourceFile, slashedPath } from './yaml/source-file.ts';

/** The suite of the package, parsed when the package is built, since parsing YAML would take most of a short run. */
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
