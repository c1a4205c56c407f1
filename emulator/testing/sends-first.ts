import { connect } from 'node:net';

const PIECE = Buffer.alloc(1 << 20, 'x');

/**
 * Sends a request to its last byte, and reads nothing before that, as Python's urllib does. What was answered, or the code
 * of the error with which the connection broke.
 */
export function sendThenRead(port: number, head: string, bodyBytes: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.pause();
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve(received));
    socket.write(head);
    const send = (left: number) => {
      if (left === 0) return socket.resume();
      const piece = PIECE.subarray(0, left);
      return socket.write(piece, (error) => error ?? send(left - piece.byteLength));
    };
    send(bodyBytes);
  });
}

/** The first line and the headers of a POST, with the length of its body. */
export function postHead(path: string, bodyBytes: number, headers: readonly string[]): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${bodyBytes}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
