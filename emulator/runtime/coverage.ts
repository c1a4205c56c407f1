import type { Mark, Marks } from '../domain/test-control/coverage.ts';

/**
 * What the clients of a World have met. It is marked as it happens, and keeps no exchange: the journal may forget them.
 * Most exchanges are like others before them, and cost two looks into a table.
 */
export type Coverage = {
  /** `reaction` names the request by which a client would react; where there is nothing to react to, it is null. */
  meet(key: string, reaction?: () => string | null, rule?: string): void;
  /** A client has made a request, or has taken an event, that may be a reaction. */
  react(name: string): void;
  /** Whether any reaction is waited for. */
  isWaiting(): boolean;
  marks(): Marks;
  absorb(marks: Marks): void;
};

/** So many reactions are waited for at once; who waits longest is forgotten. */
const MOST_WAITING = 1_000;

export function createCoverage(onMark?: (mark: Mark) => void): Coverage {
  const marks = new Map<string, Mark>();
  const waiting: Waiting = new Map();
  const set = (mark: Mark) => {
    const before = marks.get(mark.key);
    if (before !== undefined && before.answered >= mark.answered) return;
    marks.set(mark.key, mark);
    onMark?.(mark);
  };
  return {
    meet: (key, reaction, rule) => {
      const before = marks.get(key);
      if (before !== undefined && (before.answered || reaction === undefined)) return;
      if (before === undefined) set({ key, answered: false, rule: rule ?? null });
      const name = reaction?.() ?? null;
      if (name !== null) waitFor(waiting, name, key);
    },
    react: (name) => {
      const keys = waiting.get(name);
      if (keys === undefined) return;
      waiting.delete(name);
      for (const key of typeof keys === 'string' ? [keys] : keys)
        set({ key, answered: true, rule: marks.get(key)?.rule ?? null });
    },
    isWaiting: () => waiting.size > 0,
    marks: () => marks,
    absorb: (others) => {
      for (const mark of others.values()) set(mark);
    },
  };
}

/** The keys that wait for a request, by its name: mostly one, which is kept without a set around it. */
type Waiting = Map<string, string | Set<string>>;

function waitFor(waiting: Waiting, name: string, key: string): void {
  const known = waiting.get(name);
  if (known !== undefined) {
    if (typeof known !== 'string') known.add(key);
    else if (known !== key) waiting.set(name, new Set([known, key]));
    return;
  }
  waiting.set(name, key);
  if (waiting.size <= MOST_WAITING) return;
  const [oldest] = waiting.keys();
  if (oldest !== undefined) waiting.delete(oldest);
}
