import { versionsNow } from '../storage/versions.ts';
import { contentOf } from './contents.ts';
import { type Content, type EntryInput, SESSION_FORMAT, SESSION_KIND, type SessionHeadInput } from './session.ts';

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
