import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { RecordOptions } from '../control/files/recording.ts';
import { causeOf, DataProblem } from '../storage/data-problem.ts';

/** Where the lines of a recording go. */
type SessionSink = {
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

export type OpenSink = SessionSink & { save(file: string): Promise<void> };

/** Where a recording goes to, as its options have it. */
export async function openSink(
  { file, redact = false }: RecordOptions,
  onTrouble: (problem: string) => void,
): Promise<OpenSink> {
  const plain = file === undefined ? memorySink() : fileSink(file, onTrouble);
  const sink = redact ? await redactedSink(plain) : plain;
  return { ...sink, save: async (to) => writeFile(to, await sink.read(), { mode: FILE_MODE }) };
}

/** Nothing of what is to be hidden gets into the file, not for a moment either. */
async function redactedSink(sink: SessionSink): Promise<SessionSink> {
  const { createRedactor } = await import('./redact/redactor.ts');
  const redact = createRedactor();
  let done = Promise.resolve();
  return {
    ...sink,
    add: (line) => {
      done = done.then(async () => sink.add(await redact(line)));
    },
    read: () => done.then(sink.read),
    close: () => done.then(sink.close),
  };
}

function memorySink(most = MOST_IN_MEMORY): SessionSink {
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
function fileSink(file: string, onTrouble: (problem: string) => void): SessionSink {
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
