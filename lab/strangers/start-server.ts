import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What a server prints as its first line when it is ready. */
export type Started = { base_url: string; drivers: string; close(): Promise<void> };

/** Starts the server of a stranger on a free port. */
export async function startServer(command: readonly string[]): Promise<Started> {
  const [program = '', ...args] = command;
  const server = spawn(program, [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const first = once(lines, 'line');
  const text: unknown[] = await Promise.race([first, ended]);
  if (typeof text[0] !== 'string') throw new Error(`${command.join(' ')} ended before it was ready`);
  const { base_url, drivers } = JSON.parse(text[0]);
  return {
    base_url,
    drivers,
    close: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
