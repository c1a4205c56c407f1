import { EXIT } from '../../shared/command.ts';
import { printError } from './print.ts';

export type Interrupt = { signal: AbortSignal; stop(): void };

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The first signal lets the run clean up and report; the second ends the process immediately. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    printError('\ntryon-conformance: cleaning up; once more ends it at once');
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}

/** Does the work of a command, which a signal interrupts: the exit code is then that of an interrupted command. */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const { signal, stop } = listenForInterrupt();
  try {
    const code = await work(signal);
    return signal.aborted ? EXIT.interrupted : code;
  } finally {
    stop();
  }
}
