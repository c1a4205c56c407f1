import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import type { Client } from './clients.ts';
import type { Mistake } from './mistakes/mistake.ts';

const CAREFUL = new URL('./careful/', import.meta.url);

export type Written = { command: readonly string[]; remove(): void };

/** Writes a client with its tests into a new folder. Removes the types from TypeScript, so that Node starts fast. */
export function writeClient({ source, tests, runtime }: Client, mistake: Mistake | null): Written {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-client-'));
  for (const file of [source, tests]) {
    const text = readFileSync(new URL(file, CAREFUL), 'utf8');
    const made = file === source && mistake !== null ? withMistake(text, mistake) : text;
    writeFileSync(join(folder, runnable(file)), file.endsWith('.ts') ? plainScript(file, made) : made);
  }
  return {
    command: [runtime === 'node' ? process.execPath : runtime, join(folder, runnable(tests))],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function withMistake(text: string, { id, find, replace }: Mistake): string {
  if (text.split(find).length !== 2) throw new Error(`${id}: the text to replace must occur exactly once`);
  return text.replace(find, () => replace);
}

function runnable(file: string): string {
  return file.replace(/\.ts$/, '.mjs');
}

function plainScript(file: string, text: string): string {
  const { code, errors } = transformSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return code.replace(/(from '\.\/[\w-]+)\.ts'|(from "\.\/[\w-]+)\.ts"/g, (_, single, double) =>
    single === undefined ? `${double}.mjs"` : `${single}.mjs'`,
  );
}
