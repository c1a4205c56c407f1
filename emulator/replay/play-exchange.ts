import { type Answerers, besideAt } from '../adapters/answerers.ts';
import type { Emulator } from '../create.ts';
import { DEFAULT_WORLD } from '../domain/test-control/default-world.ts';
import { bytesOfContent, contentOf, messageOf, unpacked } from '../record/contents.ts';
import { OF_WORLDS, recordableCall, shownResult } from '../record/recorded-calls.ts';
import { readTarget } from '../record/recorded-requests.ts';
import type { EntryInput, EntryOf, Session } from '../record/session.ts';
import { DataProblem } from '../storage/data-problem.ts';
import { bodyOf, CallerGone, lateBody, type RequestBody, type Service, type WireRequest } from '../world/wire.ts';

export type Outcome =
  | Omit<Extract<EntryInput, { do: 'answer' }>, 'n'>
  | Omit<Extract<EntryInput, { do: 'result' }>, 'n'>;

export type Played = {
  entry: EntryOf<'request'> | EntryOf<'call'>;
  line: number;
  outcome: Outcome | undefined;
  /** Called with its body when that arrives. */
  body: ((come: EntryOf<'body'> | EntryOf<'no_body'>) => void) | null;
  gone: AbortController;
  made: unknown;
};

export function beginExchange(entry: Played['entry'], line: number): Played {
  return { entry, line, outcome: undefined, body: null, gone: new AbortController(), made: undefined };
}

/** Sends a request to an emulator; sets `played.outcome` when it is answered. */
export function playRequest(answerers: Answerers, session: Session, played: Played, entry: EntryOf<'request'>): void {
  const { method, target, headers, address, secure: isSecure = false } = entry;
  const read = readTarget(target);
  const { path = read.path, query = read.query } = entry;
  const [from, gone] = [{ method, path, headers }, () => played.gone.signal];
  const beside = besideAt(answerers, from);
  // Only the body of a request to the service is an entry of its own.
  const body = beside === null ? playedBody(session, played, entry) : bodyOf(bytesOfContent(session, entry.body ?? ''));
  const answered = serve(beside?.load() ?? answerers.service, {
    ...from,
    target,
    query,
    address,
    isSecure,
    body,
    gone,
  });
  answered.then(
    (outcome) => {
      played.outcome = outcome;
    },
    (error: unknown) => {
      played.outcome = { do: 'answer', status: 0, body: String(error) };
    },
  );
}

async function serve(loading: Service | Promise<Service>, request: WireRequest): Promise<Outcome> {
  const service = await loading;
  const { answer, harm } = await service(request);
  const { status, headers, body } = answer;
  const content = body === null || typeof body === 'string' ? body : contentOf(body);
  return { do: 'answer', status, headers, body: content, ...(harm !== null && { harm }) };
}

function playedBody(session: Session, played: Played, { body, headers }: EntryOf<'request'>): RequestBody {
  const given = body === undefined ? null : bytesOfContent(session, body);
  return lateBody(async (limit) => {
    if (given !== null)
      return Math.max(given.byteLength, Number(headers['content-length'] ?? 0)) > limit ? null : given;
    // At the pace `free`, a body that is not in the entry never arrives.
    if (session.head.pace === 'free') return new Uint8Array();
    const come = await new Promise<EntryOf<'body'> | EntryOf<'no_body'>>((resolve) => {
      played.body = resolve;
    });
    if (come.do === 'no_body' && come.why === 'gone') throw new CallerGone();
    return come.do === 'no_body' ? null : bytesOfContent(session, come.body);
  });
}

/** Makes a call in code; sets `played.outcome` when it has ended. */
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
  // Without a world, the call is on the emulator itself or on its default world.
  const isOfEmulator = world === null && OF_WORLDS.includes(name);
  const of = on !== undefined ? 'receiver' : isOfEmulator ? 'emulator' : 'world';
  const place = on !== undefined ? made(on) : isOfEmulator ? emulator : emulator.worlds.get(world ?? DEFAULT_WORLD);
  // The object is missing if the session took another course than the recorded one.
  if (place === undefined)
    return () => {
      throw new Error(`there is no call ${name} here`);
    };
  const call = recordableCall(Object(place), of, name);
  if (call === null) throw new DataProblem(`${session.name}:${line}: no session has a call ${JSON.stringify(name)}`);
  return call;
}
