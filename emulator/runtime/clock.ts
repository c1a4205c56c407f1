import type { Instant } from '../domain/time.ts';
import type { WallClock } from '../world/ports.ts';

/**
 * How a world's time passes: `frozen` moves only when told, `running` follows the machine's clock, `auto` is frozen but
 * a poll of a job that is not terminal moves it by the `Retry-After` that it answers.
 */
export const CLOCK_MODES = ['auto', 'frozen', 'running'] as const;
export type ClockMode = (typeof CLOCK_MODES)[number];

export type Clock = {
  readonly mode: ClockMode;
  /** The instant that the world should have reached by now; null where only a call moves it. */
  target(): Instant | null;
  /** When the machine's clock will have carried the world to an instant; null where it never will. */
  wallTimeOf(instant: Instant): number | null;
  /** Continues from an instant, as if the world had got there by itself. */
  continueFrom(instant: Instant): void;
};

export function createClock(mode: ClockMode, rate: number, start: Instant, wall: WallClock): Clock {
  let anchor = { wall: wall.now(), world: start };
  const running = mode === 'running';
  return {
    mode,
    target: () => (running ? Math.floor(anchor.world + (wall.now() - anchor.wall) * rate) : null),
    wallTimeOf: (instant) => (running ? anchor.wall + (instant - anchor.world) / rate : null),
    continueFrom: (instant) => {
      anchor = { wall: wall.now(), world: instant };
    },
  };
}
