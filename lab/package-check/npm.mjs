// npm is a script and not a program. Node runs it, so that no system needs a shell.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Runs npm to its end, and returns its stdout and stderr. */
export async function npm(args, { cwd = '.', loglevel = 'error' } = {}) {
  const [program, ...first] = npmCommand();
  try {
    return await promisify(execFile)(program, [...first, `--loglevel=${loglevel}`, ...args], { cwd });
  } catch (error) {
    throw new Error(`npm ${args.join(' ')} ended with ${error.code}:\n${error.stderr || error.stdout}`);
  }
}

/** The npm that runs this script, or the one that belongs to this Node. */
export function npmCommand() {
  const beside = ['../lib/node_modules', 'node_modules'].map((modules) => join(dirname(process.execPath), modules));
  const scripts = [process.env.npm_execpath ?? '', ...beside.map((modules) => join(modules, 'npm/bin/npm-cli.js'))];
  const script = scripts.find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  return script === undefined ? ['npm'] : [process.execPath, script];
}
