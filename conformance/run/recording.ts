import type { Exchange } from '../wire/exchange.ts';
import type { DriveOutcome, Effects, OpenedHook } from './effects.ts';
import { StopInstance } from './frame.ts';
import type { TapeEntry } from './tape.ts';

/** Effects that keep all that comes from outside on a tape, in the order in which it was asked for. */
export function recorded(live: Omit<Effects, 'position'>, tape: TapeEntry[]): Effects {
  const keep = async <Output>(work: Promise<Output>, entry: (output: Output) => TapeEntry): Promise<Output> => {
    const index = tape.length;
    tape.push(PENDING);
    try {
      const output = await work;
      tape[index] = entry(output);
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

/** The tape is of another suite, or was changed: what the instance asks for is not what was recorded. */
export class TapeMismatch extends Error {}

/** Effects that come from a tape alone. */
export function played(tape: readonly TapeEntry[]): Effects {
  let position = 0;
  const next = <Kind extends TapeEntry['kind']>(kind: Kind, what: string): Extract<TapeEntry, { kind: Kind }> => {
    const entry = tape[position];
    if (entry?.kind === 'stopped') {
      position += 1;
      throw new StopInstance(entry.reason, entry.detail);
    }
    if (entry?.kind !== kind)
      throw new TapeMismatch(`entry ${position} of the tape is ${entry?.kind ?? 'not there'}; ${what} was asked for`);
    position += 1;
    return entry as Extract<TapeEntry, { kind: Kind }>;
  };
  return {
    position: () => position,
    send: async ({ method, url }) => {
      const index = position;
      const { exchange } = next('exchange', `${method} ${url}`);
      refuseOther(exchange, method, url, index);
      return { exchange, index };
    },
    wait: async (milliseconds) => next('waited', `a wait of ${milliseconds} ms`).outcome,
    now: async () => next('now', 'the time').at,
    drive: async (call) => next('drive', call).outcome,
    openHook: async () => next('drive', 'webhooks.register').outcome as DriveOutcome<OpenedHook>,
    setReplies: async () => {},
    watch: async (hook) => next('hooks', `what came to ${hook}`),
  };
}

function refuseOther({ request }: Exchange, method: string, url: string, index: number): void {
  if (request.method === method && request.url === url) return;
  throw new TapeMismatch(`entry ${index} of the tape is ${request.method} ${request.url}, not ${method} ${url}`);
}
