import type { ApiError } from '../errors.ts';

export function errorDetail(error: ApiError, requestId: string) {
  const detail = {
    code: error.code,
    message: error.message,
    request_id: requestId,
    ...(error.fields.length > 0 && { details: { fields: error.fields } }),
    retryable: error.retryable,
  };
  return { status: error.status, body: { error: detail } };
}
