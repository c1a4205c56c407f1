import type { WebhookReceiver } from '../webhooks/receiver.ts';
import { messageOf, packed } from './contents.ts';
import type { Tape } from './tape.ts';

type Call = (...given: unknown[]) => unknown;
type Parts = { tapeOf(): Tape | null; world: string | null };
/** Of a result that is no plain data, what is in a file. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'webhooks.receiver': ['url', 'id'],
  'worlds.create': ['name', 'keys'],
};

/** The result of a call as it is in a file. */
export function shownResult(name: string, result: unknown, bytes: Parameters<typeof packed>[1]): unknown {
  const shown = SHOWN[name]?.map((one) => [one, Object(result)[one]]);
  return packed(shown === undefined ? result : Object.fromEntries(shown), bytes);
}

/** No part of a session: recordings themselves, and tables that say the same for as long as no one chooses otherwise. */
const LOOKS_ON: ReadonlySet<string> = new Set(['record', 'readings.read', 'deviations.list']);

/** What there is to say to a receiver of the emulator's own. */
const TO_RECEIVERS = ['reply', 'holdSecret', 'close'] as const;
/** What is said to the emulator itself, beside the controls of its worlds. */
export const OF_WORLDS: readonly string[] = ['worlds.create', 'worlds.remove'];

/**
 * The call of a session by its name, on what it is made on: nothing is found that is never recorded, so that a session cannot
 * name anything but a control: a constructor, say, or a call that writes files.
 */
export function recordableCall(on: object, of: 'emulator' | 'world' | 'receiver', name: string): Call | null {
  if (LOOKS_ON.has(name) || (of === 'emulator' && !OF_WORLDS.includes(name))) return null;
  if (of === 'receiver' && !TO_RECEIVERS.some((one) => one === name)) return null;
  let [place, part]: [unknown, unknown] = [null, on];
  for (const step of name.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return null;
    [place, part] = [part, Reflect.get(part, step)];
  }
  return typeof part === 'function' ? part.bind(place) : null;
}

/** The controls of a world whose calls are written down where it is recorded. Its getters, and theirs, stay what they are. */
export function recordedControl<Control extends object>(control: Control, parts: Parts, above = ''): Control {
  const recorded: Record<PropertyKey, unknown> = {};
  for (const name of Reflect.ownKeys(control)) {
    const descriptor = Object.getOwnPropertyDescriptor(control, name) ?? {};
    // Every world that opens has some eighty of them: what is assigned costs a tenth of what is defined.
    if (typeof name === 'string' && 'value' in descriptor)
      recorded[name] = recordedPart(control, descriptor.value, above + name, parts);
    else Object.defineProperty(recorded, name, descriptor);
  }
  return recorded as Control;
}

function recordedPart(control: object, part: unknown, name: string, parts: Parts): unknown {
  if (LOOKS_ON.has(name)) return part;
  if (typeof part === 'function') return recordedCall(part.bind(control), name, parts);
  return isControl(part) ? recordedControl(part, parts, `${name}.`) : part;
}

function isControl(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => typeof one === 'function');
}

export function recordedCall(call: Call, name: string, { tapeOf, world }: Parts): Call {
  return (...given) => {
    const tape = tapeOf();
    if (tape === null) return call(...given);
    return tape.sequence.atOnce((isTogether) => {
      const n = tape.nextExchange();
      const together = isTogether ? { together: true } : {};
      tape.write({ do: 'call', n, at: tape.at(), world, name, with: packed(given, tape), ...together });
      return noteResult(tape, n, name, () => call(...given), signalIn(given));
    });
  };
}

/** Makes a call, and writes down what comes of it. */
function noteResult(tape: Tape, n: number, name: string, call: () => unknown, signal: AbortSignal | null): unknown {
  const leave = () =>
    tape.sequence.atOnce(() => tape.write({ do: 'leave', n, at: tape.at(), why: messageOf(signal?.reason) }));
  signal?.addEventListener('abort', leave);
  const succeed = (result: unknown) => {
    signal?.removeEventListener('abort', leave);
    const value = shownResult(name, result, tape);
    tape.write({ do: 'result', n, ...(value !== undefined && { value }) });
    return name === 'webhooks.receiver' ? recordedReceiver(result as WebhookReceiver, n, tape) : result;
  };
  const fail = (error: unknown): never => {
    signal?.removeEventListener('abort', leave);
    tape.write({ do: 'result', n, error: messageOf(error) });
    throw error;
  };
  try {
    const result = call();
    if (!(result instanceof Promise)) return succeed(result);
    // The caller goes on only after everything that follows from the result has been done.
    return result.then(succeed, fail).finally(() => tape.sequence.settled());
  } catch (error) {
    return fail(error);
  }
}

function signalIn(given: readonly unknown[]): AbortSignal | null {
  const signal = Object(given.at(-1)).signal;
  return signal instanceof AbortSignal ? signal : null;
}

/** Calls on a receiver belong to the session as well: they decide what is reported of it later. */
function recordedReceiver(receiver: WebhookReceiver, on: number, tape: Tape): WebhookReceiver {
  const recorded = TO_RECEIVERS.map((name): [string, PropertyDescriptor] => {
    const call = receiver[name] as Call;
    const value: Call = (...given) => {
      if (!tape.isOver()) {
        const n = tape.nextExchange();
        tape.write({ do: 'call', n, at: tape.at(), world: tape.world, on, name, with: packed(given, tape) });
      }
      return call(...given);
    };
    return [name, { value, enumerable: true }];
  });
  const calls = Object.fromEntries(recorded);
  return Object.defineProperties({} as WebhookReceiver, {
    ...Object.getOwnPropertyDescriptors(receiver),
    ...calls,
    [Symbol.asyncDispose]: { value: calls['close']?.value },
  });
}
