import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerReader } from './answer-reader.ts';
import { type BenchRequest, requestBytes, writeSerial } from './request.ts';

export type Load = {
  port: number;
  request: BenchRequest;
  expectedStatus: number;
  milliseconds: number;
  /** A number that no request had before. */
  nextSerial: () => number;
};

export type LoadResult = { answers: number; perSecond: number };

export const CONNECTIONS = 16;
const READ_BUFFER_BYTES = 256 * 1024;

/** Keeps every connection busy with one request at a time, and counts what is answered. A wrong status ends it. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(load)));
  const begin = performance.now();
  let open = true;
  const end = setTimeout(() => {
    open = false;
  }, load.milliseconds);
  try {
    const counts = await Promise.all(lines.map(({ run }) => run(() => open)));
    const answers = counts.reduce((sum, count) => sum + count, 0);
    return { answers, perSecond: (answers / (performance.now() - begin)) * 1_000 };
  } finally {
    clearTimeout(end);
    for (const { socket } of lines) socket.destroy();
  }
}

type Line = { socket: Socket; run(isOpen: () => boolean): Promise<number> };

/** One connection. It reads into one buffer, so that the load costs little where answers are big. */
async function openLine({ port, request, expectedStatus, nextSerial }: Load): Promise<Line> {
  let onBytes: (bytes: Buffer) => void = () => {};
  const buffer = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);
  const callback = (size: number) => {
    onBytes(buffer.subarray(0, size));
    return true;
  };
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback } });
  await once(socket, 'connect');
  const bytes = requestBytes(request);

  const run = (isOpen: () => boolean) =>
    new Promise<number>((resolve, reject) => {
      let count = 0;
      const send = () => {
        writeSerial(bytes, nextSerial());
        socket.write(bytes.bytes);
      };
      const onAnswer = () => {
        count += 1;
        if (isOpen()) send();
        else resolve(count);
      };
      const onWrong = (problem: string) => reject(new Error(`${request.method} ${request.path}: ${problem}`));
      onBytes = answerReader(expectedStatus, onAnswer, onWrong);
      socket.on('error', ({ message }) => onWrong(message));
      socket.on('close', () => onWrong('the connection was closed'));
      send();
    });
  return { socket, run };
}
