import { wallClock } from '../../adapters/wall-clock.ts';
import type { LogPort } from '../../world/ports.ts';
import { hasColors, openOutput } from '../print.ts';
import { jsonForm, textForm } from './event-line.ts';

export type Log = {
  port: LogPort;
  /** Resolves when all has been written; with false where no one has taken it for a while. */
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

/** Where lines go: `write` resolves when a text has been taken, with false where nothing is taken any more. */
type LineOutput = { write(text: string): Promise<boolean> };

/** Lines that wait for their turn. */
type LineQueue<Row> = {
  /** Takes a row, or counts it as left out; nothing else is done in the turn of the caller. */
  add(row: Row): void;
  /** Resolves when all that waits has been written, or nothing is taken any more. */
  drained(): Promise<void>;
};

type LineQueueParts<Row> = {
  output: LineOutput;
  /** Resolves when all others who wait for this process have had their turn. */
  turn(): Promise<void>;
  lineOf(row: Row): string;
  /** What is said in place of the lines that were left out. */
  leftOut(count: number): string;
  /** So many rows wait at the most; what comes while they do is left out. */
  most?: number;
};

const MOST_WAITING = 5_000;
/** What makes lines of rows must not hold up an answer: so many are made at once. */
const MOST_AT_ONCE = 200;

/**
 * Writes a line for each row, in batches: the next when the last has been taken, after everything that waits for this process. A
 * reader who is slow, or has stopped reading, costs lines, and no answer.
 */
export function createLineQueue<Row>(parts: LineQueueParts<Row>): LineQueue<Row> {
  const { output, turn, lineOf, leftOut, most = MOST_WAITING } = parts;
  let rows: Row[] = [];
  let missed = 0;
  let isOpen = true;
  let writing: Promise<void> | null = null;

  const nextText = (): string => {
    const lines = rows.slice(0, MOST_AT_ONCE).map(lineOf);
    rows = rows.slice(MOST_AT_ONCE);
    if (rows.length === 0 && missed > 0) {
      lines.push(leftOut(missed));
      missed = 0;
    }
    return `${lines.join('\n')}\n`;
  };
  const writeAll = async () => {
    while (isOpen && rows.length > 0) {
      await turn();
      isOpen = await output.write(nextText());
    }
    rows = [];
    writing = null;
  };
  return {
    add: (row) => {
      if (!isOpen) return;
      if (rows.length >= most) missed += 1;
      else rows.push(row);
      writing ??= writeAll();
    },
    drained: async () => {
      while (writing !== null) await writing;
    },
  };
}
