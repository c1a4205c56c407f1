import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { type ApiError, ERROR_TABLE } from '../errors.ts';

/** The ErrorDetail of section 2.4, with its status. `open` names the code of a refusal for which the specification shows none. */
export function errorDetail(
  error: ApiError,
  requestId: string,
  readings: Readings,
  open: ApiError['code'] = error.code,
) {
  const detail = {
    code: codeOf(error, open, readings),
    message: error.message,
    request_id: requestId,
    ...(error.fields.length > 0 && { details: { fields: error.fields } }),
    retryable: error.retryable,
  };
  return { status: error.status, body: { error: detail } };
}

function codeOf({ kind }: ApiError, open: ApiError['code'], readings: Readings): string {
  if (open !== null) return typeof open === 'string' ? readings.codes[open] : open.spelt;
  const { code } = ERROR_TABLE[kind];
  return typeof code === 'string' ? code : code(readings);
}
