import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A Node process of its own. `ended` rejects when it ends, so that whoever waits for more from it learns so. */
export type Child = { process: ChildProcess; address: Promise<string>; ended: Promise<never> };

const running = new Set<ChildProcess>();

/** Whatever way the bench ends, it leaves nothing running. */
export function endChildrenWithBench(): void {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}

/**
 * What a process runs: a file, named as from this folder, its arguments, and Node's own; or, where there is another
 * program, that one's.
 */
export type Command = { file: string; args?: readonly string[]; nodeArgs?: readonly string[]; program?: string };

export function startChild(
  { file, args = [], nodeArgs = [], program = process.execPath }: Command,
  stdio: StdioOptions,
): Child {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(program, [...nodeArgs, script, ...args], { stdio });
  running.add(child);
  const ended = once(child, 'exit').then(([code, signal]): never => {
    running.delete(child);
    throw new Error(`${file} ended by itself (${signal ?? code})`);
  });
  ended.catch(() => {});
  return { process: child, address: Promise.race([printedAddress(child), ended]), ended };
}

/** The address in a line that a server prints when it listens. */
function printedAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stdout === null) return;
    const lines = createInterface(stdout);
    lines.on('line', (line) => {
      const port = /(?:http:\/\/127\.0\.0\.1:|^port: +)(\d+)/.exec(line)?.[1];
      if (port === undefined) return;
      resolve(`http://127.0.0.1:${port}`);
      // What else it prints is read, and not looked at.
      lines.close();
      stdout.resume();
    });
  });
}
