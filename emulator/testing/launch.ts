import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

export type Ended = { code: number | null; out: string; err: string };
export type Launched = { child: ChildProcess; ended: Promise<Ended>; firstLine: Promise<string> };

/** The arguments with which Node runs the command line from its sources. */
export const cliArguments = (...args: string[]): string[] => ['--import', 'tsx', CLI, ...args];

/** Starts a command; without TRYON_* of whoever runs the tests, unless it is given. */
export function launch(args: readonly string[], env: NodeJS.ProcessEnv = {}): Launched {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRYON_')));
  const child = spawn(process.execPath, cliArguments(...args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...own, ...env },
  });
  let out = '';
  let err = '';
  child.stderr?.on('data', (data) => {
    err += data;
  });
  const firstLine = new Promise<string>((resolve) => {
    child.stdout?.on('data', (data) => {
      out += data;
      if (out.includes('\n')) resolve(out.split('\n')[0] ?? '');
    });
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, ended, firstLine };
}

export const runCli = (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> => launch(args, env).ended;

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
