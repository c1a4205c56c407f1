import { shrunk } from '../../shared/sessions/shrink.ts';
import { drawSession } from '../sessions/draw/draw-session.ts';
import type { Means } from '../sessions/draw/means.ts';
import { pastOf } from '../sessions/draw/means.ts';
import { inOrder, type Operation, plainer, type Session, whole } from '../sessions/operation.ts';
import { scenarioOf } from '../sessions/write/write-scenario.ts';
import type { Registry } from '../suite/rules/rule.ts';
import { compareSides, type Difference, type Found, type Pair } from './compare/compare.ts';
import { type Coverage, NOTHING_COVERED, nameOfOperation, noted } from './coverage.ts';
import { followed } from './follow.ts';
import { answersIn, ordersOf } from './orders.ts';
import { type Played, playSession, type Side } from './play-session.ts';

export type Bounds = {
  seed: string;
  /** The maximum number of operations, in total and per session. */
  steps: number;
  length: number;
  /** The maximum number of requests to the target. */
  requests: number;
  isOver(): boolean;
};

export type Sides = {
  target: Side;
  twin: Side;
  registry: Registry;
  means: Means;
  /** The properties of the account that the target determines, for the account of the twin. */
  account: Readonly<Record<string, unknown>>;
};

export type Confirmed = { session: Session; difference: Difference; pair: Pair };

/** The result of a search. */
export type Explored = {
  /** The first difference that occurred twice, with its shortest session. */
  confirmed: Confirmed | null;
  /** The number of requests to the target before it occurred. */
  firstAt: number | null;
  sessions: number;
  /** Sessions that could not be compared completely, by reason. */
  stopped: ReadonlyMap<string, number>;
  /** Why the search was abandoned; null if it was completed. */
  givenUp: string | null;
  /** Differences that did not occur again. */
  unsure: readonly Difference[];
  coverage: Coverage;
};

export type Watching = { onSession?(done: { steps: number; sessions: number; requests: number }): void };

/** The search is abandoned after this many consecutive sessions that could not be compared completely. */
const HOPELESS = 6;

/** Plays sessions on both sides until they differ, or until the limits are reached. */
export async function explore(sides: Sides, bounds: Bounds, { onSession }: Watching = {}): Promise<Explored> {
  const stopped = new Map<string, number>();
  const unsure: Difference[] = [];
  const past = pastOf(bounds.seed);
  let coverage = NOTHING_COVERED;
  let steps = 0;
  let sessions = 0;
  let inARow = 0;
  let givenUp: string | null = null;
  const used = () => sides.target.session.allowance.requests();
  const isOver = () => bounds.isOver() || used() >= bounds.requests;
  const goesOn = () => steps < bounds.steps && givenUp === null && !isOver();
  while (goesOn()) {
    const length = Math.min(bounds.length, bounds.steps - steps);
    const session = drawSession(`${bounds.seed}\0${sessions}`, sides.means, length, past);
    sessions += 1;
    steps += session.operations.length;
    const { pair, found } = await playBoth(session, sides);
    coverage = noted(coverage, inOrder(session), pair);
    // A used-up budget is not a fault.
    if (pair.target.ended.reason === 'budget') break;
    inARow = isHopeless(pair.target) ? inARow + 1 : 0;
    if ('stopped' in found) {
      stopped.set(found.stopped, (stopped.get(found.stopped) ?? 0) + 1);
      givenUp = inARow < HOPELESS ? null : found.stopped;
    }
    onSession?.({ steps, sessions, requests: used() });
    if (!('difference' in found)) continue;
    const firstAt = used();
    const confirmed = await shownAgain(session, found.difference, sides, bounds.isOver);
    if (confirmed !== null) return { confirmed, firstAt, sessions, stopped, givenUp, unsure, coverage };
    unsure.push(found.difference);
  }
  return { confirmed: null, firstAt: null, sessions, stopped, givenUp, unsure, coverage };
}

/** Returns whether there is no answer, or the key is unknown. */
function isHopeless({ ended }: Pair['target']): boolean {
  return ended.outcome === 'untested' && ['unreachable', 'needs-key'].includes(ended.reason ?? '');
}

/** Plays the session again, first cut after the difference, then shortened. Each time, it makes new things. */
async function shownAgain(
  session: Session,
  difference: Difference,
  sides: Sides,
  isOver: () => boolean,
): Promise<Confirmed | null> {
  let confirmed: Confirmed | null = null;
  const shows = async (one: Session): Promise<boolean> => {
    const { pair, found } = await playBoth(one, sides);
    if (!('difference' in found) || !isSame(found.difference, difference)) return false;
    confirmed = { session: one, difference: found.difference, pair };
    return true;
  };
  const end = session.operations.findIndex((one) =>
    inOrder({ ...session, operations: [one] }).operations.some(({ nth }) => nth === difference.operation.nth),
  );
  const cut = { ...session, operations: session.operations.slice(0, end + 1) };
  if (!(await shows(cut)) && !(await shows(session))) return null;
  const start: Confirmed | null = confirmed;
  if (start === null) return null;
  const { operations } = (start as Confirmed).session;
  const fails = (shorter: readonly Operation[]) => shows({ ...session, operations: shorter });
  const short = await shrunk(operations, { fails, isEnough: isOver, whole, plainer });
  // A server that answers randomly may have done so twice.
  return (await shows({ ...session, operations: short })) ? confirmed : null;
}

/** Only a difference of the same kind counts: a shorter session may cause another one. */
function isSame(one: Difference, other: Difference): boolean {
  return (
    one.rule === other.rule &&
    one.what === other.what &&
    nameOfOperation(one.operation) === nameOfOperation(other.operation)
  );
}

async function playBoth(session: Session, sides: Sides): Promise<{ pair: Pair; found: Found }> {
  const isFollowed = sides.means.stages.length === 0;
  const twinOf = (one: Session) => playSession(scenarioOf(one, sides.account), sides.twin.session);
  const [first = session, ...others] = ordersOf(session);
  const playing = playSession(scenarioOf(session, {}), sides.target.session);
  // The twin only depends on the target if it follows it.
  const [played, ready] = await Promise.all([playing, isFollowed ? null : twinOf(first)]);
  const target = answersIn(session, played);
  const seen = async (order: Session, before: Played | null) => {
    const own = isFollowed ? followed(order, target) : order;
    const pair = { target, twin: before ?? (await twinOf(own)) };
    return { pair, found: compareSides(own, pair, sides.registry) };
  };
  const asSent = await seen(first, ready);
  if (!('difference' in asSent.found)) return asSent;
  // Parallel requests may be processed in any order, so it is enough if the twin agrees with one.
  for (const order of others) {
    const one = await seen(order, null);
    if (!('difference' in one.found)) return one;
  }
  return asSent;
}
