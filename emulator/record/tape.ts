import { createQueue } from '../domain/queue.ts';
import { versionsNow } from '../storage/versions.ts';
import type { WallClock } from '../world/ports.ts';
import { contentOf, messageOf } from './contents.ts';
import { type Asked, machineOutside, type Outside } from './outside.ts';
import type { Content, EntryInput, SessionHeadInput } from './session.ts';
import { SESSION_FORMAT, SESSION_KIND } from './session-kind.ts';

/** One recording that is under way: of all worlds, or of one. */
export type Tape = {
  /** The world that it records; null is all of them. */
  readonly world: string | null;
  readonly sequence: Sequence;
  /** What its worlds have in place of the machine. */
  readonly outside: Outside;
  /** The number of the next exchange. */
  nextExchange(): number;
  /** Milliseconds since it began. */
  at(): number;
  write(entry: EntryInput): void;
  content(bytes: Uint8Array, isKept?: boolean): Content;
  /** Does something in a turn of its own; at once where the recording is over. */
  enter(act: () => void): void;
  /** Whether the recording has ended. */
  isOver(): boolean;
  end(why?: string): void;
};

export function createTape(world: string | null, sequence: Sequence, { entry, content }: SessionWriter): Tape {
  const began = sequence.now();
  let exchanges = 0;
  let isOver = false;
  const tape: Omit<Tape, 'outside'> = {
    world,
    sequence,
    nextExchange: () => {
      exchanges += 1;
      return exchanges;
    },
    at: () => sequence.now() - began,
    write: (written) => {
      if (!isOver) entry(written);
    },
    content: (bytes, isKept = false) => content(bytes, isKept),
    enter: (act) => (isOver ? act() : sequence.enter(act)),
    isOver: () => isOver,
    end: (why) => {
      if (isOver) return;
      entry({ do: 'end', ...(why !== undefined && { why }) });
      isOver = true;
    },
  };
  return { ...tape, outside: recordedOutside(tape) };
}

/** What comes to a world from outside while it is recorded: each in a turn of its own, and written down. */
function recordedOutside({ sequence, at, write, enter, isOver }: Omit<Tape, 'outside'>): Outside {
  const asked = new Map<string, number>();
  const next = (world: string) => {
    const of = (asked.get(world) ?? 0) + 1;
    asked.set(world, of);
    return of;
  };
  return {
    ...machineOutside(sequence.now),
    now: () => (isOver() ? null : sequence.now()),
    ask: <Value>(world: string, { kind, begin, pack, request }: Asked<Value>): Promise<Value> => {
      const of = next(world);
      if (request !== undefined) {
        const { url, headers, body } = request;
        write({ do: 'send', world, of, url, headers, body });
      }
      return new Promise((resolve, reject) => {
        const come = (what: object, go: () => void) =>
          enter(() => {
            write({ do: 'done', at: at(), world, of, kind, ...what });
            go();
          });
        begin(of).then(
          (value) => come(pack === undefined ? {} : { value: pack(value) }, () => resolve(value)),
          (error: unknown) => come({ failed: messageOf(error) }, () => reject(error)),
        );
      });
    },
    callAt: (world, instant, call, wall) => {
      const of = next(world);
      let isCancelled = false;
      const ring = () => {
        if (isCancelled) return;
        write({ do: 'ring', at: at(), world, of });
        call();
      };
      const timer = wall.callAt(instant, () => enter(ring));
      return {
        cancel: () => {
          isCancelled = true;
          timer.cancel();
        },
      };
    },
    receive: (world, of, delivery, take) =>
      new Promise((resolve) => {
        enter(() => {
          const { method, path, headers, body } = delivery;
          write({ do: 'delivery', at: at(), world, of, method, path, headers, body: body.toString() });
          resolve(take(delivery));
        });
      }),
  };
}

/** What the lines of a session go to, each with its end. */
type Sink = (line: string) => void;

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

/**
 * The turns of what comes from outside: one after the other, each only when all that follows from the last at once is done. The
 * machine's clock stands still within a turn, and until the next.
 */
export type Sequence = {
  now(): number;
  /** Does something in a turn of its own. */
  enter(act: () => void): void;
  /**
   * Does what cannot wait for a turn: the caller gets an answer at once. `isTogether`: nothing that follows from the last
   * such call has been done yet.
   */
  atOnce<Result>(act: (isTogether: boolean) => Result): Result;
  /** Resolves when everything that follows from the present turn is done, so that nothing outside acts in between. */
  settled(): Promise<void>;
};

export function createSequence(wall: WallClock): Sequence {
  const waiting = createQueue<() => void>();
  let isTaking = false;
  let now = wall.now();
  let isFresh = false;
  const move = () => {
    now = Math.max(now, wall.now());
  };
  const takeTurns = async () => {
    while (waiting.size() > 0) {
      await wall.turn();
      move();
      waiting.take()?.();
    }
    isTaking = false;
  };
  return {
    now: () => now,
    enter: (act) => {
      waiting.add(act);
      if (isTaking) return;
      isTaking = true;
      takeTurns();
    },
    atOnce: (act) => {
      move();
      const isTogether = isFresh;
      isFresh = true;
      queueMicrotask(() => {
        isFresh = false;
      });
      return act(isTogether);
    },
    settled: () => wall.turn(),
  };
}
