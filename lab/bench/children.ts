import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in its own process, which answers questions over IPC (servers/serve.mjs). */
export type Server = {
  url: string;
  ask(question: 'cpu' | 'rss' | 'heap' | 'forget' | 'setAnswer', about?: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();
let node = process.execPath;

/** Runs all later processes with this Node, and returns its version. */
export function useNode(path: string): string {
  node = path;
  return execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
}

/** Ends all started processes when the bench ends, for whatever reason. */
export function endChildrenWithBench(): void {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}

function start(file: string, args: readonly string[], stdio: StdioOptions) {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(node, [script, ...args], { stdio });
  running.add(child);
  const ended = once(child, 'exit').then(([code, signal]): number | string => {
    running.delete(child);
    return signal ?? code;
  });
  return { child, ended };
}

/** Starts a server by the name of its module in `servers/`. */
export async function startServer(name: string): Promise<Server> {
  const { child, ended } = start('servers/serve.mjs', [name], ['ignore', 'pipe', 'inherit', 'ipc']);
  const failed = ended.then((code): never => {
    throw new Error(`the server ${name} ended with ${code}`);
  });
  failed.catch(() => {});
  const url = await Promise.race([printedAddress(child), failed]);
  return {
    url,
    ask: async (question, about) => {
      const answered = once(child, 'message');
      child.send({ ask: question, about });
      const [message] = await Promise.race([answered, failed]);
      return (message as { answer: unknown }).answer;
    },
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

function printedAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stdout === null) return;
    createInterface(stdout).on('line', (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

/** Runs a script to its end and returns its output. Throws unless it exits with 0. */
export async function runScript(file: string, args: readonly string[] = []): Promise<string> {
  const { child, ended } = start(file, args, ['ignore', 'pipe', 'inherit']);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  const code = await ended;
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}: ${output.slice(-2_000)}`);
  return output;
}
