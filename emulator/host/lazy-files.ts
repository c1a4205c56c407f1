import { type PictureFolder, readNamedFile } from '../adapters/picture-file.ts';
import { type FileControl, LARGEST_FILE } from '../control/files/file-control.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import type { HostPorts } from '../runtime/world-host.ts';
import type { controlFiles } from './world-files.ts';

/** The file control of a world, whose code is loaded on first use. */
export function lazyFiles(parts: Parameters<typeof controlFiles>[0]): FileControl {
  let files: Promise<FileControl> | null = null;
  const load = () => {
    files ??= import('./world-files.ts').then((loaded) => loaded.controlFiles(parts));
    return files;
  };
  return {
    export: async (options) => (await load()).export(options),
    import: async (file, options) => (await load()).import(file, options),
  };
}

export async function readWorldBytes(
  file: string,
  { reading }: HostPorts,
  files: PictureFolder = 'anywhere',
): Promise<Uint8Array> {
  const read = () => readNamedFile(file, files, LARGEST_FILE);
  const bytes = await (reading === undefined ? read() : reading(read));
  if ('problem' in bytes) throw new BadInput('The configuration', [{ path: 'from', problem: bytes.problem }]);
  return bytes;
}
