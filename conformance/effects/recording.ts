import type { Effects } from './effects.ts';
import type { TapeEntry } from './tape.ts';
import { StopInstance } from './untestable.ts';

/** Effects that record all results on a tape, in the order of the requests. */
export function recorded(
  live: Omit<Effects, 'position'>,
  tape: TapeEntry[],
  noted: (entry: TapeEntry) => void = () => {},
): Effects {
  const keep = async <Output>(work: Promise<Output>, entry: (output: Output) => TapeEntry): Promise<Output> => {
    const index = tape.length;
    tape.push(PENDING);
    try {
      const output = await work;
      const made = entry(output);
      tape[index] = made;
      noted(made);
      return output;
    } catch (error) {
      if (error instanceof StopInstance) tape[index] = { kind: 'stopped', reason: error.reason, detail: error.message };
      throw error;
    }
  };
  return {
    position: () => tape.length,
    send: (request, stopped) => {
      const index = tape.length;
      return keep(live.send(request, stopped), ({ exchange }) => ({ kind: 'exchange', exchange })).then(
        ({ exchange }) => ({ exchange, index }),
      );
    },
    wait: (milliseconds, on) =>
      keep(live.wait(milliseconds, on), (outcome) => ({ kind: 'waited', milliseconds, outcome })),
    now: () => keep(live.now(), (at) => ({ kind: 'now', at })),
    drive: (call, input) => keep(live.drive(call, input), (outcome) => ({ kind: 'drive', call, input, outcome })),
    openHook: (hook) =>
      keep(live.openHook(hook), (outcome) => ({ kind: 'drive', call: 'webhooks.register', input: hook, outcome })),
    setReplies: (hook, replies) => live.setReplies(hook, replies),
    watch: (hook, watch) => keep(live.watch(hook, watch), (seen) => ({ kind: 'hooks', hook, ...seen })),
  };
}

const PENDING: TapeEntry = { kind: 'now', at: 0 };
