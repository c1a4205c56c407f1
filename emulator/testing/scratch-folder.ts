import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for one test file, which is removed at its end. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  return {
    folder,
    path,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    write: (name: string, text: string | Uint8Array) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
  };
}
