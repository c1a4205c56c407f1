import type { IncomingMessage } from 'node:http';
import { headerOf, pairsOf } from './headers.ts';

/** More than any picture. */
const MOST_BYTES = 64 * 1024 * 1024;
/** More than any text: a page of a hundred complete jobs has one megabyte, or two if it is indented. */
const MOST_TEXT = 4 * 1024 * 1024;
/** Larger bodies are read and examined one at a time, however many arrive together. */
const LARGE = 1024 * 1024;

/** A received body. `release` must be called when it has been examined, so that the next large one can be read. */
export type ReadBody = { bytes: Buffer; release(): void };

/** Reads the body of an answer, up to the limits above. */
export function readBody(incoming: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let most: number | null = null;
  let turn: Promise<() => void> | null = null;
  const giveBack = () => void turn?.then((release) => release());
  const take = (chunk: Buffer) => {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size <= LARGE) return;
    most ??= isPicture(chunks[0] ?? chunk, incoming) ? MOST_BYTES : MOST_TEXT;
    if (size > most) return void incoming.destroy(tooMuch(`the body is longer than ${most / 1024 / 1024} MiB`));
    if (turn !== null) return;
    turn = largeBodies.turn();
    incoming.pause();
    turn.then(() => incoming.resume());
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      giveBack();
      reject(error);
    };
    incoming.on('data', take);
    incoming.on('error', fail);
    incoming.on('end', () => resolve({ bytes: Buffer.concat(chunks, size), release: giveBack }));
    // Fails if it closes before its end without an error. After its end, this has no effect.
    incoming.on('close', () => incoming.readableEnded || fail(closedEarly()));
  });
}

/** The same error as Node's for a closed connection. */
function closedEarly(): Error {
  return Object.assign(new Error('the connection was closed before the whole body had come'), { code: 'ECONNRESET' });
}

/** Uses the error code of an HTTP parser, since the effect is the same for the caller: the answer is unreadable. */
function tooMuch(problem: string): Error {
  return Object.assign(new Error(problem), { code: 'HPE_TOO_LONG' });
}

/** The longest body of a type, when its coding is undone. */
export function mostOf(contentType: string | null): number {
  return claimsImage(contentType) ? MOST_BYTES : MOST_TEXT;
}

function claimsImage(contentType: string | null): boolean {
  return /^\s*image\//i.test(contentType ?? '');
}

/** Decides by the first bytes: an error that is sent as an image by mistake is still read as text. */
function isPicture(start: Uint8Array, { rawHeaders }: IncomingMessage): boolean {
  const isClaimed = claimsImage(headerOf(pairsOf(rawHeaders), 'content-type'));
  return beginsLikeImage(start) || (isClaimed && !beginsLikeJson(start));
}

export function beginsLikeJson(bytes: Uint8Array): boolean {
  return /^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 32)).toString('latin1'));
}

const IMAGE_STARTS = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF.{4}WEBP/s];

export function beginsLikeImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return IMAGE_STARTS.some((known) => known.test(start));
}

const largeBodies = oneAtATime();

/** `turn` resolves when all earlier turns have been returned. */
type OneAtATime = { turn(): Promise<() => void> };

export function oneAtATime(): OneAtATime {
  let last: Promise<void> = Promise.resolve();
  return {
    turn: async () => {
      const before = last;
      let giveBack: () => void = () => undefined;
      last = new Promise((resolve) => {
        giveBack = resolve;
      });
      await before;
      return giveBack;
    },
  };
}
