/**
 * A parser for a stream of HTTP/1 messages. It reports the head of each message, the parts of its body, and its end.
 */
export type Reader = {
  /** Reads the next bytes of the stream, and never changes them. */
  read(chunk: Buffer): void;
  /** The stream has ended, which also ends a body without a length. */
  end(): void;
};

export type Head = { first: string; headers: [name: string, value: string][] };
/** The length of a body: a number of bytes, in chunks, or the rest of the stream. */
export type Framing = number | 'chunked' | 'rest';

export type Hearer = {
  head(head: Head): Framing;
  body(part: Buffer): void;
  /** `isWhole` is false if the stream ended before the body did. */
  done(isWhole: boolean): void;
  /** The stream is not readable HTTP/1: nothing more is reported about it. */
  lost(): void;
};

/** A longer head is not parsed. */
const LONGEST_HEAD = 256 * 1024;
const HEAD_END = Buffer.from('\r\n\r\n');

const LINE_END = Buffer.from('\r\n');

/** `text` has arrived already, but is not yet a complete head or line. */
type TextState = { of: 'head' | 'trailers' | 'size'; text: Buffer };
type BodyState = { of: 'body'; left: number; isChunk: boolean };
type State = TextState | BodyState | { of: 'rest' } | { of: 'lost' };

/**
 * Reads the messages of a stream in order. `pass` gets every byte again, and a head as a whole, as soon as it has been
 * read.
 */
export function createReader(hearer: Hearer, pass: Pass = () => {}): Reader {
  const reading: Reading = { state: begun(), hearer, pass };
  return {
    read: (chunk) => {
      let left = chunk;
      while (left.byteLength > 0) left = readNext(left, reading);
    },
    end: () => {
      const { state } = reading;
      if ('text' in state && state.text.byteLength > 0) pass(state.text, false);
      if (state.of === 'rest') finish(reading);
      else if (state.of !== 'lost' && state.of !== 'head') {
        reading.state = begun();
        hearer.done(false);
      }
    },
  };
}

export type Pass = (bytes: Buffer, isHead: boolean) => void;
type Reading = { state: State; readonly hearer: Hearer; readonly pass: Pass };

/** Returns the bytes that are still to be read. */
function readNext(chunk: Buffer, reading: Reading): Buffer {
  const { state, hearer, pass } = reading;
  if (state.of === 'lost' || state.of === 'rest') {
    pass(chunk, false);
    if (state.of === 'rest') hearer.body(chunk);
    return NOTHING;
  }
  return state.of === 'body' ? readBody(state, chunk, reading) : readText(state, chunk, reading);
}

function readText(state: TextState, chunk: Buffer, reading: Reading): Buffer {
  const text = Buffer.concat([state.text, chunk]);
  const ending = state.of === 'head' ? HEAD_END : LINE_END;
  const end = text.indexOf(ending);
  const length = end + ending.byteLength;
  const isKnown = end === -1 ? text.byteLength <= LONGEST_HEAD : takeText(state.of, text.subarray(0, end), reading);
  if (!isKnown) {
    reading.pass(text, false);
    reading.state = { of: 'lost' };
    reading.hearer.lost();
    return NOTHING;
  }
  if (end !== -1) return text.subarray(length);
  reading.state = { of: state.of, text };
  return NOTHING;
}

/** Returns false if the text is invalid. */
function takeText(of: TextState['of'], line: Buffer, reading: Reading): boolean {
  const { hearer, pass } = reading;
  const text = line.toString('latin1');
  if (of === 'head') {
    const head = headIn(text);
    if (head === null) return false;
    pass(Buffer.concat([line, HEAD_END]), true);
    begin(hearer.head(head), reading);
    return true;
  }
  // The line end after a chunk comes before the size of the next one.
  const size = text === '' ? '' : /^[\da-f]+/i.exec(text)?.[0];
  if (of === 'size' && size === undefined) return false;
  pass(Buffer.concat([line, LINE_END]), false);
  if (of === 'trailers' && text === '') finish(reading);
  else if (of === 'trailers' || size === '') reading.state = { of, text: NOTHING };
  else {
    const left = Number.parseInt(size ?? '', 16);
    reading.state = left === 0 ? { of: 'trailers', text: NOTHING } : { of: 'body', left, isChunk: true };
  }
  return true;
}

function readBody(state: BodyState, chunk: Buffer, reading: Reading): Buffer {
  const part = chunk.subarray(0, state.left);
  reading.pass(part, false);
  reading.hearer.body(part);
  state.left -= part.byteLength;
  if (state.left === 0 && state.isChunk) reading.state = { of: 'size', text: NOTHING };
  else if (state.left === 0) finish(reading);
  return chunk.subarray(part.byteLength);
}

function begin(framing: Framing, reading: Reading): void {
  if (framing === 'chunked') reading.state = { of: 'size', text: NOTHING };
  else if (framing === 'rest') reading.state = { of: 'rest' };
  else if (framing > 0) reading.state = { of: 'body', left: framing, isChunk: false };
  else finish(reading);
}

function finish(reading: Reading): void {
  reading.state = begun();
  reading.hearer.done(true);
}

const NOTHING = Buffer.alloc(0);

function begun(): State {
  return { of: 'head', text: NOTHING };
}

/** Returns null if the text is not a head. Empty lines before it are allowed. */
function headIn(text: string): Head | null {
  const [first = '', ...lines] = text.replace(/^(?:\r\n)+/, '').split('\r\n');
  if (!/^(?:\S+ \S+ HTTP\/1\.[01]|HTTP\/1\.[01] \d{3}(?: .*)?)$/.test(first)) return null;
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), Buffer.from(line.slice(colon + 1).trim(), 'latin1').toString()];
  });
  return headers.every(([name]) => /^[^\s:]+$/.test(name)) ? { first, headers } : null;
}

/** The framing that the headers of a message specify, or `otherwise` if they specify none. */
export function framingOf({ headers }: Head, otherwise: Framing): Framing {
  const of = (name: string) => headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  if (of('transfer-encoding').some((value) => /\bchunked\s*$/i.test(value))) return 'chunked';
  const [length] = of('content-length');
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : otherwise;
}
