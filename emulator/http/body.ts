import { ApiError, invalidFields } from '../domain/errors.ts';
import type { RequestBody } from '../world/wire.ts';
import type { ApiRequest, Handler } from './request.ts';
import { requireStillThere } from './still-there.ts';

/** Reads a body that may be refused before any of it is read. */
export function readAllowedBody(request: ApiRequest, limit: number): Promise<Uint8Array> {
  const refusal = request.host.world.rules.bodyRefusal(request.headers);
  return refusal === null ? readBody(request, limit) : Promise.reject(refusal);
}

/** Reads a request body up to a limit. A longer body is refused as soon as that is known (spec 4.2: 413). */
export async function readBody({ body }: { body: RequestBody }, limit: number): Promise<Uint8Array> {
  const bytes = await body.read(limit);
  if (bytes !== null) return bytes;
  const because = { rule: 'BODY-413', section: '4.2', compared: { limit_bytes: limit } };
  throw new ApiError('payload_too_large', { message: `The request body is larger than ${limit} bytes.`, because });
}

/** A handler of requests without a body. A decision defines whether an unexpected body is ignored or refused. */
export function withoutBody(handle: Handler): Handler {
  return (request) => {
    if (request.host.world.rules.bodyIsIgnored()) return handle(request);
    return requireNoBody(request).then(() => handle(request));
  };
}

async function requireNoBody(request: ApiRequest): Promise<void> {
  const bytes = await request.body.read(0);
  requireStillThere(request);
  if (bytes === null || bytes.byteLength > 0) throw invalidFields([{ path: 'body', problem: 'must be empty' }]);
}
