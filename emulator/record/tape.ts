import { createQueue } from '../domain/queue.ts';
import { versionsNow } from '../storage/versions.ts';
import type { WallClock } from '../world/ports.ts';
import { contentOf, messageOf } from './contents.ts';
import { type Asked, machineOutside, type Outside } from './outside.ts';
import type { Content, EntryInput, SessionHeadInput } from './session.ts';
import { SESSION_FORMAT, SESSION_KIND } from './session-kind.ts';

export type Tape = {
  /** The world that it records; null for all. */
  readonly world: string | null;
  readonly sequence: Sequence;
  /** The replacement for the machine in its worlds. */
  readonly outside: Outside;
  nextExchange(): number;
  /** Milliseconds since it began. */
  at(): number;
  write(entry: EntryInput): void;
  content(bytes: Uint8Array, isKept?: boolean): Content;
  /** Runs `act` in a separate turn, or at once if the recording has ended. */
  enter(act: () => void): void;
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

/** Records everything that comes to a world from outside, each in a separate turn. */
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

/** Receives the lines of a session, each with its line break. */
type Sink = (line: string) => void;

export type SessionWriter = {
  entry(entry: EntryInput): void;
  /** Text, or the digest of bytes, which are stored (`isKept`) if a replay passes them to the emulator again. */
  content(bytes: Uint8Array, isKept: boolean): Content;
  /** Stores bytes under their digest, for a replay to use them. */
  keep(digest: string, bytes: Uint8Array): void;
};

type Head = Omit<SessionHeadInput, 'file' | 'format' | 'questions'>;

/** Writes a session line by line: the head at once, and bytes that are not text only once. */
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
 * The turns of what comes from outside: one after the other, each after all immediate effects of the previous one. The
 * machine's clock is stopped within a turn, and until the next one.
 */
export type Sequence = {
  now(): number;
  enter(act: () => void): void;
  /** Runs at once what cannot wait for a turn. `isTogether`: the previous such call had no effect yet. */
  atOnce<Result>(act: (isTogether: boolean) => Result): Result;
  /** Resolves when all that follows from the current turn is done, before anything else comes from outside. */
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
