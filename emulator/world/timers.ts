import { firstKey, insertKey, keysAscending, removeKey } from '../domain/values/sorted-list.ts';
import type { Instant } from '../domain/values/time.ts';
import { drop, put } from '../domain/values/undo.ts';
import type { Timer, TimerKind } from './state.ts';
import { nextSerial, type World } from './world.ts';

/**
 * Reserves the number of a timer that may be scheduled later, so that its order among the timers of one instant is
 * already fixed.
 */
export function reserveTimer(world: World): number {
  return nextSerial(world, 'timer');
}

/** Schedules work, and returns the number with which it can be cancelled. */
export function schedule(
  world: World,
  due: Instant,
  kind: TimerKind,
  ref: string,
  serial: number = reserveTimer(world),
): number {
  const timer: Timer = { serial, due, kind, ref };
  put(world.state.timers, timer.serial, timer);
  insertKey(world.state.timerOrder, [due, timer.serial]);
  return timer.serial;
}

export function unschedule(world: World, serial: number | null): void {
  const timer = serial === null ? undefined : world.state.timers.get(serial);
  if (timer === undefined) return;
  drop(world.state.timers, timer.serial);
  removeKey(world.state.timerOrder, [timer.due, timer.serial]);
}

export function nextTimer(world: World): Timer | undefined {
  const key = firstKey(world.state.timerOrder);
  return key === undefined ? undefined : world.state.timers.get(Number(key[1]));
}

/** Whether a timer is due by an instant. */
export function isDueBy({ state }: World, instant: Instant): boolean {
  const key = firstKey(state.timerOrder);
  return key !== undefined && key[0] <= instant;
}

/** Timers that advance a job or a delivery; the others erase expired data or disable an endpoint. */
const WORK: readonly TimerKind[] = ['stage', 'job-timeout', 'delivery'];

/** When the next job or delivery advances; null if none is pending. */
export function nextWorkDue(world: World): Instant | null {
  for (const [due, serial] of keysAscending(world.state.timerOrder)) {
    const timer = world.state.timers.get(Number(serial));
    if (timer !== undefined && WORK.includes(timer.kind)) return due;
  }
  return null;
}
