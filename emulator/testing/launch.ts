import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SHIPPED } from './shipped-package.ts';

const CLI = fileURLToPath(new URL('cli.js', SHIPPED));

export type Ended = { code: number | null; out: string; err: string };
export type Launched = {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves with the whole output as soon as it has this many lines. */
  lines(count: number): Promise<string[]>;
};

/** Starts a command without the TRYON_* variables of the environment, unless they are given. */
export function launch(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()): Launched {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRYON_')));
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...own, ...env },
    cwd,
  });
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
