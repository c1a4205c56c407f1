import type { Sequence } from './sequence.ts';
import type { Content, EntryInput } from './session.ts';
import type { SessionWriter } from './write-session.ts';

/** One recording that goes on: of all worlds, or of one. */
export type Tape = {
  /** The world that it is of; null is all of them. */
  readonly world: string | null;
  /** The number of the next exchange. */
  nextExchange(): number;
  /** The number of the next thing that a world asks for. */
  nextAsked(world: string): number;
  /** Milliseconds since it began. */
  at(): number;
  write(entry: EntryInput): void;
  content(bytes: Uint8Array, isKept?: boolean): Content;
  /** Whether anything that comes is still written. */
  isOver(): boolean;
  end(why?: string): void;
};

export function createTape(world: string | null, sequence: Sequence, { entry, content }: SessionWriter): Tape {
  const asked = new Map<string, number>();
  const began = sequence.now();
  let exchanges = 0;
  let isOver = false;
  return {
    world,
    nextExchange: () => {
      exchanges += 1;
      return exchanges;
    },
    nextAsked: (of) => {
      const next = (asked.get(of) ?? 0) + 1;
      asked.set(of, next);
      return next;
    },
    at: () => sequence.now() - began,
    write: (written) => {
      if (!isOver) entry(written);
    },
    content: (bytes, isKept = false) => content(bytes, isKept),
    isOver: () => isOver,
    end: (why) => {
      if (isOver) return;
      entry({ do: 'end', ...(why !== undefined && { why }) });
      isOver = true;
    },
  };
}
