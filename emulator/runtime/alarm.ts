import type { WallClock } from '../world/ports.ts';

/** One call at a point of the machine's time, which can be put elsewhere. */
export type Alarm = {
  /** Null is never. */
  setTo(wallTime: number | null): void;
};

export function createAlarm(wall: WallClock, ring: () => void): Alarm {
  let set: { at: number; cancel(): void } | null = null;
  const onTime = () => {
    set = null;
    ring();
  };
  return {
    setTo: (wallTime) => {
      if ((set?.at ?? null) === wallTime) return;
      set?.cancel();
      set = null;
      if (wallTime !== null) set = { at: wallTime, ...wall.callAt(wallTime, onTime) };
    },
  };
}
