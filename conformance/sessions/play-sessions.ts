import { shrunk } from '../../shared/sessions/shrink.ts';
import { isInShard } from '../plan/shard.ts';
import type { InstanceRun } from '../run/instance-run.ts';
import type { Session as Run } from '../run/session.ts';
import { deedText, worldText } from './deed-text.ts';
import { inOrder, type Operation, plainer, type Session, whole } from './operation.ts';
import { brokenIn, createDrawing, createPlayer, type Player } from './player.ts';

/** `fitting`: as many as fit in a few seconds, and none where waits are real. */
export type HowMany = number | 'fitting';

/** A session that broke rules, in words. */
export type ToldSession = { id: string; rules: string[]; steps: string[] };

/** What came of the sessions of a run. */
export type SessionsRun = {
  played: number;
  /** Those that broke no rule, and of the others the shortest that was found. */
  ran: InstanceRun[];
  /** Each of these as a scenario. */
  texts: { id: string; text: string }[];
  broken: ToldSession[];
  /** Those that broke a rule once, and not when they were played again. */
  unsure: ToldSession[];
};

/** Milliseconds for all of them, where their number is not given. */
const FITTING = 10_000;
const MOST = 100_000;
/** Plays to make one session shorter. */
const MOST_TRIES = 80;

/** Plays sessions that are drawn from the seed of the run, in accounts of their own where these can be made. */
export async function playSessions(run: Run, howMany: HowMany): Promise<SessionsRun> {
  const found: SessionsRun = { played: 0, ran: [], texts: [], broken: [], unsure: [] };
  const most = howMany === 'fitting' ? mostOn(run) : howMany;
  if (most === 0) return found;
  const over = howMany === 'fitting' ? performance.now() + FITTING : Number.POSITIVE_INFINITY;
  const { options, allowance } = run;
  const isOver = () => options.signal.aborted || allowance.isOver() || performance.now() > over;
  const draw = await createDrawing(run);
  for (let index = 1; index <= most && !isOver(); index += 1) {
    const id = `sessions/${index}`;
    if (options.shard !== null && !isInShard(id, options.shard)) continue;
    if ((await playOne(draw(index), id, run, found)) === 'used up') break;
  }
  return found;
}

function mostOn({ offered }: Run): number {
  return offered.includes('clock') && offered.includes('tenants') ? MOST : 0;
}

async function playOne(session: Session, id: string, run: Run, found: SessionsRun): Promise<'done' | 'used up'> {
  const player = createPlayer(run, id);
  const first = await player.play(session);
  if (first.reason === 'budget') return 'used up';
  found.played += 1;
  const broken = brokenIn(first, run);
  const rule = broken.find((one) => !found.broken.some(({ rules }) => rules.includes(one)));
  if (broken.length === 0) noteShown(found, first, player.textOf(session));
  if (rule === undefined) return 'done';
  const again = await playAgain(session, rule, player, run);
  if (again === null) {
    found.unsure.push(told(session, broken, id));
    return 'done';
  }
  noteShown(found, again.ran, player.textOf(again.session));
  found.broken.push(told(again.session, brokenIn(again.ran, run), id));
  return 'done';
}

function noteShown({ ran, texts }: SessionsRun, instance: InstanceRun, text: string): void {
  ran.push(instance);
  texts.push({ id: instance.scenario, text });
}

type Shortest = { session: Session; ran: InstanceRun };

/** Plays it again, and makes it as short as it gets; null where the rule is not broken again. */
async function playAgain(session: Session, rule: string, player: Player, run: Run): Promise<Shortest | null> {
  const shortest: Shortest[] = [];
  let tries = 0;
  const fails = async (operations: readonly Operation[]): Promise<boolean> => {
    tries += 1;
    const one = { ...session, operations };
    const ran = await player.play(one);
    const isAgain = brokenIn(ran, run).includes(rule);
    if (isAgain) shortest.push({ session: one, ran });
    return isAgain;
  };
  const isEnough = () => tries >= MOST_TRIES || run.options.signal.aborted || run.allowance.isOver();
  if (await fails(session.operations)) await shrunk(session.operations, { fails, isEnough, whole, plainer });
  return shortest.at(-1) ?? null;
}

function told(session: Session, rules: string[], id: string): ToldSession {
  const { operations } = inOrder(session);
  return { id, rules, steps: [worldText(session.world), ...operations.map(deedText)] };
}
