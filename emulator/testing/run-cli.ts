import { main } from '../cli.ts';
import { type Ended, runInProcess } from './in-process.ts';

/** Runs the command line from its sources, without a separate process. */
export function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runInProcess(main, args, { env });
}
