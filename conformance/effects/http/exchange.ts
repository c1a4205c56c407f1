/** A request as it is to be sent. `body` null sends none. */
export type OutgoingRequest = {
  method: string;
  /** Path with query, below the base address. */
  url: string;
  /** Where the path begins, where that is not the server under test but a driver. */
  base_url?: string;
  headers: Record<string, string>;
  body: Uint8Array | string | null;
  /** Milliseconds to wait for the whole answer. */
  timeout: number;
};

/** A body as it is kept: text whole, anything else as what can be said of it. `fixture` is the name of its file there. */
export type BodyRecord =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; size: number; sha256: string; image: ImageFacts | null; fixture?: string };

/** What decoding the bytes of an image showed. */
export type ImageFacts = { media_type: string; width: number; height: number; decodable: boolean };

export type Answer = {
  status: number;
  /** In the order and the spelling in which they came. */
  headers: [name: string, value: string][];
  body: BodyRecord;
};

/** Why there is no answer. */
export type Silence = 'refused' | 'closed' | 'timeout' | 'malformed' | 'tls';

/** One request and what came of it; keys are masked before anything is kept. */
export type Exchange = {
  request: { method: string; url: string; headers: Record<string, string>; body: BodyRecord };
  answer: Answer | null;
  silence: Silence | null;
  /** What the system said of a silence, such as ECONNREFUSED. */
  detail: string | null;
  /** On the tester's clock, in milliseconds since 1970, with fractions. */
  at: number;
  took: number;
};

/** One delivery as the receiver got it. */
export type ReceivedHook = {
  hook: string;
  method: string;
  path: string;
  headers: [name: string, value: string][];
  /** The raw bytes, read as UTF-8; `base64` where they are no UTF-8. */
  raw: { text: string } | { base64: string };
  /** On the tester's clock, in milliseconds since 1970. */
  at: number;
  /** On the target's clock where a driver tells it, else the same as `at`. */
  target_at: number;
  /** Why the target's clock could not be read; `target_at` is the tester's clock then. */
  clock_failed?: string;
  reply: string;
};
