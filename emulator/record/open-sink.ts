import type { RecordOptions } from '../control/files/recording.ts';
import { fileSink, memorySink, type SessionSink, saveSession } from './session-sink.ts';

export type OpenSink = SessionSink & { save(file: string): Promise<void> };

/** Where a recording goes to, as its options have it. */
export async function openSink(
  { file, redact = false }: RecordOptions,
  onTrouble: (problem: string) => void,
): Promise<OpenSink> {
  const plain = file === undefined ? memorySink() : fileSink(file, onTrouble);
  const sink = redact ? await redactedSink(plain) : plain;
  return { ...sink, save: async (to) => saveSession(to, await sink.read()) };
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
