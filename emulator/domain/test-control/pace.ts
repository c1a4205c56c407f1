import { SECOND } from '../values/time.ts';

/** How a World's time passes, and when a request was answered on the machine's clock. */
export type Timing = { mode: 'auto' | 'frozen' | 'running'; answered: number };

/** A poll, as far as its pace goes: the seconds that its answer asked for, and when it was answered. */
export type PacedPoll = { seconds: number | null; answered: number | null; world: number };

/**
 * What is seen of the pace of a client, in real time: its last waits that were too short, or long but useless, and how long it
 * took from an answer to the next request where nothing had asked it to wait.
 */
export type Pace = { short: number[]; uselessWaits: number; hasty: number; answered: number | null; turns: number[] };

export function freshPace(): Pace {
  return { short: [], uselessWaits: 0, hasty: 0, answered: null, turns: [] };
}

/** Notes a request, which came and was answered so on the machine's clock. */
export function noteRequest(pace: Pace, isPoll: boolean, came: number, answered: number): void {
  if (!isPoll && pace.answered !== null && came >= pace.answered)
    pace.turns = [...pace.turns, came - pace.answered].slice(-TURNS);
  pace.answered = answered;
}

/** Shorter waits may be those of a machine that has much to do: they do not show that a client sleeps. */
const LEAST_SLEEP = 50;
/** A timer of a client may run ahead of this machine's clock. */
const SLACK = 20;
/** So many in a row, alike, are a habit. */
const HABIT = 4;
/** How far waits of the same length may lie apart, in milliseconds and as a share. */
const SPREAD = 25;
const SPREAD_SHARE = 0.25;
/** So many of the last turns of a client are looked at, and a sleep is so many times as long as the one in their middle. */
const TURNS = 5;
const TIMES_A_TURN = 3;
const USELESS_WAITS = 2;
/** So many polls in a row without a wait are worth a word. */
const HASTE = 10;

/** What a next poll shows, `world` and `machine` being when it came. */
export type Sight = { kind: 'too_short'; waited: number } | { kind: 'in_vain' | 'not_judged' } | null;

/**
 * Where an auto clock waits in the client's place, the world's time excuses every poll. A client that sleeps in real time
 * then, by the same interval each time and shorter than it was asked to, does not keep Retry-After. One that does not sleep at
 * all may have a clock of its own that a test moves: that is reported, and not judged. Where the clock is frozen, and a client waits in
 * real time as long as it was asked to, the time that it waits for never comes.
 */
export function seePace(pace: Pace, last: PacedPoll, mode: Timing['mode'], world: number, machine: number): Sight {
  if (last.answered === null || !last.seconds) return null;
  const waited = machine - last.answered;
  const asked = last.seconds * SECOND;
  if (mode === 'frozen') return seeUselessWait(pace, world === last.world && waited >= asked - SLACK);
  if (mode !== 'auto') return null;
  pace.hasty = waited < leastSleep(pace) ? pace.hasty + 1 : 0;
  // A client that keeps it once can keep it; one that does not sleep may sleep on another clock.
  if (pace.hasty > 0 || waited >= asked - SLACK) {
    pace.short = [];
    return pace.hasty === HASTE ? { kind: 'not_judged' } : null;
  }
  pace.short = [...pace.short, waited].slice(-HABIT);
  return pace.short.length === HABIT && areAlike(pace.short) ? { kind: 'too_short', waited } : null;
}

/** On a busy machine a client takes long for everything: a pause that is no longer than its usual turns is not a sleep. */
function leastSleep({ turns }: Pace): number {
  const middle = turns.toSorted((one, other) => one - other)[turns.length >> 1] ?? 0;
  return Math.max(LEAST_SLEEP, middle * TIMES_A_TURN);
}

function seeUselessWait(pace: Pace, isUseless: boolean): Sight {
  pace.uselessWaits = isUseless ? pace.uselessWaits + 1 : 0;
  return pace.uselessWaits === USELESS_WAITS ? { kind: 'in_vain' } : null;
}

function areAlike(waits: readonly number[]): boolean {
  const sorted = waits.toSorted((one, other) => one - other);
  const [least = 0, most = least] = [sorted[0], sorted.at(-1)];
  return most - least <= Math.max(SPREAD, least * SPREAD_SHARE);
}
