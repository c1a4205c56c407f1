import type { SentAttempt, WallClock } from '../world/ports.ts';
import type { Asked, Outside, TakeDelivery } from './outside.ts';
import type { Sequence } from './sequence.ts';
import type { Tape } from './tape.ts';

/** What comes to a world from outside while it is recorded: each in a turn of its own, and written down. */
export function recordedOutside(tape: Tape, sequence: Sequence): Outside {
  /** What was begun while it was recorded, and comes when it is not any more, comes at once. */
  const enter = (act: () => void) => (tape.isOver() ? act() : sequence.enter(act));

  const ask = <Value>(world: string, { kind, begin, form }: Asked<Value>): Promise<Value> => {
    const of = tape.nextAsked(world);
    const write = (more: object) => tape.write({ do: 'done', at: tape.at(), world, of, kind, ...more });
    return new Promise((resolve, reject) => {
      begin(of).then(
        (value) =>
          enter(() => {
            write(form === null ? {} : { value: form.pack(value) });
            resolve(value);
          }),
        (error: unknown) =>
          enter(() => {
            write({ failed: error instanceof Error ? error.message : String(error) });
            reject(error);
          }),
      );
    });
  };

  return {
    now: () => (tape.isOver() ? null : sequence.now()),
    ask,
    callAt: (world, instant, call, wall) => callInTurn(tape, enter, world, { instant, call, wall }),
    send: (world, request, begin) => {
      const of = tape.nextAsked(world);
      const { url, headers, body } = request;
      tape.write({ do: 'send', world, of, url, headers, body });
      return new Promise((resolve) => {
        begin().then(({ rest, ...decided }) =>
          enter(() => {
            const value = rest === undefined ? decided : { ...decided, hasRest: true };
            tape.write({ do: 'done', at: tape.at(), world, of, kind: 'sent', value });
            const told: SentAttempt =
              rest === undefined
                ? decided
                : { ...decided, rest: ask(world, { kind: 'rest', begin: () => rest, form: PLAIN }) };
            resolve(told);
          }),
        );
      });
    },
    receive: (world, of, delivery, take: TakeDelivery) =>
      new Promise((resolve) => {
        enter(() => {
          const { method, path, headers, body } = delivery;
          tape.write({ do: 'delivery', at: tape.at(), world, of, method, path, headers, body: body.toString() });
          resolve(take(delivery));
        });
      }),
    playReceiver: () => {},
  };
}

export const PLAIN: NonNullable<Asked<string>['form']> = { pack: (text) => text, unpack: (text) => String(text) };

type Call = { instant: number; call: () => void; wall: WallClock };

function callInTurn(
  tape: Tape,
  enter: (act: () => void) => void,
  world: string,
  { instant, call, wall }: Call,
): { cancel(): void } {
  const of = tape.nextAsked(world);
  let isCancelled = false;
  const ring = () => {
    if (isCancelled) return;
    tape.write({ do: 'ring', at: tape.at(), world, of });
    call();
  };
  const timer = wall.callAt(instant, () => enter(ring));
  return {
    cancel: () => {
      isCancelled = true;
      timer.cancel();
    },
  };
}
