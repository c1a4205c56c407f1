import * as z from 'zod/mini';

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

/** What decoding the bytes of an image showed. */
const imageFacts = z.strictObject({
  media_type: z.string(),
  width: z.int(),
  height: z.int(),
  decodable: z.boolean(),
  /** Of one that can be decoded: its colors in eight rows of eight parts, as Base64 of three bytes each. */
  look: z.exactOptional(z.string()),
});
export type ImageFacts = z.output<typeof imageFacts>;

/** A body as it is kept: text whole, anything else as what can be said of it. `fixture` is the name of its file there. */
const bodyRecord = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('text'), text: z.string() }),
    z.strictObject({
      kind: z.literal('bytes'),
      size: z.int(),
      sha256: z.string(),
      image: z.nullable(imageFacts),
      fixture: z.exactOptional(z.string()),
    }),
  ])
  .check(z.meta({ id: 'body' }));
export type BodyRecord = z.output<typeof bodyRecord>;

/** Names and values in the order and the spelling in which they came. */
const headers = z.array(z.tuple([z.string(), z.string()]));

const answer = z.strictObject({ status: z.int(), headers, body: bodyRecord });
export type Answer = z.output<typeof answer>;

/** Why there is no answer. */
const silence = z.literal(['refused', 'closed', 'timeout', 'malformed', 'tls']);
export type Silence = z.output<typeof silence>;

/** One request and what came of it; keys are masked before anything is kept. */
export const exchange = z
  .strictObject({
    request: z.strictObject({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: bodyRecord,
    }),
    answer: z.nullable(answer),
    silence: z.nullable(silence),
    /** What the system said of a silence, such as ECONNREFUSED. */
    detail: z.nullable(z.string()),
    /** On the tester's clock, in milliseconds since 1970, with fractions. */
    at: z.number(),
    took: z.number(),
  })
  .check(z.meta({ id: 'exchange' }));
export type Exchange = z.output<typeof exchange>;

/** One delivery as the receiver got it. */
export const receivedHook = z
  .strictObject({
    hook: z.string(),
    method: z.string(),
    path: z.string(),
    headers,
    /** The raw bytes, read as UTF-8; `base64` where they are no UTF-8. */
    raw: z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() })]),
    /** On the tester's clock, in milliseconds since 1970. */
    at: z.number(),
    /** On the target's clock where a driver reports it, else the same as `at`. */
    target_at: z.number(),
    /** Milliseconds by which `target_at`, which is in the time of the target's answers, is ahead of what its clock said. */
    clock_ahead: z.exactOptional(z.number()),
    /** Why the target's clock could not be read; `target_at` is the tester's clock then. */
    clock_failed: z.exactOptional(z.string()),
    reply: z.string(),
    /** How long a late answer took on each of these clocks, in milliseconds. */
    answered_after: z.exactOptional(z.strictObject({ received: z.number(), target: z.number() })),
  })
  .check(z.meta({ id: 'received_hook' }));
export type ReceivedHook = z.output<typeof receivedHook>;
