import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type Ended = { code: number; text: string };

/** The folder of a user who has installed the package and the tools of the guides. */
export type UserProject = {
  folder: string;
  write(files: Record<string, string>): void;
  /** Runs a line in a shell, where installed commands are found with and without `npx`. */
  run(line: string, env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** Starts a line in the background, in a separate process group. */
  start(line: string, env?: NodeJS.ProcessEnv): ChildProcess;
  remove(): void;
};

/** Much longer than any command takes. Only a command that never ends should exceed it. */
const LONGEST_MS = 400_000;

/** Creates it in the checkout, so that the tools are found, with the package as bundled in `dist`. */
export function openUserProject(dist: URL): UserProject {
  const folder = mkdtempSync(fileURLToPath(new URL('user-', dist)));
  const installed = join(folder, 'node_modules/tryon-kit');
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
  symlinkSync(fileURLToPath(dist), join(installed, 'dist'));
  symlinkSync(join(ROOT, 'examples'), join(installed, 'examples'));
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  const bins = join(folder, 'node_modules/.bin');
  mkdirSync(bins);
  for (const [name, path] of Object.entries(bin)) writeBin(join(bins, name), join(installed, path));
  const path = [bins, join(ROOT, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  write({ 'package.json': '{"name": "user", "private": true}' });
  return {
    folder,
    write,
    run: (line, env = {}) => runIn(folder, line.replaceAll('npx ', ''), { ...ownEnvironment(), PATH: path, ...env }),
    start: (line, more = {}) => {
      const env = { ...ownEnvironment(), PATH: path, ...more };
      return spawn('bash', ['-c', line.replaceAll('npx ', '')], { cwd: folder, env, detached: true, stdio: 'ignore' });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeBin(file: string, target: string): void {
  writeFileSync(file, `#!/bin/sh\nexec node "${target}" "$@"\n`);
  chmodSync(file, 0o755);
}

/** The environment without variables of the test run, such as those of vitest. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(?:VITEST|TRYON_|NODE_ENV|TEST$|JEST_)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

function runIn(cwd: string, line: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    execFile('bash', ['-euo', 'pipefail', '-c', line], { cwd, env, timeout: LONGEST_MS }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
    );
  });
}
