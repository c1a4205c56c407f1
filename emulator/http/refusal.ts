import { ApiError, errorDetail } from '../domain/errors.ts';
import { mintId } from '../domain/ids.ts';
import type { Readings } from '../domain/readings.ts';
import { nextRequest, type WorldHost } from '../runtime/world-host.ts';
import { CallerGone, type WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';

export type Refusal = { error: ApiError; requestId: string };

/** What an exchange came to. */
export type Made = { answer: WireAnswer; refusal: Refusal | null };

const OWN_FAULT = { rule: 'INTERNAL-500', section: '7', compared: {} };

/** Turns whatever was thrown into the ErrorDetail of section 2.4. Our own faults are told to us, not to the caller. */
export function refused(host: WorldHost, thrown: unknown, onUnexpected: (error: unknown) => void): Made {
  if (!(thrown instanceof ApiError) && !(thrown instanceof CallerGone)) onUnexpected(thrown);
  const error = thrown instanceof ApiError ? thrown : new ApiError('internal_error', { because: OWN_FAULT });
  const requestId = requestIdIn(host);
  return { answer: errorAnswer(error, requestId, host.world.settings.readings), refusal: { error, requestId } };
}

/** Worlds of one seed would count the same ids: a request without a key is answered by the default one. */
export function requestIdIn(host: WorldHost): string {
  return mintId('req', `${host.world.settings.seed} ${host.name}`, nextRequest(host));
}

export function errorAnswer(error: ApiError, requestId: string, readings: Readings): WireAnswer {
  const { status, body } = errorDetail(error, requestId, readings);
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== null) headers['Retry-After'] = String(error.retryAfterSeconds);
  return json(status, body, headers);
}
