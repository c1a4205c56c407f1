import { wallClock } from '../../adapters/wall-clock.ts';
import type { LogPort } from '../../world/ports.ts';
import { hasColors, openOutput } from '../print.ts';
import { jsonForm, textForm } from './event-line.ts';

export type Log = {
  port: LogPort;
  /** Resolves when everything has been written, or with false if the output has not been read for a while. */
  end(): Promise<boolean>;
};

const PATIENCE = 1_000;

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

/** The output: `write` resolves when a text has been written, with false if the output is closed. */
type LineOutput = { write(text: string): Promise<boolean> };

type LineQueue<Row> = {
  /** Adds a row, or counts it as left out; does nothing else synchronously. */
  add(row: Row): void;
  /** Resolves when all waiting rows have been written, or the output is closed. */
  drained(): Promise<void>;
};

type LineQueueParts<Row> = {
  output: LineOutput;
  /** Resolves when all other pending work of this process has had its turn. */
  turn(): Promise<void>;
  lineOf(row: Row): string;
  /** The line that replaces those that were left out. */
  leftOut(count: number): string;
  /** The maximum number of waiting rows; more are left out. */
  most?: number;
};

const MOST_WAITING = 5_000;
/** The maximum number of rows per batch, because formatting must not delay an answer. */
const MOST_AT_ONCE = 200;

/**
 * Writes a line for each row, in batches: each after the previous one has been written and all pending work of this
 * process has had its turn. With a reader who is slow or has stopped reading, lines are lost, but answers are not
 * delayed.
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
