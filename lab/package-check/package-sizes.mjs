// Measures the parts of the package, so that each can be questioned.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PARTS = [
  ['console', /^dist\/console\//],
  ['code', /^dist\/.*\.js$/],
  ['types', /^dist\/types\//],
  ['faces and magic images', /^dist\/fixtures\//],
  ['the suite, packed', /^dist\/suite/],
  ['the suite, to read', /^scenarios\//],
  ['schemas, licenses, prose', /./],
];

/**
 * For each part of an unpacked package: its files, its size in the tarball (estimated by packing it alone), and its
 * size on disk.
 */
export function partSizes(folder, paths) {
  const left = new Set(paths);
  return PARTS.map(([name, pattern]) => {
    const files = [...left].filter((path) => pattern.test(path));
    for (const file of files) left.delete(file);
    const contents = files.map((file) => readFileSync(join(folder, file)));
    const all = Buffer.concat(contents);
    return { part: name, files: files.length, packed: kib(gzipSync(all).byteLength), unpacked: kib(all.byteLength) };
  });
}

/** The number and the bytes of the packages that npm installed into node_modules. */
export function installedSize(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const { packages } = JSON.parse(readFileSync(join(folder, '.package-lock.json'), 'utf8'));
  return { packages: Object.keys(packages).length, bytes };
}

export function kib(bytes) {
  return `${Math.round(bytes / 1024).toLocaleString('en')} KiB`;
}
