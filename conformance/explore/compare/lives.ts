import type { Operation } from '../operation.ts';
import type { Played } from '../play-session.ts';
import { stepId } from '../write-steps.ts';
import { type Names, resultsIn } from './names.ts';
import { mapIn, viewIn } from './views.ts';

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: MINUTE, h: 60 * MINUTE };

/** What of a server's things is surely there when an operation begins; by the server's own word of how long they are kept. */
export type Lives = { isThere(name: string, nth: number): boolean; isGone(name: string, nth: number): boolean };

type Life = { born: number; milliseconds: number };

export function livesIn(operations: readonly Operation[], played: Played, names: Names): Lives {
  const lives = new Map<string, Life>();
  for (const [index, { nth }] of operations.entries()) {
    const view = viewIn(played.seen.get(stepId(nth)));
    const { id, created_at, completed_at, expires_at } = mapIn(view?.body);
    const name = names.get(String(id));
    const until = Date.parse(String(expires_at));
    const since = Date.parse(String(completed_at ?? created_at));
    if (name === undefined || Number.isNaN(until) || Number.isNaN(since)) continue;
    const life = { born: index, milliseconds: until - since };
    if (!lives.has(name)) lives.set(name, life);
    for (const result of resultsIn(view?.body)) {
      const own = names.get(String(result.id));
      if (own !== undefined && !lives.has(own)) lives.set(own, life);
    }
  }
  const at = new Map(operations.map(({ nth }, index) => [nth, index]));
  const since = (name: string, nth: number) =>
    operations.slice(lives.get(name)?.born ?? 0, at.get(nth) ?? operations.length);
  return {
    isThere: (name, nth) => {
      const milliseconds = lives.get(name)?.milliseconds;
      const passed = longest(since(name, nth));
      return milliseconds === undefined ? passed < SHORT : milliseconds > passed + MINUTE;
    },
    // Of a job and its results the life begins with its end, which may be any time before it was seen.
    isGone: (name, nth) => {
      const life = lives.get(name);
      return life !== undefined && shortest(since(name, nth)) > life.milliseconds + MINUTE;
    },
  };
}

/** What says nothing of its life is there for so long. */
const SHORT = 30 * MINUTE;

/** The least time that operations took on the clock of the server. */
function shortest(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + (operation.does === 'wait' ? lengthOf(operation.for) : 0), 0);
}

/** The most time that operations may have taken on the clock of the server. */
export function longest(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => {
    if (operation.does === 'wait') return sum + lengthOf(operation.for);
    return sum + (operation.does === 'finish' ? MINUTE : 100);
  }, 0);
}

function lengthOf(text: string): number {
  const [, number = '0', unit = 'ms'] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
}
