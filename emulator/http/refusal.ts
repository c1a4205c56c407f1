import { ApiError } from '../domain/errors.ts';
import { NoRoom } from '../domain/memory/no-room.ts';
import { allowedMethods } from '../domain/refusals/allowed-methods.ts';
import { errorDetail } from '../domain/refusals/error-detail.ts';
import { unavailable } from '../domain/refusals/unavailable.ts';
import { mintId } from '../domain/values/ids.ts';
import { nextRequest, type WorldHost } from '../runtime/world-host.ts';
import { CallerGone, type WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import type { Passed } from './passage.ts';

export type Refusal = { error: ApiError; requestId: string };

/** The result of an exchange. */
export type Made = { answer: WireAnswer; refusal: Refusal | null };

/** If the memory limit is reached, the service cannot answer now; the journal shows the reason. */
function asServiceWould(thrown: unknown): unknown {
  if (!(thrown instanceof NoRoom)) return thrown;
  return unavailable({ rule: 'MEMORY-BOUND', section: '-', compared: thrown.shortage });
}

const OWN_FAULT = { rule: 'INTERNAL-500', section: '7', compared: {} };

/**
 * Converts anything thrown into the ErrorDetail of section 2.4. Errors of the emulator itself are reported to its user,
 * not to the caller.
 */
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
  const answer = errorAnswer(error, requestId);
  if (passed !== null && error.status === 405) answer.headers['Allow'] = allowedMethods(host.world, passed.handled);
  return { answer, refusal: { error, requestId } };
}

/**
 * Contains the name of the world, because worlds with the same seed count the same ids. A request without a key is
 * answered by the default world.
 */
export function requestIdIn(host: WorldHost): string {
  return mintId('req', `${host.world.settings.seed} ${host.name}`, nextRequest(host));
}

export function errorAnswer(error: ApiError, requestId: string): WireAnswer {
  const { status, retryAfterSeconds } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds);
  return json(status, errorDetail(error, requestId).body, headers);
}
