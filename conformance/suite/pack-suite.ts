import { relative } from 'node:path';
import { forEachPart, type PackedSuite, shippedFolder, writtenFiles } from './suite-files.ts';
import { type PackedFile, pack } from './yaml/packed.ts';
import { digestOfSource, documentsOf, type SourceFile, slashedPath } from './yaml/source-file.ts';

/** The suite of the package, parsed at build time, since parsing YAML would take most of a short run. */
export function packedSuite(): PackedSuite {
  const folder = shippedFolder();
  const written = writtenFiles(folder);
  return forEachPart((part) => written[part].map((source) => packFile(source, folder)));
}

function packFile(source: SourceFile, folder: string): PackedFile {
  return {
    file: slashedPath(relative(folder, source.file)),
    digest: digestOfSource(source),
    nodes: documentsOf(source).map(pack),
  };
}

process.stdout.write(JSON.stringify(packedSuite()));
