/** What comes to the service and what goes back, as values, whatever carries them. */

/** Names of headers are in lower case; one that came twice is both of them. */
export type WireRequest = {
  method: string;
  /** Path and query as they came. */
  target: string;
  /** The path by which a route is found. */
  path: string;
  query: Query;
  headers: Readonly<Record<string, string>>;
  /** Where it comes from. */
  address: string;
  /** Whether it came over TLS. */
  isSecure?: boolean | undefined;
  body: RequestBody;
};

/** The query as it came, with every repetition. */
export type Query = readonly (readonly [name: string, value: string])[];

/** A body is read when its handler asks for it: a client that is refused before need not have sent it. */
export type RequestBody = {
  /** The whole of it; null as soon as it is known to be longer than the limit. */
  read(limit: number): Promise<Uint8Array | null>;
  /** What was read of it so far; null if no one has asked. */
  taken(): Uint8Array | null;
};

/** The caller went away before the body was whole: there is no one to answer. */
export class CallerGone extends Error {}

/** What goes back to the caller, before it is known how. */
export type WireAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** What happens to an answer on its way: it is lost, cut off, or comes in crumbs. */
export type Harm =
  | { kind: 'drop'; hard: boolean }
  | { kind: 'truncate'; bytes: number }
  | { kind: 'dribble'; bytes: number; milliseconds: number };

export type WireReply = { answer: WireAnswer; harm: Harm | null };

/** Answers a request to the service; at once where nothing has to be waited for. */
export type Service = (request: WireRequest) => WireReply | Promise<WireReply>;
