import { viewOf } from '../effects/http/view.ts';
import type { TapeEntry } from '../effects/tape.ts';

/** What a job is taken to need before one was seen to end. */
const ASSUMED = 4_000;
const [SHORTEST, LONGEST] = [50, 60_000];

/** How long jobs took that were read at their end, in milliseconds of the target's time. */
export function jobTimesOn(tape: readonly TapeEntry[]): number[] {
  return tape.flatMap((entry) => {
    if (entry.kind !== 'exchange' || !entry.exchange.request.url.startsWith('/v1/jobs/')) return [];
    const body = viewOf(entry.exchange).body as { created_at?: string; completed_at?: string } | undefined | null;
    const took = Date.parse(body?.completed_at ?? '') - Date.parse(body?.created_at ?? '');
    return took >= 0 ? [took] : [];
  });
}

/** Within reason: nobody samples a job that is over at once, or waits for one that takes an hour. */
export function medianOf(times: readonly number[]): number {
  const middle = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? ASSUMED;
  return Math.min(LONGEST, Math.max(SHORTEST, middle));
}
