import { ApiError, type Because } from '../errors.ts';

/** Spec 7: the service cannot answer now, and says when to retry. */
export function unavailable(because: Because): ApiError {
  return new ApiError('service_unavailable', { retryAfterSeconds: 1, because });
}
