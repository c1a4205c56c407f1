import { median } from '../../../shared/median.ts';
import { SECOND } from '../values/time.ts';

/**
 * How time passes in a World, whether an advance is moving its clock right now, and when a request was answered by the
 * machine's clock.
 */
export type Timing = { mode: 'auto' | 'frozen' | 'running'; isAdvancing: boolean; answered: number };

/** What the pace depends on in a poll: the pause that its answer requested, and when it was answered. */
export type PacedPoll = { seconds: number | null; answered: number | null; world: number };

/** A time in which a client neither sent a request nor waited for an answer, by the machine's clock. */
type Silence = { from: number; to: number };

/**
 * What is known about the pace of a client, in real time: its last pauses that were too short, or long but useless, the
 * time from an answer to the next request if no pause was requested, and its last silences.
 */
export type Pace = {
  short: number[];
  uselessWaits: number;
  hasty: number;
  answered: number | null;
  turns: number[];
  silences: Silence[];
};

export function freshPace(): Pace {
  return { short: [], uselessWaits: 0, hasty: 0, answered: null, turns: [], silences: [] };
}

/** Notes a request that arrived at `came` and was answered at `answered`, by the machine's clock. */
export function noteRequest(pace: Pace, isPoll: boolean, came: number, answered: number): void {
  if (pace.answered !== null && came >= pace.answered) {
    if (!isPoll) pace.turns = [...pace.turns, came - pace.answered].slice(-TURNS);
    if (came - pace.answered >= LEAST_SLEEP)
      pace.silences = [...pace.silences, { from: pace.answered, to: came }].slice(-SILENCES);
  }
  pace.answered = answered;
}

/** Shorter pauses do not prove that a client sleeps: they may be those of a busy machine. */
const LEAST_SLEEP = 50;
/** A client's timer may run ahead of this machine's clock. */
const SLACK = 20;
/** This many similar pauses in a row are a habit. */
const HABIT = 4;
/** How far pauses of the same length may differ, in milliseconds and as a share. */
const SPREAD = 25;
const SPREAD_SHARE = 0.25;
/** The number of last delays that are remembered, and how many times longer than their median a sleep is. */
const TURNS = 5;
const TIMES_A_TURN = 3;
/** The number of last silences that are remembered. */
const SILENCES = 32;
const USELESS_WAITS = 2;
/** This many polls in a row without a pause are reported. */
const HASTE = 10;

/** What the next poll shows. `world` and `machine` are its time on both clocks. */
export type Sight = { kind: 'too_short'; waited: number } | { kind: 'in_vain' | 'not_judged' } | null;

/**
 * When an auto clock waits on behalf of the client, every poll is late enough by the world's clock. A client that
 * sleeps in real time, always for the same interval and shorter than requested, does not respect Retry-After. A client
 * that does not sleep at all may have its own clock that a test moves: this is reported and not judged. If the clock is
 * frozen and a client waits in real time for as long as requested, the time that it waits for never comes.
 */
export function seePace(pace: Pace, last: PacedPoll, mode: Timing['mode'], world: number, machine: number): Sight {
  if (last.answered === null || !last.seconds) return null;
  const waited = machine - last.answered;
  const asked = last.seconds * SECOND;
  if (mode === 'frozen') return seeUselessWait(pace, world === last.world && waited >= asked - SLACK);
  if (mode !== 'auto') return null;
  const isLongEnough = waited >= asked - SLACK;
  const isSleep = longestSilence(pace, last.answered, machine) >= leastSleep(pace);
  pace.hasty = isSleep || isLongEnough ? 0 : pace.hasty + 1;
  // A client that waits long enough once is able to; a client that does not sleep may sleep by another clock.
  if (isLongEnough || !isSleep) {
    pace.short = [];
    return pace.hasty === HASTE ? { kind: 'not_judged' } : null;
  }
  pace.short = [...pace.short, waited].slice(-HABIT);
  return pace.short.length === HABIT && areAlike(pace.short) ? { kind: 'too_short', waited } : null;
}

/**
 * The longest time within a pause in which the client was silent. While it follows other jobs as well, a pause may be
 * long because it is busy: only a client that is silent sleeps.
 */
function longestSilence({ silences, answered }: Pace, from: number, to: number): number {
  const all = [...silences, { from: answered ?? from, to }];
  return all.reduce((longest, silence) => Math.max(longest, silence.to - Math.max(silence.from, from)), 0);
}

/** On a busy machine, all pauses are long: one that is hardly longer than the usual ones does not count as a sleep. */
function leastSleep({ turns }: Pace): number {
  const middle = turns.length === 0 ? 0 : median(turns);
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
