import type { Readings } from '../../shared/questions/generated/readings.ts';
import { ApiError, type OpenCode } from '../domain/errors.ts';
import { NoRoom } from '../domain/memory/no-room.ts';
import { errorDetail } from '../domain/refusals/error-detail.ts';
import { mintId } from '../domain/values/ids.ts';
import { nextRequest, type WorldHost } from '../runtime/world-host.ts';
import { CallerGone, type WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import type { Route } from './request.ts';

export type Refusal = { error: ApiError; requestId: string };

/** What an exchange came to. */
export type Made = { answer: WireAnswer; refusal: Refusal | null };

/** A service that is full cannot answer this now; why, the journal tells. */
function asServiceWould(thrown: unknown, readings: Readings): unknown {
  if (!(thrown instanceof NoRoom)) return thrown;
  const { retry_after_503_seconds: retryAfterSeconds } = readings;
  const because = { rule: 'MEMORY-BOUND', section: '-', compared: thrown.shortage };
  return new ApiError('service_unavailable', { retryAfterSeconds, because });
}

const OWN_FAULT = { rule: 'INTERNAL-500', section: '7', compared: {} };

/** Turns whatever was thrown into the ErrorDetail of section 2.4. Our own faults are told to us, not to the caller. */
export function refused(
  host: WorldHost,
  route: Route | null,
  caught: unknown,
  onUnexpected: (error: unknown) => void,
): Made {
  const thrown = asServiceWould(caught, host.world.settings.readings);
  if (!(thrown instanceof ApiError) && !(thrown instanceof CallerGone)) onUnexpected(thrown);
  const error = thrown instanceof ApiError ? thrown : new ApiError('internal_error', { because: OWN_FAULT });
  const requestId = requestIdIn(host);
  return { answer: errorAnswer(error, requestId, host.world.settings.readings, route), refusal: { error, requestId } };
}

/** Worlds of one seed would count the same ids: a request without a key is answered by the default one. */
export function requestIdIn(host: WorldHost): string {
  return mintId('req', `${host.world.settings.seed} ${host.name}`, nextRequest(host));
}

export function errorAnswer(
  error: ApiError,
  requestId: string,
  readings: Readings,
  route: Route | null = null,
): WireAnswer {
  const { status, code, retryAfterSeconds } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds);
  return json(status, errorDetail(error, requestId, readings, code ?? openCode(error, route)).body, headers);
}

/** Spec 7: `INVALID_REQUEST` is said of lists alone; which code other refusals of a request have is open. */
function openCode({ kind }: ApiError, route: Route | null): OpenCode | null {
  if (kind !== 'invalid_request' || route === null) return null;
  if (route.submits !== null) return 'invalid_submission';
  if (route.id === 'uploadAsset') return 'invalid_upload';
  return route.path.includes(':id') ? 'malformed_id' : null;
}
