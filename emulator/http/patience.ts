import { secondsToWait } from '../domain/retry-after.ts';
import type { RouteFacts } from '../domain/routes.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { Made } from './refusal.ts';

/** The clock never waits longer than this: a quota that opens tomorrow must not make a day pass in a test. */
const LONGEST_PATIENCE_SECONDS = 60;

/**
 * The seconds that an auto clock waits on behalf of a client that polls, or that was refused and asked to retry. The
 * answer that the client sees counts; if it has no Retry-After, the unedited answer does, so that a job makes progress
 * without the header.
 */
export function patienceFor(
  route: RouteFacts | null,
  { answer: meant, refusal }: Made,
  shown: WireAnswer,
): number | null {
  const isPoll = route?.id === 'readJob';
  const isRefused = shown.status >= 400 || refusal !== null;
  const meantSeconds = isPoll || refusal !== null ? secondsToWait(meant.headers) : null;
  const seconds = isPoll || isRefused ? (secondsToWait(shown.headers) ?? meantSeconds) : null;
  return isRefused && seconds !== null && seconds > LONGEST_PATIENCE_SECONDS ? null : seconds;
}
