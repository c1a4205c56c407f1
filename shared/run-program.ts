import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { UsageError } from './command.ts';

/** Runs a program to its end, also npm on Windows. Signals are passed on, so that nothing is left running. */
export function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals) => child.kill(signal);
    const stop = () => process.off('SIGINT', passOn).off('SIGTERM', passOn);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    child.once('error', (error: NodeJS.ErrnoException) => {
      stop();
      reject(error.code === 'ENOENT' ? new UsageError(`command not found: ${program}`) : error);
    });
    child.once('exit', (code, signal) => {
      stop();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
