import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerOf } from '../../effects/http/headers.ts';
import type { KeptBody, RawExchange } from '../traffic.ts';
import { createReader, type Framing, framingOf, type Head, type Pass, type Reader } from './http-reader.ts';

/** Reads both directions of one connection, and reports each exchange. */
export type Pairing = { request: Reader; answer: Reader; close(): void };

/** Receives the exchanges. `now` returns milliseconds with fractions. */
export type Listener = { now(): number; number(): number; exchange(raw: RawExchange): void; skipped(): void };

/** A longer body is passed on, but not kept. */
export const MOST_KEPT = 8 * 1024 * 1024;

type Message = { head: Head; parts: Buffer[]; size: number };
type Open = Message & { number: number; at: number; isWhole: boolean; answer: Message | null };

/** Answers arrive in the order of their requests. After a change of protocol, nothing more is read. */
export function pairMessages(listener: Listener, pass?: Pass): Pairing {
  const open: Open[] = [];
  let isLost = false;
  const lose = () => {
    if (!isLost && open.length > 0) listener.skipped();
    isLost = true;
    open.length = 0;
  };
  const request = createReader(
    {
      head: (head) => {
        open.push({ ...message(head), number: listener.number(), at: listener.now(), isWhole: false, answer: null });
        return framingOf(head, 0);
      },
      body: (part) => keep(open.at(-1), part),
      done: (isWhole) => {
        const last = open.at(-1);
        if (last !== undefined) last.isWhole = isWhole;
      },
      lost: lose,
    },
    pass,
  );
  const tell = (isWhole: boolean) => {
    const [first] = open;
    if (first?.answer === undefined || first.answer === null) return;
    if (isInterim(first.answer.head)) {
      first.answer = null;
      return;
    }
    open.shift();
    listener.exchange(rawOf(first, first.answer, isWhole, listener.now()));
  };
  const answer = createReader({
    head: (head) => {
      const [first] = open;
      if (first === undefined || isLost) return isLost ? 'rest' : 0;
      first.answer = message(head);
      const status = statusOf(head);
      if (status === 101 || (first.head.first.startsWith('CONNECT ') && status < 300)) {
        lose();
        return 'rest';
      }
      return framingOfAnswer(head, first.head);
    },
    body: (part) => keep(open[0]?.answer ?? undefined, part),
    done: tell,
    lost: lose,
  });
  return {
    request,
    answer,
    close: () => {
      for (const one of open.splice(0)) if (!isLost) listener.exchange(rawOf(one, null, false, listener.now()));
    },
  };
}

function message(head: Head): Message {
  return { head, parts: [], size: 0 };
}

/** Keeps a copy, since the bytes belong to the stream, unless the body exceeds the limit. */
function keep(message: Message | undefined, part: Buffer): void {
  if (message === undefined) return;
  message.size += part.byteLength;
  if (message.size <= MOST_KEPT) message.parts.push(Buffer.from(part));
  else message.parts.length = 0;
}

function statusOf({ first }: Head): number {
  return Number(first.split(' ')[1]);
}

function isInterim(head: Head): boolean {
  const status = statusOf(head);
  return status >= 100 && status < 200;
}

function framingOfAnswer(head: Head, request: Head): Framing {
  const status = statusOf(head);
  const isBare = request.first.startsWith('HEAD ') || status < 200 || status === 204 || status === 304;
  return isBare ? 0 : framingOf(head, 'rest');
}

/** The answer to an incomplete request is ignored, since a server may answer anything. */
function rawOf(open: Open, given: Message | null, isWhole: boolean, now: number): RawExchange {
  const answer = open.isWhole ? given : null;
  const [method = '', target = ''] = open.head.first.split(' ');
  return {
    number: open.number,
    method,
    url: target.replace(/^https?:\/\/[^/]+/i, '') || '/',
    headers: open.head.headers,
    body: open.isWhole ? bodyOf(open) : null,
    answer: answer && {
      status: statusOf(answer.head),
      headers: answer.head.headers,
      body: isWhole ? bodyOf(answer) : null,
    },
    silence: answer === null ? 'closed' : null,
    at: open.at,
    slack: 0,
    took: Math.max(0, now - open.at),
  };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MOST_KEPT }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MOST_KEPT }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MOST_KEPT }),
};

/** The decompressed body; null if it was not kept or cannot be read. */
function bodyOf({ head, parts, size }: Message): KeptBody {
  if (size > MOST_KEPT) return null;
  const bytes = Buffer.concat(parts);
  const encoding = headerOf(head.headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || bytes.byteLength === 0) return bytes;
  try {
    return DECODERS[encoding]?.(bytes) ?? null;
  } catch {
    return null;
  }
}
