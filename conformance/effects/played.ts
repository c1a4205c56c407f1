import { isEqual } from '../../shared/expression/equal.ts';
import type { DriveOutcome, Effects, OpenedHook } from './effects.ts';
import { requestMatcher } from './match-request.ts';
import { createMask } from './secrets/mask.ts';
import type { TapeEntry } from './tape.ts';
import { StopInstance } from './untestable.ts';

/** The tape is of another suite, or was changed: what the instance asks for is not what was recorded. */
export class TapeMismatch extends Error {}

type Kind = TapeEntry['kind'];
type Entry<Of extends Kind> = Extract<TapeEntry, { kind: Of }>;

/** Effects that come from a tape alone. `keys` stand in for those that the tape holds the names of. */
export function played(tape: readonly TapeEntry[], keys: Readonly<Record<string, { secret: string }>> = {}): Effects {
  const mask = createMask(Object.entries(keys).map(([name, { secret }]) => ({ name, secret })));
  const differenceOf = requestMatcher(mask);
  let position = 0;
  const next = <Of extends Kind>(kind: Of, what: string, isOther: (entry: Entry<Of>) => string | null): Entry<Of> => {
    const entry = tape[position];
    if (entry?.kind === 'stopped') {
      position += 1;
      throw new StopInstance(entry.reason, entry.detail);
    }
    if (entry?.kind !== kind)
      throw new TapeMismatch(`entry ${position} of the tape is ${entry?.kind ?? 'not there'}; ${what} was asked for`);
    const found = entry as Entry<Of>;
    const why = isOther(found);
    if (why !== null) throw new TapeMismatch(`entry ${position} of the tape is ${why}`);
    position += 1;
    return found;
  };
  const drive = (call: string, input: unknown) =>
    next('drive', call, (entry) => {
      if (entry.call !== call) return `${entry.call}, not ${call}`;
      return isEqual(asWritten(entry.input), mask.value(asWritten(input)))
        ? null
        : `${call} with another input than it was given`;
    }).outcome;
  return {
    position: () => position,
    send: async (request) => {
      const what = `${request.method} ${request.url}`;
      const { exchange } = next('exchange', what, (entry) => differenceOf(request, entry.exchange.request));
      return { exchange, index: position - 1 };
    },
    wait: async (asked) =>
      next('waited', `a wait of ${asked} ms`, ({ milliseconds }) =>
        milliseconds === asked ? null : `a wait of ${milliseconds} ms, not of ${asked} ms`,
      ).outcome,
    now: async () => next('now', 'the time', () => null).at,
    drive: async (call, input) => drive(call, input),
    openHook: async (hook) => drive('webhooks.register', hook) as DriveOutcome<OpenedHook>,
    setReplies: async () => {},
    watch: async (asked) =>
      next('hooks', `what came to ${asked}`, ({ hook }) => (hook === asked ? null : `what came to ${hook}`)),
  };
}

/** As it is in a file: there is no member without a value. */
function asWritten(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
