/** The requests and answers of the service as values, independent of the transport. */

/** Header names are in lower case; the values of a repeated header are combined. */
export type WireRequest = {
  method: string;
  /** Path and query exactly as received. */
  target: string;
  /** The path that is matched with the routes. */
  path: string;
  query: Query;
  headers: Readonly<Record<string, string>>;
  /** The address of the client. */
  address: string;
  /** Whether it was received over TLS. */
  isSecure?: boolean | undefined;
  /** Scheme and host of its address, if it came without a socket. */
  origin?: string;
  body: RequestBody;
  /** Aborted if the caller disconnects before the answer. */
  gone(): AbortSignal;
};

/** The query as received, including repetitions. */
export type Query = readonly (readonly [name: string, value: string])[];

/** A body is read only when its handler needs it, so a client that is refused before need not send it. */
export type RequestBody = {
  /** The complete body; null as soon as it is known to exceed the limit. */
  read(limit: number): Promise<Uint8Array | null>;
  /** The body if it has been read completely; otherwise null. */
  taken(): Uint8Array | null;
};

/** A body that has arrived completely. */
export function bodyOf(bytes: Uint8Array): RequestBody {
  return { taken: () => bytes, read: async (limit) => (bytes.byteLength > limit ? null : bytes) };
}

/** A body that is read when it is needed. */
export function lateBody(read: (limit: number) => Promise<Uint8Array | null>): RequestBody {
  let taken: Uint8Array | null = null;
  return {
    taken: () => taken,
    read: async (limit) => {
      const bytes = await read(limit);
      taken = bytes ?? taken;
      return bytes;
    },
  };
}

/** The client disconnected before the body was complete, so there is no one to answer. */
export class CallerGone extends Error {}

/** The answer to the caller, independent of how it is transmitted. */
export type WireAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** How the transmission of an answer is damaged: it is lost, cut off, or sent in small pieces. */
export type Harm =
  | { kind: 'drop'; hard: boolean }
  | { kind: 'truncate'; bytes: number }
  | { kind: 'dribble'; bytes: number; milliseconds: number };

/** `live`: what is sent piece by piece, as it comes, instead of a body. */
export type WireReply = { answer: WireAnswer; harm: Harm | null; live?: ReadableStream<Uint8Array> };

/** Answers a request; synchronously if there is nothing to wait for. */
export type Service = (request: WireRequest) => WireReply | Promise<WireReply>;
