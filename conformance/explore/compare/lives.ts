import type { Operation } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played } from '../play-session.ts';
import { mapIn, type Names, resultsIn, viewIn } from './names.ts';

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: MINUTE, h: 60 * MINUTE };

/** Which things of a server certainly exist, or are gone, when an operation begins, according to the reported times. */
export type Lives = { isThere(name: string, nth: number): boolean; isGone(name: string, nth: number): boolean };

/**
 * `begun`: the operation after which it may have begun at the earliest; `shown`: the operation that first reported it.
 */
type Life = { begun: number; shown: number; milliseconds: number };

export function livesIn(operations: readonly Operation[], played: Played, names: Names): Lives {
  const lives = shownIn(operations, played, names);
  const at = new Map(operations.map(({ nth }, index) => [nth, index]));
  // Later reports may be about another life, so they are ignored.
  const lifeAt = (name: string, nth: number) => {
    const life = lives.get(name);
    return life === undefined || life.shown > (at.get(nth) ?? operations.length) ? undefined : life;
  };
  const since = (index: number, nth: number) => operations.slice(index, at.get(nth) ?? operations.length);
  const spokenOf = (of: number) => names.get(String(mapIn(viewIn(played.seen.get(stepId(of)))?.body)['id'])) ?? '';
  const endWait = (of: number) => lives.get(spokenOf(of))?.milliseconds ?? 0;
  // After the last wait for its end, the remaining time is known to the second.
  const sinceEnd = (name: string, past: readonly Operation[]) => {
    const index = past.findLastIndex(
      (one) => one.does === 'wait for its end' && isOf(name, spokenOf(one.of)) && endWait(one.of) > 0,
    );
    const wait = past[index];
    return wait?.does === 'wait for its end'
      ? { by: wait.by * 1000, before: past.slice(0, index), after: past.slice(index + 1) }
      : null;
  };
  return {
    isThere: (name, nth) => {
      const milliseconds = lifeAt(name, nth)?.milliseconds;
      const past = since(lifeAt(name, nth)?.begun ?? 0, nth);
      if (milliseconds === undefined) return longest(past, endWait) < SHORT;
      const end = sinceEnd(name, past);
      if (end === null) return milliseconds > longest(past, endWait) + MINUTE;
      const at = Math.max(longest(end.before, endWait), milliseconds + end.by);
      return milliseconds > at + longest(end.after, endWait) + EDGE;
    },
    isGone: (name, nth) => {
      const life = lifeAt(name, nth);
      if (life === undefined) return false;
      const past = since(life.shown, nth);
      const end = sinceEnd(name, past);
      if (end === null) return shortest(past) > life.milliseconds + MINUTE;
      return end.by + shortest(end.after) > EDGE;
    },
  };
}

/** Returns how long things are kept, according to the first answer that reports it. */
function shownIn(operations: readonly Operation[], played: Played, names: Names): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  const underWay = new Map<string, number>();
  for (const [shown, { nth }] of operations.entries()) {
    const body = viewIn(played.seen.get(stepId(nth)))?.body;
    const { id, completed_at } = mapIn(body);
    const name = names.get(String(id));
    if (name === undefined) continue;
    // The life of a job and its results begins with the end of the job, which may be any time before it was seen.
    if (completed_at === null) underWay.set(name, shown);
    const milliseconds = lengthIn(body);
    if (milliseconds === null) continue;
    const life = { begun: underWay.get(name) ?? shown, shown, milliseconds };
    const results = resultsIn(body).flatMap((result) => names.get(String(result.id)) ?? []);
    for (const own of [name, ...results]) if (!lives.has(own)) lives.set(own, life);
  }
  return lives;
}

function lengthIn(body: unknown): number | null {
  const { created_at, completed_at, expires_at } = mapIn(body);
  const length = Date.parse(String(expires_at)) - Date.parse(String(completed_at ?? created_at));
  return Number.isNaN(length) ? null : length;
}

/** The results of a job expire with it. */
function isOf(name: string, thing: string): boolean {
  return name === thing || name.endsWith(` of ${thing}`);
}

/** The maximum difference between independent clocks. */
const EDGE = 10_000;

/** A thing without a reported life exists for at least this long. */
const SHORT = 30 * MINUTE;

/** Returns the minimum time of operations on the server's clock. */
function shortest(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + (operation.does === 'wait' ? lengthOf(operation.for) : 0), 0);
}

/** Returns the maximum time of operations on the server's clock. */
function longest(operations: readonly Operation[], endWait: (of: number) => number): number {
  return operations.reduce((sum, operation) => {
    if (operation.does === 'wait') return sum + lengthOf(operation.for);
    if (operation.does === 'wait for its end') return sum + endWait(operation.of) + Math.max(0, operation.by * 1000);
    return sum + (operation.does === 'finish' ? MINUTE : 100);
  }, 0);
}

function lengthOf(text: string): number {
  const [, number = '0', unit = 'ms'] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
}
