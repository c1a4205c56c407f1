import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

const PIECE = 64 * 1024;
/** A server that closed has sent its answer before that: what is there is read at once. */
const LINGER = 250;

/**
 * Sends the body, and stops when the server has answered before its end: a body that is too large is refused while it
 * is still on its way. Such a server often closes at once, and the failing write must not take away its answer.
 */
export function writeBody(request: ClientRequest, body: Uint8Array | string | null, answered: () => boolean): void {
  if (body === null) return void request.end();
  // Node writes the head and such a text at once.
  if (typeof body === 'string' && body.length <= PIECE && isAscii(body)) return void request.end(body, 'latin1');
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.byteLength <= PIECE) return void request.end(bytes);
  request.on('socket', readBeforeClosing);
  let sent = 0;
  const more = () => {
    if (answered() || request.destroyed) return;
    const piece = bytes.subarray(sent, sent + PIECE);
    sent += piece.byteLength;
    // In turns, so that what the server says is heard between two pieces.
    if (sent >= bytes.byteLength) request.end(piece);
    else request.write(piece, () => setImmediate(more));
  };
  more();
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is one byte, in whichever code.
  return /^[\x00-\x7f]*$/.test(text);
}

type Written = (error?: Error | null) => void;

const patient = new WeakSet<Socket>();

/** A failed write closes a socket of Node at once, with all that was not yet read from it: here the failure waits. */
function readBeforeClosing(socket: Socket): void {
  if (patient.has(socket)) return;
  patient.add(socket);
  const { _write: write, _writev: writeMany } = socket;
  socket._write = (chunk, encoding, written) => write.call(socket, chunk, encoding, afterReading(socket, written));
  socket._writev = (chunks, written) => writeMany?.call(socket, chunks, afterReading(socket, written));
}

function afterReading(socket: Socket, written: Written): Written {
  return (error) => {
    if (!error) return written();
    const fail = () => {
      clearTimeout(alarm);
      socket.off('end', fail).off('close', fail);
      written(error);
    };
    const alarm = setTimeout(fail, LINGER);
    socket.on('end', fail).on('close', fail);
  };
}
