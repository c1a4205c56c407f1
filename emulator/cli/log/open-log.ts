import { wallClock } from '../../adapters/wall-clock.ts';
import type { LogPort } from '../../world/ports.ts';
import { hasColors, openOutput } from '../print.ts';
import { jsonForm, textForm } from './event-line.ts';
import { createLineQueue } from './line-queue.ts';

export type Log = {
  port: LogPort;
  /** Resolves when all has been written; with false where nobody has taken it for a while. */
  end(): Promise<boolean>;
};

const PATIENCE = 1_000;

/** A log on standard output. */
export function openLog(form: 'text' | 'json'): Log {
  const { lineOf, leftOut } = form === 'json' ? jsonForm : textForm(hasColors());
  const queue = createLineQueue({ output: openOutput(), turn: wallClock.turn, lineOf, leftOut });
  return {
    port: { tell: queue.add },
    end: () => {
      const waiting = new AbortController();
      const drained = queue.drained().then(() => true);
      const late = wallClock.sleep(PATIENCE, waiting.signal).then(() => false);
      return Promise.race([drained, late]).finally(() => waiting.abort());
    },
  };
}
