import { ApiError } from '../domain/errors.ts';
import type { RequestBody } from '../world/wire.ts';

/** Reads a request body up to a limit. What is longer is refused as soon as that is known (spec 4.2: 413). */
export async function readBody({ body }: { body: RequestBody }, limit: number): Promise<Uint8Array> {
  const bytes = await body.read(limit);
  if (bytes !== null) return bytes;
  const because = { rule: 'BODY-413', section: '4.2', compared: { limit_bytes: limit } };
  throw new ApiError('payload_too_large', { message: `The request body is larger than ${limit} bytes.`, because });
}
