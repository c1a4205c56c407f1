import type { Asked, Outside } from './outside.ts';
import { messageOf } from './recorded-calls.ts';
import type { Sequence } from './sequence.ts';
import type { Tape } from './tape.ts';

/** What comes to a world from outside while it is recorded: each in a turn of its own, and written down. */
export function recordedOutside(tape: Tape, sequence: Sequence): Outside {
  /** What was begun while it was recorded, and comes when it is not any more, comes at once. */
  const enter = (act: () => void) => (tape.isOver() ? act() : sequence.enter(act));

  const ask = <Value>(world: string, { kind, begin, form, request }: Asked<Value>): Promise<Value> => {
    const of = tape.nextAsked(world);
    if (request !== undefined) {
      const { url, headers, body } = request;
      tape.write({ do: 'send', world, of, url, headers, body });
    }
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
            write({ failed: messageOf(error) });
            reject(error);
          }),
      );
    });
  };

  return {
    now: () => (tape.isOver() ? null : sequence.now()),
    ask,
    callAt: (world, instant, call, wall) => {
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
    },
    receive: (world, of, delivery, take) =>
      new Promise((resolve) => {
        enter(() => {
          const { method, path, headers, body } = delivery;
          tape.write({ do: 'delivery', at: tape.at(), world, of, method, path, headers, body: body.toString() });
          resolve(take(delivery));
        });
      }),
  };
}
