import { wallClock } from '../adapters/wall-clock.ts';
import type { Assembled } from '../create.ts';
import { withWorldFiles, worldFileLines, worldFileText } from '../record/redact/world-file-text.ts';
import type { Entry, EntryOf, Session } from '../record/session.ts';
import { effectsSettled } from '../runtime/effects.ts';
import type { Reply, WallClock } from '../world/ports.ts';
import { awaitPlayed } from './await-played.ts';
import { compareDelivery, compareOutcome } from './compare.ts';
import { type Difference, Divergence } from './divergence.ts';
import { createFreeOutside, type FreeOutside } from './free-outside.ts';
import { createLearned, type Learned } from './learned.ts';
import { openSession } from './open-session.ts';
import { playCall } from './play-call.ts';
import { beginExchange, type Played, playRequest } from './play-exchange.ts';
import { createStage, keyOf, type Stage } from './played-outside.ts';
import { unplayable } from './unplayable.ts';

export type PlayOptions = {
  /** The exchange before which it stops. */
  until?: number | undefined;
};

/** A session that was played, as far as it went. */
export type PlayedSession = {
  /** How many were the same. */
  exchanges: number;
  deliveries: number;
  /** The first that was not. */
  difference: Difference | null;
  /** The emulator as it is now. */
  assembled: Assembled;
  /** Lets it go on by the machine; webhooks go out only where that is said. */
  leave(sends: boolean): void;
  close(): Promise<void>;
};

/** All that there is to a session that is played. */
type Play = {
  session: Session;
  assembled: Assembled;
  wall: WallClock;
  stage: Stage | null;
  free: FreeOutside | null;
  exchanges: Map<number, Played>;
  /** Those whose answers are waited for where these stand. */
  awaited: ReadonlySet<number>;
  compared: { exchanges: number; deliveries: number };
  /** Of a redacted file. */
  learned: Learned | null;
};

/** Plays a session up to its end, to an exchange, or to the first difference. */
export async function playSession(session: Session, { until }: PlayOptions = {}): Promise<PlayedSession> {
  const { head, entries } = session;
  const isFree = head.pace === 'free';
  const stage = createStage(head.began);
  const free = isFree ? createFreeOutside(head.began) : null;
  let hasLeft = false;
  const outsideOf = (world: string) => (free === null || hasLeft ? stage.outsideOf(world) : free);
  const assembled = await openSession(session, outsideOf, stage.begin).catch((error: unknown) => {
    throw unplayable(session, 1, error);
  });
  const leave = (sends: boolean) => {
    if (hasLeft) return;
    hasLeft = true;
    if (free !== null) stage.setNow(free.now() ?? 0);
    const live = stage.leave(wallClock, sends);
    free?.release(live);
  };
  const answers = entries.filter((entry) => entry.do === 'answer' || entry.do === 'result');
  const play: Play = {
    session,
    assembled,
    wall: wallClock,
    stage: isFree ? null : stage,
    free,
    exchanges: new Map(),
    awaited: new Set(answers.map(({ n }) => n)),
    compared: { exchanges: 0, deliveries: 0 },
    learned: head.redacted ? createLearned() : null,
  };
  const difference = await playAll(play, until ?? Number.POSITIVE_INFINITY);
  return {
    ...play.compared,
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
      const isExchange = entry.do === 'request' || entry.do === 'call';
      if (isExchange && entry.n >= until) return null;
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

/** What comes from outside has a turn of its own; calls that were made together have one. */
async function takeTurn(play: Play, entry: Entry, index: number): Promise<void> {
  if (!isInput(entry) || (entry.do === 'call' && play.exchanges.has(entry.n))) return;
  await play.wall.turn();
  if (entry.do === 'call') beginTogether(play, index);
}

async function playEntry(play: Play, entry: Entry, line: number): Promise<void> {
  if ('at' in entry) setNow(play, entry.at);
  switch (entry.do) {
    case 'request':
      begin(play, entry, line);
      await awaitFree(play, entry.n, line);
      break;
    case 'call':
      await awaitFree(play, entry.n, line);
      break;
    case 'answer':
    case 'result':
      await compareAnswer(play, entry, line);
      break;
    case 'send':
      await compareSent(play, entry, line);
      break;
    case 'body':
    case 'no_body':
      await giveBody(play, entry, line);
      break;
    case 'leave':
      play.exchanges.get(entry.n)?.gone.abort(new Error(entry.why));
      break;
    case 'done':
    case 'ring':
      await give(play, entry, line);
      break;
    case 'delivery':
      await deliver(play, entry, line);
      break;
    case 'replies':
      play.free?.script(entry.url, entry.replies as Reply[]);
      break;
  }
}

function isInput(entry: Entry): boolean {
  return !['answer', 'result', 'send'].includes(entry.do);
}

function setNow({ stage, free, session }: Play, at: number): void {
  stage?.setNow(session.head.began + at);
  free?.setNow(session.head.began + at);
}

/** A call, and those that were made before anything that followed from it: nothing comes in between here either. */
function beginTogether(play: Play, first: number): void {
  const { entries, lines } = play.session;
  for (let index = first; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry?.do === 'call' && (index === first || entry.together)) {
      setNow(play, entry.at);
      begin(play, entry, lines[index] ?? 0);
    } else if (entry === undefined || isInput(entry)) return;
  }
}

function begin({ session, assembled, exchanges, learned }: Play, entry: Played['entry'], line: number): void {
  const played = beginExchange(entry, line);
  exchanges.set(entry.n, played);
  if (entry.do === 'request') playRequest(assembled.answerers, session, played, told(learned, entry));
  else playCall(assembled.emulator, session, played, told(learned, entry), (n) => exchanges.get(n)?.made);
}

/** At the pace of a program, what no answer stands for is waited for at once. */
async function awaitFree(play: Play, n: number, line: number): Promise<void> {
  const played = play.exchanges.get(n);
  if (play.free === null || played === undefined || play.awaited.has(n)) return;
  await outcomeOf(play, played, line);
  play.compared.exchanges += 1;
  await settle(play);
}

/** At the pace of a program nothing is under way when the next comes. */
async function settle({ assembled, free }: Play): Promise<void> {
  if (free === null) return;
  await Promise.all([...assembled.worlds.entries.values()].map(({ host }) => effectsSettled(host.effects)));
}

async function outcomeOf(play: Play, played: Played, line: number) {
  const outcome = await awaitPlayed(play.wall, () => played.outcome);
  if (outcome === undefined) throw differs(line, played, 'was answered here, and is not answered now', [], []);
  return outcome;
}

async function compareAnswer(play: Play, entry: EntryOf<'answer'> | EntryOf<'result'>, line: number): Promise<void> {
  const played = play.exchanges.get(entry.n);
  if (played === undefined) throw problem(line, entry.n, `there is no exchange ${entry.n} above`);
  const outcome = await outcomeOf(play, played, line);
  play.learned?.learn(entry, outcome);
  const unlike = compareOutcome(play.session.head, entry, outcome);
  if (unlike !== null) throw differs(line, played, 'is answered otherwise', unlike.recorded, unlike.played);
  play.compared.exchanges += 1;
  await settle(play);
}

async function compareSent(
  { stage, wall, session, compared }: Play,
  entry: EntryOf<'send'>,
  line: number,
): Promise<void> {
  if (stage === null) return;
  const key = keyOf(entry.world, entry.of);
  const request = await awaitPlayed(wall, () => stage.sent.get(key));
  if (request === undefined) throw problem(line, null, `a delivery to ${entry.url} went out here, and does not now`);
  stage.sent.delete(key);
  const unlike = compareDelivery(session.head, entry, request);
  const what = `the delivery to ${entry.url} is another one`;
  if (unlike !== null) throw new Divergence({ line, exchange: null, what, ...unlike });
  compared.deliveries += 1;
}

async function giveBody(play: Play, entry: EntryOf<'body'> | EntryOf<'no_body'>, line: number): Promise<void> {
  const played = play.exchanges.get(entry.n);
  const come = await awaitPlayed(play.wall, () => played?.body ?? undefined);
  if (played === undefined || come === undefined)
    throw problem(line, entry.n, `the body of exchange ${entry.n} was read here, and is not now`);
  played.body = null;
  come(told(play.learned, entry));
}

async function give({ stage, wall }: Play, entry: EntryOf<'done'> | EntryOf<'ring'>, line: number): Promise<void> {
  if (stage === null) return;
  const { world, of } = entry;
  const kind = entry.do === 'ring' ? 'ring' : entry.kind;
  const pending = await awaitPlayed(wall, () => stage.pending(world, of));
  if (pending?.kind !== kind) {
    const now = pending === undefined ? 'nothing now' : `${pending.kind} now`;
    throw problem(line, null, `the world ${world} waited for ${kind} here, and for ${now}`);
  }
  await pending.come(entry.do === 'ring' ? {} : entry);
}

async function deliver({ stage, wall }: Play, entry: EntryOf<'delivery'>, line: number): Promise<void> {
  if (stage === null) return;
  const { world, of, method, path, headers, body } = entry;
  const take = await awaitPlayed(wall, () => stage.takeReceiver(world, of));
  if (take === undefined) throw problem(line, null, `the world ${world} had a receiver here, and has none now`);
  take({ method, path, headers, body: Buffer.from(body) });
}

/** Of a recording that was not cut off, all that went out is in it. */
function requireNothingElse({ stage, session }: Play): void {
  const { entries, lines } = session;
  if (entries.at(-1)?.do !== 'end') return;
  const [request] = stage?.sent.values() ?? [];
  const line = lines.at(-1) ?? 0;
  if (request !== undefined)
    throw problem(line, null, `a delivery to ${request.url} goes out that is not in the recording`);
}

/** An entry in the words of the emulator that plays it. */
function told<One extends Entry>(learned: Learned | null, entry: One): One {
  if (learned === null) return entry;
  const one = JSON.parse(learned.tell(JSON.stringify(entry)));
  return withWorldFiles(one, (text) => worldFileText(worldFileLines(text))) as One;
}

function problem(line: number, exchange: number | null, what: string): Divergence {
  return new Divergence({ line, exchange, what, recorded: [], played: [] });
}

function differs(line: number, { entry }: Played, what: string, recorded: string[], played: string[]): Divergence {
  const name = entry.do === 'request' ? `${entry.method} ${entry.target}` : `the call ${entry.name}`;
  return new Divergence({ line, exchange: entry.n, what: `${name} ${what}`, recorded, played });
}
