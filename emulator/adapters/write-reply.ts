import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { WallClock } from '../world/ports.ts';
import type { Harm, WireReply, WireRequest } from '../world/wire.ts';

/** Writes a reply to its socket, including the network faults that apply to it. */
export function writeReply(
  outgoing: ServerResponse,
  method: string,
  { answer, harm, live }: WireReply,
  wall: WallClock,
): Promise<void> | undefined {
  if (harm?.kind === 'drop') return drop(outgoing, harm.hard);
  outgoing.writeHead(answer.status, answer.headers);
  // The reader may disconnect at any time.
  if (live !== undefined) return pipeline(live, outgoing).catch(() => {});
  if (harm !== null && answer.body !== null) return writePieces(outgoing, piecesOf(answer.body, harm), wall);
  outgoing.end(method === 'HEAD' ? undefined : (answer.body ?? undefined));
  return undefined;
}

/** The same without a socket. */
export function responseOf(method: string, { answer, harm, live }: WireReply, wall: WallClock): Response {
  if (harm?.kind === 'drop') throw new TypeError('fetch failed', { cause: new Error('the connection was dropped') });
  const { body, ...head } = answer;
  if (harm !== null && body !== null && method !== 'HEAD')
    return new Response(streamOf(piecesOf(body, harm), wall), head);
  return new Response(method === 'HEAD' ? null : (live ?? (body as string | null)), head);
}

/** States the length of a body, which otherwise would be sent in chunks. */
export function sized({ method }: WireRequest, reply: WireReply): WireReply {
  const { headers, body } = reply.answer;
  if (body !== null && method !== 'HEAD') headers['content-length'] = String(Buffer.byteLength(body));
  return reply;
}

function drop(outgoing: ServerResponse, hard: boolean): undefined {
  if (hard) outgoing.socket?.resetAndDestroy();
  else outgoing.destroy();
}

/** A body in pieces, with a pause after each of them. If it is cut off, the pieces are incomplete. */
type Pieces = { pieces: readonly Uint8Array[]; pause: number; cutOff: boolean };

function piecesOf(body: string | Uint8Array, harm: Exclude<Harm, { kind: 'drop' }>): Pieces {
  const bytes = Buffer.from(body);
  if (harm.kind === 'truncate')
    return { pieces: [bytes.subarray(0, harm.bytes)], pause: 0, cutOff: harm.bytes < bytes.byteLength };
  const count = Math.ceil(bytes.byteLength / harm.bytes);
  const pieces = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * harm.bytes, (index + 1) * harm.bytes),
  );
  return { pieces, pause: harm.milliseconds, cutOff: false };
}

async function writePieces(
  outgoing: ServerResponse,
  { pieces, pause, cutOff }: Pieces,
  wall: WallClock,
): Promise<void> {
  for (const piece of pieces) {
    if (outgoing.destroyed) break;
    // Wait until a piece is sent before writing the next or ending, because a cut must not lose it.
    await new Promise((resolve) => outgoing.write(piece, resolve));
    if (pause > 0) await wall.sleep(pause);
  }
  if (cutOff) outgoing.destroy();
  else outgoing.end();
}

function streamOf({ pieces, pause, cutOff }: Pieces, wall: WallClock): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const piece = pieces[next];
      next += 1;
      if (piece !== undefined) controller.enqueue(piece);
      else if (cutOff) controller.error(new TypeError('terminated'));
      else controller.close();
      if (pause > 0 && piece !== undefined) await wall.sleep(pause);
    },
  });
}
