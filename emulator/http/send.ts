import type { ServerResponse } from 'node:http';
import type { WallClock } from '../world/ports.ts';
import type { Answer, HttpContext } from './answer.ts';

/** What becomes of an answer on its way: it is lost, cut off, or comes in crumbs. */
export type Harm =
  | { kind: 'drop'; hard: boolean }
  | { kind: 'truncate'; bytes: number }
  | { kind: 'dribble'; bytes: number; milliseconds: number };

/** Where there is no socket to break, a `fetch` is told by this mark that its connection was. */
export const DROPPED = 'x-emulator-dropped';

/** In place of an answer that is on its socket already. */
const ALREADY_SENT = {} as Response;

/** Sends an answer the short way where there is a socket, and as a `Response` where there is none. */
export function send(context: HttpContext, answer: Answer): Response {
  const outgoing = context.env?.outgoing;
  const { status, headers, body } = answer;
  if (body !== null)
    headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  const sent = context.req.method === 'HEAD' ? null : body;
  if (outgoing === undefined) return new Response(sent as string | null, { status, headers });
  outgoing.writeHead(status, headers);
  outgoing.end(sent ?? undefined);
  return ALREADY_SENT;
}

/** Sends an answer with a fault of the network. */
export function sendHarmed(
  context: HttpContext,
  answer: Answer,
  harm: Harm,
  wall: WallClock,
): Response | Promise<Response> {
  const outgoing = context.env?.outgoing;
  if (harm.kind === 'drop') return drop(outgoing, harm.hard);
  if (answer.body === null) return send(context, answer);
  const bytes = Buffer.from(answer.body);
  const headers = { ...answer.headers, 'Content-Length': String(bytes.byteLength) };
  const pieces = harm.kind === 'truncate' ? [bytes.subarray(0, harm.bytes)] : piecesOf(bytes, harm.bytes);
  const pause = harm.kind === 'dribble' ? harm.milliseconds : 0;
  const cutOff = harm.kind === 'truncate' && harm.bytes < bytes.byteLength;
  if (outgoing === undefined)
    return new Response(streamOf(pieces, pause, cutOff, wall), { status: answer.status, headers });
  outgoing.writeHead(answer.status, headers);
  return writePieces(outgoing, pieces, pause, cutOff, wall);
}

function drop(outgoing: ServerResponse | undefined, hard: boolean): Response {
  if (outgoing === undefined) return new Response(null, { headers: { [DROPPED]: 'true' } });
  if (hard) outgoing.socket?.resetAndDestroy();
  else outgoing.destroy();
  return ALREADY_SENT;
}

async function writePieces(
  outgoing: ServerResponse,
  pieces: readonly Uint8Array[],
  pause: number,
  cutOff: boolean,
  wall: WallClock,
): Promise<Response> {
  for (const piece of pieces) {
    if (outgoing.destroyed) break;
    // What was handed over is on its way before the next piece, or the end: a cut must not swallow it.
    await new Promise((resolve) => outgoing.write(piece, resolve));
    if (pause > 0) await wall.sleep(pause);
  }
  if (cutOff) outgoing.destroy();
  else outgoing.end();
  return ALREADY_SENT;
}

function streamOf(
  pieces: readonly Uint8Array[],
  pause: number,
  cutOff: boolean,
  wall: WallClock,
): ReadableStream<Uint8Array> {
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

function piecesOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}
