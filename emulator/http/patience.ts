import { secondsToWait } from '../domain/retry-after.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { Made } from './refusal.ts';
import type { Route } from './request.ts';

/** Longer than this no one waits in a test: a quota that opens tomorrow is no reason for a day to pass. */
const LONGEST_PATIENCE_SECONDS = 60;

/**
 * The seconds that an auto clock waits in place of a client: one that polls, and one that is refused and asked to try
 * again. What it is shown counts, and where that says nothing, what was meant: a job gets on also without a header.
 */
export function patienceFor(route: Route | null, { answer: meant, refusal }: Made, shown: WireAnswer): number | null {
  const isPoll = route?.id === 'readJob';
  const isRefused = shown.status >= 400 || refusal !== null;
  const meantSeconds = isPoll || refusal !== null ? secondsToWait(meant.headers) : null;
  const seconds = isPoll || isRefused ? (secondsToWait(shown.headers) ?? meantSeconds) : null;
  return isRefused && seconds !== null && seconds > LONGEST_PATIENCE_SECONDS ? null : seconds;
}
