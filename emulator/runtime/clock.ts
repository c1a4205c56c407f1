import { type Instant, LAST_INSTANT } from '../domain/values/time.ts';
import type { WallClock } from '../world/ports.ts';

/**
 * How the time of a world passes: `frozen` moves only on request; `running` follows the clock of the machine; `auto` is
 * frozen, but a poll of a job that is not terminal moves it by the `Retry-After` of the answer.
 */
export const CLOCK_MODES = ['auto', 'frozen', 'running'] as const;
export type ClockMode = (typeof CLOCK_MODES)[number];

export type ClockSettings = { mode: ClockMode; rate: number };

/** A clock as plain data: how time passes and since when, on the clocks of the machine and of the world. */
export type ClockRow = ClockSettings & { wall: number; world: Instant };

export type Clock = {
  settings(): ClockSettings;
  row(): ClockRow;
  /** Changes how time passes from an instant on. */
  change(settings: Partial<ClockSettings>, from: Instant): void;
  /** The instant that the world should have reached by now; null if only calls move the clock. */
  target(): Instant | null;
  /** When the machine's clock will have moved the world to an instant; null if never. */
  wallTimeOf(instant: Instant): number | null;
};

export function createClock(initial: ClockSettings, start: Instant, wall: WallClock): Clock {
  return clockOf({ ...initial, wall: wall.now(), world: start }, wall);
}

/** Continues a clock; if it is running, it also ran in the meantime. */
export function clockOf({ wall: since, world, ...initial }: ClockRow, wall: WallClock): Clock {
  let settings: ClockSettings = initial;
  let anchor = { wall: since, world };
  const isRunning = () => settings.mode === 'running';
  return {
    settings: () => settings,
    row: () => ({ ...settings, ...anchor }),
    change: (changed, from) => {
      anchor = { wall: wall.now(), world: from };
      settings = { ...settings, ...changed };
    },
    target: () =>
      isRunning()
        ? Math.min(Math.floor(anchor.world + (wall.now() - anchor.wall) * settings.rate), LAST_INSTANT)
        : null,
    wallTimeOf: (instant) =>
      isRunning() && instant <= LAST_INSTANT ? anchor.wall + (instant - anchor.world) / settings.rate : null,
  };
}

/** One callback at a time of the machine's clock, which can be changed. */
export type Alarm = {
  /** Null means never. */
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
