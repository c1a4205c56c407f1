import { ApiError } from '../domain/errors.ts';
import { NoRoom } from '../domain/memory/no-room.ts';
import { errorDetail } from '../domain/refusals/error-detail.ts';
import { unavailable } from '../domain/refusals/unavailable.ts';
import { mintId } from '../domain/values/ids.ts';
import { nextRequest, type WorldHost } from '../runtime/world-host.ts';
import { CallerGone, type WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import type { Passed } from './passage.ts';

export type Refusal = { error: ApiError; requestId: string };

/** What an exchange came to. */
export type Made = { answer: WireAnswer; refusal: Refusal | null };

/** A service that is full cannot answer this now; the journal shows why. */
function asServiceWould(thrown: unknown): unknown {
  if (!(thrown instanceof NoRoom)) return thrown;
  return unavailable({ rule: 'MEMORY-BOUND', section: '-', compared: thrown.shortage });
}

const OWN_FAULT = { rule: 'INTERNAL-500', section: '7', compared: {} };

/** Turns whatever was thrown into the ErrorDetail of section 2.4. Faults of the emulator itself are reported to its user, not to the caller. */
export function refused(
  host: WorldHost,
  passed: Passed | null,
  caught: unknown,
  onUnexpected: (error: unknown) => void,
): Made {
  const thrown = asServiceWould(caught);
  if (!(thrown instanceof ApiError) && !(thrown instanceof CallerGone)) onUnexpected(thrown);
  const meant = thrown instanceof ApiError ? thrown : new ApiError('internal_error', { because: OWN_FAULT });
  const error = passed === null ? meant : passed.refusal(meant);
  const requestId = requestIdIn(host);
  return { answer: errorAnswer(error, requestId), refusal: { error, requestId } };
}

/** Worlds of one seed would count the same ids: a request without a key is answered by the default one. */
export function requestIdIn(host: WorldHost): string {
  return mintId('req', `${host.world.settings.seed} ${host.name}`, nextRequest(host));
}

export function errorAnswer(error: ApiError, requestId: string): WireAnswer {
  const { status, retryAfterSeconds } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds);
  return json(status, errorDetail(error, requestId).body, headers);
}
