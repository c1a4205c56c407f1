import * as z from 'zod/mini';

/** A request to be sent. If `body` is null, it has none. */
export type OutgoingRequest = {
  method: string;
  /** Path with query, below the base address. */
  url: string;
  /** The base address, if it is that of a driver instead of the server under test. */
  base_url?: string;
  headers: Record<string, string>;
  body: Uint8Array | string | null;
  /** Milliseconds to wait for the whole answer. */
  timeout: number;
};

/** The results of decoding an image. */
const imageFacts = z.strictObject({
  media_type: z.string(),
  width: z.int(),
  height: z.int(),
  decodable: z.boolean(),
  /** For a decodable image, its colors in eight rows of eight parts, as Base64 of three bytes each. */
  look: z.exactOptional(z.string()),
});
export type ImageFacts = z.output<typeof imageFacts>;

/** The record of a body without its content coding: the whole text, or facts about anything else. `fixture` is the name of its file. */
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

/** Names and values in their original order and spelling. */
const headers = z.array(z.tuple([z.string(), z.string()]));

const answer = z.strictObject({ status: z.int(), headers, body: bodyRecord });
export type Answer = z.output<typeof answer>;

/** Why there is no answer. */
const silence = z.literal(['refused', 'closed', 'timeout', 'malformed', 'tls']);
export type Silence = z.output<typeof silence>;

/** A request and its outcome. Keys are masked before anything is recorded. */
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
    /** The error of the system, such as ECONNREFUSED. */
    detail: z.nullable(z.string()),
    /** On the tester's clock, in milliseconds since 1970, with decimals. */
    at: z.number(),
    took: z.number(),
  })
  .check(z.meta({ id: 'exchange' }));
export type Exchange = z.output<typeof exchange>;

/** A delivery as received. */
export const receivedHook = z
  .strictObject({
    hook: z.string(),
    method: z.string(),
    path: z.string(),
    headers,
    /** The raw bytes, read as UTF-8; `base64` if they are not valid UTF-8. */
    raw: z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() })]),
    /** On the tester's clock, in milliseconds since 1970. */
    at: z.number(),
    /** On the target's clock if a driver reports it; otherwise the same as `at`. */
    target_at: z.number(),
    /** The milliseconds by which `target_at`, which is in the time of the target's answers, is ahead of its clock. */
    clock_ahead: z.exactOptional(z.number()),
    /** Why the target's clock could not be read; then `target_at` is the tester's time. */
    clock_failed: z.exactOptional(z.string()),
    reply: z.string(),
    /** The duration of a late answer on each of these clocks, in milliseconds. */
    answered_after: z.exactOptional(z.strictObject({ received: z.number(), target: z.number() })),
  })
  .check(z.meta({ id: 'received_hook' }));
export type ReceivedHook = z.output<typeof receivedHook>;
