import type { Mark, Marks } from '../domain/test-control/coverage.ts';

/**
 * What the clients of a World have met. It is marked immediately and does not depend on the journal, which may drop
 * exchanges. Most exchanges are like earlier ones and cost two table lookups.
 */
export type Coverage = {
  /** `reaction` returns the name of the request with which a client would react; null if no reaction is needed. */
  meet(key: string, reaction?: () => string | null, rule?: string): void;
  /** Notes a request of a client or an acknowledged event, which may be a reaction. */
  react(name: string): void;
  /** Whether any reaction is pending. */
  isWaiting(): boolean;
  marks(): Marks;
  absorb(marks: Marks): void;
};

/** The maximum number of pending reactions; the oldest one is dropped. */
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

/** The keys that wait for a request, by its name; a single key is stored without a set. */
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
