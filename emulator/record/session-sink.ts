import { closeSync, openSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { RecordOptions } from '../control/files/file-control.ts';
import { causeOf, DataProblem } from '../storage/data-problem.ts';

export type SessionSink = {
  add(line: string): void;
  /** Everything that was added. */
  read(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** `onFull` is called with the reason why no more is accepted. */
type Hearers = { onTrouble(problem: string): void; onFull(why: string): void };

/** A session in memory ends at this size. */
const MOST_IN_MEMORY = 256 * 1024 * 1024;
/** Only for its owner, because the file contains keys. */
const FILE_MODE = 0o600;

export function openSink({ file, redact = false }: RecordOptions, hearers: Hearers): SessionSink {
  const plain = file === undefined ? memorySink(hearers) : fileSink(file, hearers);
  return redact ? redactedSink(plain) : plain;
}

export async function saveTo(file: string, { read }: SessionSink): Promise<void> {
  await writeFile(file, await read(), { mode: FILE_MODE });
}

/** Redacts each line before it is written, so that the file never contains what is to be hidden. */
function redactedSink(sink: SessionSink): SessionSink {
  const loaded = import('./redact.ts').then(({ createRedactor }) => createRedactor());
  let done = Promise.resolve();
  return {
    add: (line) => {
      done = done.then(async () => sink.add(await (await loaded)(line)));
    },
    read: () => done.then(sink.read),
    close: () => done.then(sink.close),
  };
}

function memorySink({ onFull }: Hearers): SessionSink {
  const lines: string[] = [];
  let size = 0;
  return {
    add: (line) => {
      const wasFull = size > MOST_IN_MEMORY;
      size += line.length;
      lines.push(line);
      if (size > MOST_IN_MEMORY && !wasFull)
        onFull(`it is larger than ${MOST_IN_MEMORY} bytes, which is all that is held in memory`);
    },
    read: async () => Buffer.from(lines.join('')),
    close: async () => {},
  };
}

/** A process that is killed leaves every line except possibly the last one. */
function fileSink(file: string, { onTrouble }: Hearers): SessionSink {
  const descriptor = opened(file);
  let isOpen = true;
  return {
    add: (line) => {
      if (!isOpen) return;
      try {
        writeFileSync(descriptor, line);
      } catch (error) {
        isOpen = false;
        onTrouble(`the recording ${file} ends here: ${causeOf(error)}`);
      }
    },
    read: () => readFile(file),
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
