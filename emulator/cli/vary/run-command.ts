import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { UsageError } from '../../../shared/command.ts';
import { wallClock } from '../../adapters/wall-clock.ts';

export type CommandEnd = {
  /** Null where it was ended, since it would not end by itself. */
  exit: number | null;
  /** The end of what it printed. */
  output: string;
  took: number;
};

export type CommandOptions = {
  env: NodeJS.ProcessEnv;
  /** How long it may take, in real time. */
  timeout: number;
  /** Aborted where nobody wants it any more. */
  signal: AbortSignal;
  /** Hears what it prints. */
  onOutput?(text: string): void;
};

/** More of what is printed is forgotten, the first first. */
const MOST_OUTPUT = 2 * 1024 * 1024;
/** How long it has to end by itself when it is told to. */
const GRACE = 2_000;

/** Runs a command to its end, with all that it starts: what hangs is ended as a whole. */
export function runCommand([program = '', ...args]: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  const { env, timeout, signal, onOutput } = options;
  const began = wallClock.now();
  const isGroup = process.platform !== 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup });
    let output = '';
    const take = (chunk: Buffer) => {
      const text = chunk.toString();
      onOutput?.(text);
      output = (output + text).slice(-MOST_OUTPUT);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    let isCut = false;
    const cut = () => {
      isCut = true;
      endGroup(child, isGroup);
    };
    const limit = wallClock.callAt(began + timeout, cut);
    signal.addEventListener('abort', cut);
    const stop = () => {
      limit.cancel();
      signal.removeEventListener('abort', cut);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      stop();
      reject(error.code === 'ENOENT' ? new UsageError(`there is no command ${program}`) : error);
    });
    child.once('close', (code) => {
      stop();
      resolve({ exit: isCut ? null : (code ?? 1), output, took: wallClock.now() - began });
    });
  });
}

function endGroup(child: ChildProcess, isGroup: boolean): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  send('SIGTERM');
  const last = wallClock.callAt(wallClock.now() + GRACE, () => send('SIGKILL'));
  child.once('close', () => last.cancel());
}
