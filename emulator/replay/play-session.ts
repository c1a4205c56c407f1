import { wallClock } from '../adapters/wall-clock.ts';
import type { Assembled } from '../create.ts';
import { withSums } from '../record/redact.ts';
import type { Entry, EntryOf, Session } from '../record/session.ts';
import { effectsSettled } from '../runtime/effects.ts';
import { DataProblem } from '../storage/data-problem.ts';
import type { Reply } from '../world/ports.ts';
import {
  compareDelivery,
  compareOutcome,
  createLearned,
  type Difference,
  Divergence,
  type Learned,
} from './compare.ts';
import { openSession } from './open-session.ts';
import { beginExchange, type Outcome, type Played, playCall, playRequest } from './play-exchange.ts';
import { createStage, type Stage } from './stage.ts';

export type PlayOptions = {
  /** The exchange to stop before. */
  until?: number | undefined;
};

export type PlayedSession = {
  /** The number of exchanges without a difference. */
  exchanges: number;
  deliveries: number;
  difference: Difference | null;
  assembled: Assembled;
  /** Lets the emulator continue on the clock of the machine; webhooks are sent only if `sends` is true. */
  leave(sends: boolean): void;
  close(): Promise<void>;
};

type Play = {
  session: Session;
  assembled: Assembled;
  stage: Stage;
  isFree: boolean;
  exchanges: Map<number, Played>;
  /** The exchanges whose answers are in the session, which are awaited there. */
  answered: ReadonlySet<number>;
  same: { exchanges: number; deliveries: number };
  /** For a redacted file. */
  learned: Learned | null;
};

/** Plays a session to its end, to a given exchange, or to the first difference. */
export async function playSession(session: Session, { until }: PlayOptions = {}): Promise<PlayedSession> {
  const { head, entries } = session;
  const stage = createStage(head.began, head.pace);
  const assembled = await openSession(session, stage).catch((error: unknown) => {
    throw unplayable(session, 1, error);
  });
  const answers = entries.filter((entry) => entry.do === 'answer' || entry.do === 'result');
  const play: Play = {
    session,
    assembled,
    stage,
    isFree: head.pace === 'free',
    exchanges: new Map(),
    answered: new Set(answers.map(({ n }) => n)),
    same: { exchanges: 0, deliveries: 0 },
    learned: head.redacted ? createLearned() : null,
  };
  const difference = await playAll(play, until ?? Number.POSITIVE_INFINITY);
  let hasLeft = false;
  const leave = (sends: boolean) => {
    if (!hasLeft) stage.leave(wallClock, sends);
    hasLeft = true;
  };
  return {
    ...play.same,
    difference,
    assembled,
    leave,
    close: async () => {
      leave(false);
      await assembled.emulator.close();
    },
  };
}

async function playAll(play: Play, until: number): Promise<Difference | null> {
  const { entries, lines } = play.session;
  let line = 1;
  try {
    for (const [index, entry] of entries.entries()) {
      line = lines[index] ?? 0;
      if ((entry.do === 'request' || entry.do === 'call') && entry.n >= until) return null;
      await takeTurn(play, entry, index);
      await playEntry(play, entry, line);
    }
    requireNothingElse(play);
    return null;
  } catch (error) {
    if (error instanceof Divergence) return error.difference;
    throw unplayable(play.session, line, error);
  }
}

/** Reports the line of an entry that no recording can contain, whatever error it caused. */
function unplayable({ name }: Session, line: number, error: unknown): DataProblem {
  const { message } = error as Error;
  if (error instanceof DataProblem && message.startsWith(`${name}:`)) return error;
  return new DataProblem(`${name}:${line}: this cannot be played: ${message}`, { cause: error });
}

function isInput({ do: what }: Entry): boolean {
  return what !== 'answer' && what !== 'result' && what !== 'send';
}

/** Each input from outside is played in a separate turn; calls that were made together share one. */
async function takeTurn(play: Play, entry: Entry, index: number): Promise<void> {
  if (!isInput(entry) || (entry.do === 'call' && play.exchanges.has(entry.n))) return;
  await wallClock.turn();
  if (entry.do === 'call') beginTogether(play, index);
}

/** Starts a call together with those that were made before it had any effect, so that nothing can happen in between. */
function beginTogether(play: Play, first: number): void {
  const { entries, lines } = play.session;
  for (let index = first; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry?.do === 'call' && (index === first || entry.together)) {
      setNow(play, entry);
      begin(play, entry, lines[index] ?? 0);
    } else if (entry === undefined || isInput(entry)) return;
  }
}

function setNow({ stage, session }: Play, { at }: { at: number }): void {
  stage.setNow(session.head.began + at);
}

function begin({ session, assembled, exchanges, learned }: Play, entry: Played['entry'], line: number): void {
  const played = beginExchange(entry, line);
  exchanges.set(entry.n, played);
  if (entry.do === 'request') playRequest(assembled.answerers, session, played, translated(learned, entry));
  else playCall(assembled.emulator, session, played, translated(learned, entry), (n) => exchanges.get(n)?.made);
}

/** An entry with the values of the emulator that plays it. */
function translated<One extends Entry>(learned: Learned | null, entry: One): One {
  return learned === null ? entry : (withSums(JSON.parse(learned.tell(JSON.stringify(entry)))) as One);
}

async function playEntry(play: Play, entry: Entry, line: number): Promise<void> {
  if ('at' in entry) setNow(play, entry);
  switch (entry.do) {
    case 'request':
      begin(play, entry, line);
      return awaitUnanswered(play, entry.n, line);
    case 'call':
      return awaitUnanswered(play, entry.n, line);
    case 'answer':
    case 'result':
      return compareAnswer(play, entry, line);
    case 'send':
      return compareSent(play, entry, line);
    case 'body':
    case 'no_body':
      return giveBody(play, entry, line);
    case 'leave':
      return play.exchanges.get(entry.n)?.gone.abort(new Error(entry.why));
    case 'done':
    case 'ring':
      return give(play, entry, line);
    case 'delivery':
      return deliver(play, entry, line);
    case 'replies':
      return play.stage.script(entry.url, entry.replies as Reply[]);
  }
}

/** At the pace `free`, an exchange whose answer is not in the session is awaited at once. */
async function awaitUnanswered(play: Play, n: number, line: number): Promise<void> {
  const played = play.exchanges.get(n);
  if (!play.isFree || played === undefined || play.answered.has(n)) return;
  await outcomeOf(played, line);
  play.same.exchanges += 1;
  await settle(play);
}

/** At the pace `free`, everything settles before the next entry is played. */
async function settle({ assembled, isFree }: Play): Promise<void> {
  if (!isFree) return;
  await Promise.all([...assembled.worlds.entries.values()].map(({ host }) => effectsSettled(host.effects)));
}

async function outcomeOf(played: Played, line: number): Promise<Outcome> {
  const outcome = await awaitPlayed(() => played.outcome);
  if (outcome === undefined)
    throw new Divergence(line, played.entry.n, `${nameOf(played)} was answered here, and is not answered now`);
  return outcome;
}

async function compareAnswer(play: Play, entry: EntryOf<'answer'> | EntryOf<'result'>, line: number): Promise<void> {
  const played = play.exchanges.get(entry.n);
  if (played === undefined) throw new Divergence(line, entry.n, `there is no exchange ${entry.n} above`);
  const outcome = await outcomeOf(played, line);
  play.learned?.learn(entry, outcome);
  const unlike = compareOutcome(play.session.head, entry, outcome);
  if (unlike !== null) throw new Divergence(line, entry.n, `${nameOf(played)} is answered otherwise`, unlike);
  play.same.exchanges += 1;
  await settle(play);
}

function nameOf({ entry }: Played): string {
  return entry.do === 'request' ? `${entry.method} ${entry.target}` : `the call ${entry.name}`;
}

async function compareSent({ stage, session, same, isFree }: Play, entry: EntryOf<'send'>, line: number) {
  if (isFree) return;
  const request = await awaitPlayed(() => stage.takeSent(entry.world, entry.of));
  if (request === undefined)
    throw new Divergence(line, null, `a delivery to ${entry.url} went out here, and does not now`);
  const unlike = session.head.redacted ? null : compareDelivery(entry, request);
  if (unlike !== null) throw new Divergence(line, null, `the delivery to ${entry.url} is another one`, unlike);
  same.deliveries += 1;
}

async function giveBody({ exchanges, learned }: Play, entry: EntryOf<'body'> | EntryOf<'no_body'>, line: number) {
  const played = exchanges.get(entry.n);
  const come = await awaitPlayed(() => played?.body ?? undefined);
  if (played === undefined || come === undefined)
    throw new Divergence(line, entry.n, `the body of exchange ${entry.n} was read here, and is not now`);
  played.body = null;
  come(translated(learned, entry));
}

async function give({ stage, isFree }: Play, entry: EntryOf<'done'> | EntryOf<'ring'>, line: number): Promise<void> {
  if (isFree) return;
  const { world, of } = entry;
  const kind = entry.do === 'ring' ? 'ring' : entry.kind;
  const now = (await awaitPlayed(() => stage.pending(world, of)))?.kind ?? 'nothing';
  if (now !== kind) throw new Divergence(line, null, `the world ${world} waited for ${kind} here, and for ${now} now`);
  await stage.come(entry);
}

async function deliver({ stage, isFree }: Play, entry: EntryOf<'delivery'>, line: number): Promise<void> {
  if (isFree) return;
  const { world, of, method, path, headers, body } = entry;
  const take = await awaitPlayed(() => stage.takeReceiver(world, of));
  if (take === undefined) throw new Divergence(line, null, `the world ${world} had a receiver here, and has none now`);
  take({ method, path, headers, body: Buffer.from(body) });
}

/** A complete recording contains every delivery, so anything else is a difference. */
function requireNothingElse({ stage, session: { entries, lines } }: Play): void {
  const [request] = stage.sent.values();
  if (entries.at(-1)?.do === 'end' && request !== undefined)
    throw new Divergence(lines.at(-1) ?? 0, null, `a delivery to ${request.url} goes out that is not in the recording`);
}

/** Immediate results are available within this many turns; loading a module or working in a thread may take longer. */
const TURNS = 100;
const PAUSE = 10;
const PAUSES = 200;

/** Waits for a value for a limited time; undefined if there is none by then. */
async function awaitPlayed<Value>(look: () => Value | undefined): Promise<Value | undefined> {
  for (let turn = 0; turn < TURNS + PAUSES; turn += 1) {
    const found = look();
    if (found !== undefined) return found;
    await (turn < TURNS ? wallClock.turn() : wallClock.sleep(PAUSE));
  }
  return look();
}
