import { digestOf } from '../domain/values/digest.ts';
import { versionsNow } from '../storage/versions.ts';
import { SESSION_FORMAT, SESSION_KIND } from './format.ts';
import type { Content, EntryInput, SessionHeadInput } from './session.ts';

/** What the lines of a session go to, each with its end. */
export type Sink = (line: string) => void;

export type SessionWriter = {
  entry(entry: EntryInput): void;
  /** Text, or bytes by their digest. `isKept`: so that they can be given again; else so that they can be compared. */
  content(bytes: Uint8Array, isKept: boolean): Content;
  /** Bytes by their digest, so that they can be given again. */
  keep(digest: string, bytes: Uint8Array): void;
};

type Head = Omit<SessionHeadInput, 'file' | 'format' | 'questions'>;

/** Writes a session line by line: its head at once, and bytes that are no text once. */
export function writeSession(head: Head, sink: Sink): SessionWriter {
  const written = new Set<string>();
  const line = (value: unknown) => sink(`${JSON.stringify(value)}\n`);
  const { questions } = versionsNow();
  line({ file: SESSION_KIND, format: SESSION_FORMAT, questions, ...head });
  const keep = (digest: string, bytes: Uint8Array) => {
    if (written.has(digest)) return;
    line({ do: 'bytes', digest, base64: Buffer.from(bytes).toString('base64') } satisfies EntryInput);
    written.add(digest);
  };
  return {
    entry: line,
    keep,
    content: (bytes, isKept) => {
      const content = contentOf(bytes);
      if (isKept && typeof content !== 'string') keep(content.bytes, bytes);
      return content;
    },
  };
}

/** Text, or bytes by their digest. */
export function contentOf(bytes: Uint8Array): Content {
  return textOf(bytes) ?? { bytes: digestOf(bytes), size: bytes.byteLength };
}

/** Null where bytes are not those of a text. */
function textOf(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return Buffer.byteLength(text) === buffer.length && Buffer.from(text).equals(buffer) ? text : null;
}
