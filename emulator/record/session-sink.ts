import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { causeOf, DataProblem } from '../storage/data-problem.ts';

/** Where the lines of a recording go. */
export type SessionSink = {
  add(line: string): void;
  /** All that was added. */
  read(): Promise<Uint8Array>;
  /** Calls back, with the reason, when no more is taken. */
  onFull(call: (why: string) => void): void;
  close(): Promise<void>;
};

/** A session in memory is cut off where it would be larger. */
const MOST_IN_MEMORY = 256 * 1024 * 1024;
/** Keys are in it: it is for its owner alone. */
const FILE_MODE = 0o600;

export function memorySink(most = MOST_IN_MEMORY): SessionSink {
  const lines: string[] = [];
  let size = 0;
  let tell = (_: string) => {};
  return {
    add: (line) => {
      const isFull = size > most;
      size += line.length;
      lines.push(line);
      if (size > most && !isFull) tell(`it is larger than ${most} bytes, which is all that is held in memory`);
    },
    read: async () => Buffer.from(lines.join('')),
    onFull: (call) => {
      tell = call;
    },
    close: async () => {},
  };
}

/** A process that is killed leaves every line but, maybe, the last. */
export function fileSink(file: string, onTrouble: (problem: string) => void): SessionSink {
  const descriptor = opened(file);
  let isOpen = true;
  return {
    add: (line) => {
      if (!isOpen) return;
      try {
        writeWhole(descriptor, Buffer.from(line));
      } catch (error) {
        isOpen = false;
        onTrouble(`the recording ${file} ends here: ${causeOf(error)}`);
      }
    },
    read: () => readFile(file),
    onFull: () => {},
    close: async () => {
      isOpen = false;
      closeSync(descriptor);
    },
  };
}

function opened(file: string): number {
  try {
    return openSync(file, 'w', FILE_MODE);
  } catch (error) {
    throw new DataProblem(`the recording ${file} cannot be written: ${causeOf(error)}`);
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(descriptor, bytes, written);
}

export function saveSession(file: string, bytes: Uint8Array): Promise<void> {
  return writeFile(file, bytes, { mode: FILE_MODE });
}
