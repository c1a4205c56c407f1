import type { IncomingMessage } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import type { HttpContext } from './answer.ts';

/** The caller went away before the body was whole: there is nobody to answer. */
export class CallerGone extends Error {}

/** Reads a request body up to a limit. What is longer is refused as soon as that is known (spec 4.2: 413). */
export async function readBody(context: HttpContext, limit: number): Promise<Uint8Array> {
  const ahead = context.get('ahead');
  if (ahead instanceof Error) throw ahead;
  if (ahead !== undefined && ahead.byteLength > limit) throw tooLarge(limit);
  if (ahead !== undefined) return ahead;
  if (Number(context.req.header('content-length') ?? 0) > limit) throw tooLarge(limit);
  const incoming = context.env?.incoming;
  const chunks =
    incoming === undefined ? await readStream(context.req.raw, limit) : await readIncoming(incoming, limit);
  if (chunks === null) throw tooLarge(limit);
  const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  context.set('body', body);
  return body;
}

/** The chunks of a body, or null where they are more than the limit. The socket stays open for the answer. */
function readIncoming(incoming: IncomingMessage, limit: number): Promise<Uint8Array[] | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const onData = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > limit) finish(() => resolve(null));
      else chunks.push(chunk);
    };
    const onEnd = () => finish(() => resolve(chunks));
    const onGone = () => finish(() => reject(new CallerGone()));
    const finish = (settle: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      incoming.on('error', () => {});
      settle();
    };
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

async function readStream(request: Request, limit: number): Promise<Uint8Array[] | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return chunks;
}

function tooLarge(limit: number): ApiError {
  const because = { rule: 'BODY-413', section: '4.2', compared: { limit_bytes: limit } };
  return new ApiError('payload_too_large', { message: `The request body is larger than ${limit} bytes.`, because });
}
