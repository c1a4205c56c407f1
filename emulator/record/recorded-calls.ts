import type { WebhookReceiver } from '../webhooks/receiver.ts';
import { messageOf, packed } from './contents.ts';
import type { Tape } from './tape.ts';

type Call = (...given: unknown[]) => unknown;
type Parts = { tapeOf(): Tape | null; world: string | null };
/** The members that are recorded of a result that is not plain data. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'webhooks.receiver': ['url', 'id'],
  'worlds.create': ['name', 'keys'],
};

export function shownResult(name: string, result: unknown, bytes: Parameters<typeof packed>[1]): unknown {
  const shown = SHOWN[name]?.map((one) => [one, Object(result)[one]]);
  return packed(shown === undefined ? result : Object.fromEntries(shown), bytes);
}

/** Not part of a session: recordings themselves, and tables that only change with the choices. */
const LOOKS_ON: ReadonlySet<string> = new Set(['record', 'readings.read', 'deviations.list']);

const TO_RECEIVERS = ['reply', 'holdSecret', 'close'] as const;
/** The recorded calls on the emulator itself, in addition to the controls of its worlds. */
export const OF_WORLDS: readonly string[] = ['worlds.create', 'worlds.remove'];

/** Finds a recordable call by its name: nothing but controls, and no call that writes files. */
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

/** The controls of a world, whose calls are recorded. Getters are kept, at every level. */
export function recordedControl<Control extends object>(control: Control, parts: Parts, above = ''): Control {
  const recorded: Record<PropertyKey, unknown> = {};
  for (const name of Reflect.ownKeys(control)) {
    const descriptor = Object.getOwnPropertyDescriptor(control, name) ?? {};
    // Every world has about eighty of them, and an assignment takes a tenth of the time of a definition.
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
    // The caller continues only after everything that follows from the result has been done.
    return result.then(succeed, fail).finally(() => tape.sequence.settled());
  } catch (error) {
    return fail(error);
  }
}

function signalIn(given: readonly unknown[]): AbortSignal | null {
  const signal = Object(given.at(-1)).signal;
  return signal instanceof AbortSignal ? signal : null;
}

/** Calls on a receiver belong to the session as well, because they affect what it later reports. */
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
