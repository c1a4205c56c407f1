type Timer = { due: number; act(): void | Promise<void> };

/** The time of a service, and its scheduled work. */
export type Clock = {
  now(): number;
  /** Calls `act` after that many milliseconds. */
  later(milliseconds: number, act: Timer['act']): void;
  /**
   * Moves to a time. Work that falls due on the way is done at its own time, and completes before the clock moves on.
   */
  goTo(goalFrom: (now: number) => number): Promise<void>;
  nextDue(): number | null;
  /** Cancels all scheduled work. */
  stop(): void;
};

/** The longest delay of a Node timer. */
const LONGEST = 2 ** 31 - 1;

/** Creates a clock that moves only when it is advanced, or one that runs in real time and can be moved forward. */
export function createClock({ begin = Date.now(), runs = true } = {}): Clock {
  let [base, since] = [begin, Date.now()];
  let timers: Timer[] = [];
  let alarm: NodeJS.Timeout | undefined;
  let moves = 0;
  let lastMove = Promise.resolve();
  const underWay = new Set<Promise<void>>();

  const now = () => base + (runs ? Date.now() - since : 0);
  const set = (instant: number) => {
    [base, since] = [Math.max(instant, now()), Date.now()];
  };
  const fireUntil = (instant: number) => {
    for (let [next] = timers; next !== undefined && next.due <= instant; [next] = timers) {
      timers = timers.slice(1);
      const { act } = next;
      const work = (async () => act())().finally(() => underWay.delete(work));
      underWay.add(work);
    }
  };
  const ring = () => {
    clearTimeout(alarm);
    const [next] = timers;
    if (!runs || moves > 0 || next === undefined) return;
    const act = () => {
      fireUntil(now());
      ring();
    };
    alarm = setTimeout(act, Math.min(Math.max(0, next.due - now()), LONGEST));
  };
  const move = async (goal: number) => {
    await Promise.all(underWay);
    for (let [next] = timers; next !== undefined && next.due <= goal; [next] = timers) {
      set(next.due);
      fireUntil(next.due);
      await Promise.all(underWay);
    }
    set(goal);
  };
  return {
    now,
    later: (milliseconds, act) => {
      timers = [...timers, { due: now() + milliseconds, act }].sort((one, other) => one.due - other.due);
      ring();
    },
    goTo: (goalFrom) => {
      moves += 1;
      lastMove = lastMove.then(async () => {
        await move(goalFrom(now()));
        moves -= 1;
        ring();
      });
      return lastMove;
    },
    nextDue: () => timers[0]?.due ?? null,
    stop: () => {
      timers = [];
      clearTimeout(alarm);
    },
  };
}
