const HEAD_END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;
const EXCERPT = 300;

/** Takes the bytes of one connection as they come, and tells of each whole answer. It trusts Content-Length alone. */
export function answerReader(
  expectedStatus: number,
  onAnswer: () => void,
  onWrong: (problem: string) => void,
): (bytes: Buffer) => void {
  let missing = 0;
  let head: Buffer | null = null;

  /** The whole length of the answer that begins here, or null where its head is not there yet. */
  const lengthOf = (bytes: Buffer): number | null => {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return null;
    const text = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    const isRight = Number(text.slice(STATUS_AT, STATUS_AT + 3)) === expectedStatus;
    if (isRight && length !== undefined) return end + HEAD_END.length + Number(length);
    onWrong(`expected ${expectedStatus} with a Content-Length, got ${bytes.toString('utf8', 0, EXCERPT)}`);
    return null;
  };

  return (bytes) => {
    if (missing > 0) {
      missing -= bytes.byteLength;
    } else {
      const begun: Buffer = head === null ? bytes : Buffer.concat([head, bytes]);
      const length = lengthOf(begun);
      head = length === null ? Buffer.from(begun) : null;
      if (length === null) return;
      missing = length - begun.byteLength;
    }
    if (missing === 0) onAnswer();
    else if (missing < 0) onWrong('more bytes came than Content-Length says');
  };
}
