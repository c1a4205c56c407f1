import { format } from 'node:util';
import { vi } from 'vitest';

export type Ended = { code: number; out: string; err: string };
export type Place = { cwd?: string; env?: NodeJS.ProcessEnv };
type Main = (words: string[]) => Promise<number>;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What is printed, the folder and the environment belong to the whole process: one command runs at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line without a process of its own, for its words, messages and exit codes: a start of Node costs more than
 * most commands do. What only a process shows, such as signals and streams, needs one.
 */
export function runInProcess(main: Main, args: readonly string[], { cwd = '.', env = {} }: Place = {}): Promise<Ended> {
  const ended = last.then(() => within(cwd, env, () => captured(() => main([...args]))));
  last = ended.catch(() => undefined);
  return ended;
}

/** As a user has it: without the variables of the person who runs the tests. */
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
    // A command that gives up listens on: its process would be gone.
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
