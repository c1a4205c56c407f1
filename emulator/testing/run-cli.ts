import { main } from '../cli.ts';
import { type Ended, runInProcess } from './in-process.ts';

/** The command line from its sources, without a process of its own. */
export function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runInProcess(main, args, { env });
}
