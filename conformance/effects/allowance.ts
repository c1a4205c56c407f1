import { setMaxListeners } from 'node:events';
import { isSubmission } from '../target/routes.ts';
import type { Budget } from '../target/target.ts';
import type { OutgoingRequest } from './http/exchange.ts';
import { type Clock, wallClock } from './http/pace.ts';
import { StopInstance } from './untestable.ts';

/** The time, jobs and credit units that a run may still use. */
export type Allowance = {
  /** Counts a request, and refuses a submission that exceeds a limit. */
  count(request: OutgoingRequest): void;
  /** Returns the milliseconds until the end of the run. */
  left(): number;
  /** Returns the given time, limited to what is left. After the end, a little is left for the cleanup, and then 0. */
  within(milliseconds: number): number;
  /** Waits, and returns true; returns false without a wait if that exceeds what is left. An interrupt ends the wait. */
  wait(milliseconds: number): Promise<boolean>;
  isOver(): boolean;
  /** The clock of the run, on which no wait is longer than the cleanup. */
  clock: Clock;
  requests(): number;
  signal: AbortSignal;
};

/** After the end of a run, how long each answer may take, and when the last one must have come. */
const LAST_ANSWER = 1_000;
const CLEANUP = 5_000;
/** Of a timer. */
const LONGEST = 2 ** 31 - 1;
/** The assumed cost of a job before the balance has been read. */
const ASSUMED_UNITS = 1;

export function createAllowance(
  budget: Budget,
  signal: AbortSignal,
  { now, sleep }: Clock = wallClock(signal),
): Allowance {
  const end = budget.wall === null ? Number.POSITIVE_INFINITY : now() + budget.wall;
  // All waiting operations listen to it.
  setMaxListeners(0, signal);
  const used = { requests: 0, jobs: 0, units: 0 };
  const left = () => Math.max(0, Math.min(end - now(), LONGEST));
  const rest = () => Math.max(0, Math.min(end + CLEANUP - now(), LONGEST));
  return {
    count: ({ method, url, headers }) => {
      used.requests += 1;
      if (!isSubmission(method, url)) return;
      const isLive = headers['X-API-Key']?.startsWith('pk_live_') ?? false;
      used.jobs += 1;
      if (isLive) used.units += ASSUMED_UNITS;
      refuseBeyond('jobs', used.jobs, budget.jobs);
      refuseBeyond('credit_units', used.units, budget.credit_units);
    },
    left,
    within: (milliseconds) => Math.min(milliseconds, Math.max(LAST_ANSWER, left()), rest()),
    wait: async (milliseconds) => {
      if (milliseconds > left()) return false;
      await sleep(milliseconds);
      return true;
    },
    clock: { now, sleep: (milliseconds) => sleep(Math.min(milliseconds, rest())) },
    isOver: () => left() <= 0,
    requests: () => used.requests,
    signal,
  };
}

function refuseBeyond(what: string, used: number, most: number | null): void {
  if (most !== null && used > most)
    throw new StopInstance('budget', `budget.${what} of the target allows ${most}, and they are used up`);
}
