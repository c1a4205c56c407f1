import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atMostWords, type Flags, textFlag, UsageError } from '../../shared/command.ts';
import { changing } from '../run/changing-proxy.ts';
import type { Change } from '../suite/own/change.ts';
import type { Target } from '../target/target.ts';
import { startContainer } from './container.ts';
import { targetOf } from './run-target.ts';

export type Server = { target: Target; close(): Promise<void> };

/** The server that the command line names: a running one, the emulator, or a container that is started for the run. */
export async function openServer(
  flags: Flags,
  words: readonly string[],
  draft: readonly Change[] = [],
): Promise<Server> {
  atMostWords(words, 1);
  const [url] = words;
  const image = textFlag(flags, 'image');
  const named = [url, image, flags['emulator'] === true ? 'the emulator' : undefined].filter(
    (one) => one !== undefined,
  );
  if (named.length > 1) throw new UsageError(`one server is meant: ${named.join(' or ')}, not both`);
  for (const name of ['port', 'env'])
    if (image === undefined && flags[name] !== undefined) throw new UsageError(`--${name} goes with --image NAME`);
  if (flags['emulator'] === true) return openEmulator(flags, draft);
  if (image !== undefined) return openContainer(flags, image);
  if (url === undefined && flags['target'] === undefined)
    throw new UsageError('no server: add its URL, --target FILE, --emulator or --image NAME');
  return { target: targetOf(flags, { base_url: url }), close: async () => undefined };
}

/** With a draft, the emulator behaves as a user's suite expects servers to behave once the draft is adopted. */
export async function openEmulator(flags: Flags, draft: readonly Change[] = []): Promise<Server> {
  const bare = (await startBeside()) ?? (await startWithin());
  const { base_url, driver_url, close } = draft.length === 0 ? bare : await changing(bare, draft);
  return withTarget(() => targetOf(flags, { base_url, driver_url, name: 'tryon-emulator' }), close);
}

async function startWithin() {
  const { startEmulator } = await import('../run/self-test.ts');
  return startEmulator();
}

async function openContainer(flags: Flags, image: string): Promise<Server> {
  // Reports mistakes in the flags before anything is started.
  targetOf(flags, { base_url: 'http://127.0.0.1' });
  const { base_url, close } = await startContainer(image, flags);
  return withTarget(() => targetOf(flags, { base_url, name: image }), close);
}

/** Stops the server if the target is invalid. */
async function withTarget(make: () => Target, close: Server['close']): Promise<Server> {
  try {
    return { target: make(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Beside = { base_url: string; driver_url: string; close(): Promise<void> };

/**
 * Starts the emulator in a process of its own, so that grading and answering use two cores. Null if its command line is
 * not built, as when running from the sources.
 */
async function startBeside(): Promise<Beside | null> {
  const places = ['cli.js', '../cli.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const cli = places.find((path) => existsSync(path));
  if (cli === undefined) return null;
  // In its own process group, so that Ctrl-C does not end it: the cleanup needs the server.
  const child = spawn(process.execPath, [cli, 'start', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    windowsHide: true,
    // A token in the environment is meant for another emulator; on loopback, this one needs none.
    env: { ...process.env, TRYON_TOKEN: '' },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const base_url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = /listening on (http:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the emulator ended with ${code} before it listened`)));
  });
  const close = async () => {
    process.off('exit', end);
    end();
    await ended;
  };
  return { base_url, driver_url: `${base_url}/_emulator/v1`, close };
}
