import type { Emulator } from '../create.ts';
import { DEFAULT_WORLD } from '../domain/test-control/default-world.ts';
import { unpacked } from '../record/packed.ts';
import { bytesOfContent } from '../record/read-session.ts';
import { messageOf, OF_WORLDS, recordableCall, shownResult } from '../record/recorded-calls.ts';
import type { EntryOf, Session } from '../record/session.ts';
import { contentOf } from '../record/write-session.ts';
import { DataProblem } from '../storage/data-problem.ts';
import type { Played } from './play-exchange.ts';

/** Makes a call in code; `played.outcome` is there when it has ended. */
export function playCall(
  emulator: Emulator,
  session: Session,
  played: Played,
  entry: EntryOf<'call'>,
  made: (n: number) => unknown,
): void {
  const fail = (error: unknown) => {
    played.outcome = { do: 'result', error: messageOf(error) };
  };
  const succeed = (result: unknown) => {
    played.made = result;
    const value = shownResult(entry.name, result, { content: contentOf });
    played.outcome = { do: 'result', ...(value !== undefined && { value }) };
  };
  const call = callOf(emulator, session, played, entry, made);
  try {
    const given = entry.with.map((one) =>
      unpacked(one, (content) => bytesOfContent(session, content), played.gone.signal),
    );
    const result = call(...given);
    if (result instanceof Promise) result.then(succeed, fail);
    else succeed(result);
  } catch (error) {
    fail(error);
  }
}

type Call = (...given: unknown[]) => unknown;

function callOf(
  emulator: Emulator,
  session: Session,
  { line }: Played,
  { world, on, name }: EntryOf<'call'>,
  made: (n: number) => unknown,
): Call {
  // Without a world, a call is made on the emulator itself, or on its default world.
  const isOfEmulator = world === null && OF_WORLDS.includes(name);
  const of = on !== undefined ? 'receiver' : isOfEmulator ? 'emulator' : 'world';
  const place = on !== undefined ? made(on) : isOfEmulator ? emulator : emulator.worlds.get(world ?? DEFAULT_WORLD);
  // What was there is gone where other things became of the session than were recorded.
  if (place === undefined)
    return () => {
      throw new Error(`there is no call ${name} here`);
    };
  const call = recordableCall(Object(place), of, name);
  if (call === null) throw new DataProblem(`${session.name}:${line}: no session has a call ${JSON.stringify(name)}`);
  return call;
}
