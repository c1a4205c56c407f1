import { messageOf } from './contents.ts';
import { type Asked, machineOutside, type Outside } from './outside.ts';
import type { Sequence } from './sequence.ts';
import type { Content, EntryInput } from './session.ts';
import type { SessionWriter } from './write-session.ts';

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
  /** Whether nothing is written any more. */
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
