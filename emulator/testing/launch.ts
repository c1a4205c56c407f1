import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { type Ended as EndedHere, runInProcess } from './in-process.ts';
import { SHIPPED } from './shipped-package.ts';

const CLI = fileURLToPath(new URL('cli.js', SHIPPED));

export type Ended = { code: number | null; out: string; err: string };
export type Launched = {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves with all that was printed, as soon as so many lines have been. */
  lines(count: number): Promise<string[]>;
};

/** Starts a command; without TRYON_* of whoever runs the tests, unless it is given. */
export function launch(args: readonly string[], env: NodeJS.ProcessEnv = {}): Launched {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRYON_')));
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...own, ...env } });
  let out = '';
  let err = '';
  child.stderr?.on('data', (data) => {
    err += data;
  });
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (data) => {
    out += data;
    for (const look of waiting) look();
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  const printed = () => out.split('\n').slice(0, -1);
  const lines = (count: number) =>
    new Promise<string[]>((resolve, reject) => {
      const look = () => {
        if (printed().length < count) return;
        waiting.delete(look);
        resolve(printed());
      };
      waiting.add(look);
      look();
      child.once('close', () => reject(new Error(`ended after ${printed().length} lines: ${out}${err}`)));
    });
  return { child, ended, lines };
}

const main = new URL('emulator-main.js', SHIPPED).href;

/** The same command line without a process of its own. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<EndedHere> {
  return runInProcess((await import(main)).main, args, { env });
}

/** A folder for the files of one test file, gone at its end. */
export function scratchFolder(): { path(name: string): string; write(name: string, text: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-emulator-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write: (name, text) => {
      writeFileSync(path(name), text);
      return path(name);
    },
  };
}
