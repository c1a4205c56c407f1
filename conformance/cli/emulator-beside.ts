import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Beside = { base_url: string; driver_url: string; close(): Promise<void> };

/**
 * Starts the emulator in a process of its own, so that grading and answering use two cores. Null where its command line is
 * not built, as in the sources.
 */
export async function startBeside(): Promise<Beside | null> {
  const places = ['cli.js', '../cli.js'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const cli = places.find((path) => existsSync(path));
  if (cli === undefined) return null;
  // In a process group of its own, so that Ctrl-C does not reach it: cleaning up needs the server.
  const child = spawn(process.execPath, [cli, 'start', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    windowsHide: true,
    // A token in the environment is meant for another emulator; on loopback this one needs none.
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
