import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Ended as EndedHere, type Place, runInProcess } from '../../../emulator/testing/in-process.ts';
import { SHIPPED } from '../../../emulator/testing/shipped-package.ts';

export const CLI = fileURLToPath(new URL('conformance-cli.js', SHIPPED));

export type Ended = { code: number | null; out: string; err: string };
export type Launched = { child: ChildProcess; ended: Promise<Ended>; said(what: RegExp): Promise<string> };

/** Starts a command. `said` resolves as soon as the output on either channel matches. */
export function launch(args: readonly string[], { cwd = '.', env = {} }: Place = {}): Launched {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...own } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...own, ...env },
  });
  let [out, err] = ['', ''];
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (data) => {
    out += data;
    for (const tryResolve of waiting) tryResolve();
  });
  child.stderr?.on('data', (data) => {
    err += data;
    for (const tryResolve of waiting) tryResolve();
  });
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, out, err })));
  const said = (what: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const tryResolve = () => {
        if (!what.test(out + err)) return;
        waiting.delete(tryResolve);
        resolve(out + err);
      };
      waiting.add(tryResolve);
      tryResolve();
      child.once('close', () => reject(new Error(`it ended without ${what}: ${out}${err}`)));
    });
  return { child, ended, said };
}

const main = new URL('conformance-main.js', SHIPPED).href;

/** Runs the same command line in this process. Each report that a run writes is verified. */
export async function runCli(args: readonly string[], place?: Place): Promise<EndedHere> {
  const { main: perform } = await import(main);
  const ended = await runInProcess(perform, args, place);
  const { values } = parseArgs({ args: [...args], options: VERIFIABLE, strict: false, allowPositionals: true });
  if (args[0] !== 'run' || values.json === undefined || ended.code === USAGE) return ended;
  const scenarios = (values.scenarios ?? []).flatMap((path) => ['--scenarios', String(path)]);
  const verified = await runInProcess(perform, ['verify', String(values.json), ...scenarios], place);
  if (verified.code !== 0)
    throw new Error(`the report of ${args.join(' ')} cannot be verified: ${verified.out}${verified.err}`);
  return ended;
}

const USAGE = 2;
const VERIFIABLE = { json: { type: 'string' }, scenarios: { type: 'string', multiple: true } } as const;
