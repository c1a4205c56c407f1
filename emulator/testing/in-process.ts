import { format } from 'node:util';
import { vi } from 'vitest';

export type Ended = { code: number; out: string; err: string };
export type Place = { cwd?: string; env?: NodeJS.ProcessEnv };
type Main = (words: string[]) => Promise<number>;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Output, folder and environment belong to the whole process, so only one command runs at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line without a separate process, and returns its output and exit code: starting Node takes longer than
 * most commands. Signals and streams need a process.
 */
export function runInProcess(main: Main, args: readonly string[], { cwd = '.', env = {} }: Place = {}): Promise<Ended> {
  const ended = last.then(() => within(cwd, env, () => captured(() => main([...args]))));
  last = ended.catch(() => undefined);
  return ended;
}

/** With the environment of a user, without the variables of the person who runs the tests. */
async function within<T>(cwd: string, env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = { cwd: process.cwd(), env: process.env };
  const own = Object.entries(process.env).filter(([name]) => !/^TRYON_|^(?:NO|FORCE)_COLOR$/.test(name));
  const listeners = SIGNALS.map((signal) => [signal, process.rawListeners(signal)] as const);
  process.env = { ...Object.fromEntries(own), ...env };
  process.chdir(cwd);
  try {
    return await work();
  } finally {
    process.chdir(before.cwd);
    process.env = before.env;
    // A command that fails leaves its listeners behind, because the process does not end.
    for (const [signal, known] of listeners)
      for (const listener of process.rawListeners(signal))
        if (!known.includes(listener)) process.off(signal, listener as () => void);
  }
}

async function captured(work: () => Promise<number>): Promise<Ended> {
  const printed = { out: '', err: '' };
  const add = (to: keyof typeof printed, text: string) => {
    printed[to] += text;
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...values) => void add('out', `${format(...values)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...values) => void add('err', `${format(...values)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => add('out', String(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => add('err', String(text))),
  ];
  try {
    return { code: await work(), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
