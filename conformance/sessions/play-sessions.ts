import { shrunk } from '../../shared/sessions/shrink.ts';
import { brokenIn } from '../judge/verdicts.ts';
import { isInShard } from '../plan/shard.ts';
import type { InstanceRun } from '../run/instance-run.ts';
import { withoutLacking } from '../run/lacking-routes.ts';
import type { Session as Run } from '../run/session.ts';
import { deedText, worldText } from './deed-text.ts';
import { inOrder, type Operation, plainer, type Session, whole } from './operation.ts';
import { createDrawing, createPlayer, type Player } from './player.ts';

/** `fitting`: as many as fit in a few seconds, and none if waits are real. */
export type HowMany = number | 'fitting';

/** A session that broke rules, in words. */
export type SessionInWords = { id: string; rules: string[]; steps: string[] };

/** What came of the sessions of a run. */
export type SessionsRun = {
  played: number;
  /** Those that broke no rule, and of the others the shortest that was found. */
  ran: InstanceRun[];
  /** Each of these as a scenario. */
  texts: { id: string; text: string }[];
  broken: SessionInWords[];
  /** Those that broke a rule once, and not when they were played again. */
  unsure: SessionInWords[];
};

/** Milliseconds in which new ones begin, where their number is not given, and in which those that broke a rule are made shorter. */
const FITTING = 10_000;
const FITTING_TO_SHORTEN = 20_000;
const MOST = 100_000;
/** Plays to make one session shorter. */
const MOST_TRIES = 80;

/**
 * Plays sessions that are drawn from the seed of the run, in accounts of their own where these can be made. Of `known` rules the
 * run has failures already.
 */
export async function playSessions(
  run: Run,
  howMany: HowMany,
  known: ReadonlySet<string> = new Set(),
): Promise<SessionsRun> {
  const found: SessionsRun = { played: 0, ran: [], texts: [], broken: [], unsure: [] };
  const most = howMany === 'fitting' ? mostOn(run) : howMany;
  if (most === 0) return found;
  const { options, allowance } = run;
  const began = performance.now();
  const isLate = (limit: number) => howMany === 'fitting' && performance.now() > began + limit;
  const isOver = () => options.signal.aborted || allowance.isOver();
  const playing = { run, found, known, isEnough: () => isOver() || isLate(FITTING_TO_SHORTEN) };
  const draw = await createDrawing(run);
  for (let index = 1; index <= most && !isOver() && !isLate(FITTING); index += 1) {
    const id = `sessions/${index}`;
    // What a session is like depends on all those before it, whichever shard plays them.
    const session = draw(index);
    if (options.shard !== null && !isInShard(id, options.shard)) continue;
    if ((await playOne(session, id, playing)) === 'used up') break;
  }
  return found;
}

function mostOn({ offered }: Run): number {
  return offered.includes('clock') && offered.includes('tenants') ? MOST : 0;
}

type Playing = { run: Run; found: SessionsRun; known: ReadonlySet<string>; isEnough(): boolean };

async function playOne(session: Session, id: string, playing: Playing): Promise<'done' | 'used up'> {
  const { run, found, known } = playing;
  const player = createPlayer(run, id);
  const first = await player.play(session);
  if (first.reason === 'budget') return 'used up';
  found.played += 1;
  const broken = brokenBy(first, run);
  const isNew = (rule: string) => !known.has(rule) && !found.broken.some(({ rules }) => rules.includes(rule));
  const rule = broken.find(isNew);
  if (broken.length === 0) noteShown(found, first, player.textOf(session));
  if (rule === undefined) return 'done';
  const again = await playAgain(session, rule, player, playing);
  if (again === null) {
    found.unsure.push(inWords(session, broken, id));
    return 'done';
  }
  noteShown(found, again.ran, player.textOf(again.session));
  found.broken.push(inWords(again.session, brokenBy(again.ran, run), id));
  return 'done';
}

function brokenBy(ran: InstanceRun, run: Run): string[] {
  return brokenIn(withoutLacking(ran.evidence, [ran]), run);
}

function noteShown({ ran, texts }: SessionsRun, instance: InstanceRun, text: string): void {
  ran.push(instance);
  texts.push({ id: instance.scenario, text });
}

type Shortest = { session: Session; ran: InstanceRun };

/** Plays it again, and makes it as short as it gets; null if the rule is not broken again. */
async function playAgain(
  session: Session,
  rule: string,
  player: Player,
  { run, isEnough: isLate }: Playing,
): Promise<Shortest | null> {
  const shortest: Shortest[] = [];
  let tries = 0;
  const fails = async (operations: readonly Operation[]): Promise<boolean> => {
    tries += 1;
    const one = { ...session, operations };
    const ran = await player.play(one);
    const isAgain = brokenBy(ran, run).includes(rule);
    if (isAgain) shortest.push({ session: one, ran });
    return isAgain;
  };
  const isEnough = () => tries >= MOST_TRIES || isLate();
  if (await fails(session.operations)) await shrunk(session.operations, { fails, isEnough, whole, plainer });
  return shortest.at(-1) ?? null;
}

function inWords(session: Session, rules: string[], id: string): SessionInWords {
  const { operations } = inOrder(session);
  return { id, rules, steps: [worldText(session.world), ...operations.map(deedText)] };
}
