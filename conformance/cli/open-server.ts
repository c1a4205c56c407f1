import { atMostWords, type Flags, textFlag, UsageError } from '../../shared/command.ts';
import { changing } from '../run/changing-proxy.ts';
import type { Change } from '../suite/own/change.ts';
import type { Target } from '../target/target.ts';
import { startContainer } from './container.ts';
import { startBeside } from './emulator-beside.ts';
import { targetOf } from './run-target.ts';

/** A server to be graded, and how to stop it. */
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
    throw new UsageError('a server is missing: give an address, --target FILE, --emulator or --image NAME');
  return { target: targetOf(flags, { base_url: url }), close: async () => undefined };
}

/** With a draft it does what a suite of one's own says that servers do once the draft holds. */
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
  // Mistakes in the flags are reported before anything is started.
  targetOf(flags, { base_url: 'http://127.0.0.1' });
  const { base_url, close } = await startContainer(image, flags);
  return withTarget(() => targetOf(flags, { base_url, name: image }), close);
}

/** Stops the server where the target cannot be used. */
async function withTarget(make: () => Target, close: Server['close']): Promise<Server> {
  try {
    return { target: make(), close };
  } catch (error) {
    await close();
    throw error;
  }
}
