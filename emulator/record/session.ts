import * as z from 'zod';
import { keptSnapshotSchema } from '../storage/kept-snapshot.ts';
import type { PictureRecipe } from '../world/ports.ts';
import { recipe } from '../world/rows/job-rows.ts';
import { digest, instant } from '../world/rows/schema-of.ts';
import { SESSION_KIND } from './session-kind.ts';

/** Bytes that are not text are in the file once, and are referred to by their digest. */
const contentSchema = z.union([z.string(), z.strictObject({ bytes: digest, size: z.int().optional() })]);
export type Content = z.infer<typeof contentSchema>;

/** A century. */
const LONGEST = 36_525 * 86_400_000;
/** Milliseconds since the recording began. */
const at = z.number().min(0).max(LONGEST).default(0);
/** The number of an exchange: a request or a call in code. */
const n = z.int().min(1);
/** A world, and the number of its request to the outside since the recording began. */
const asked = { world: z.string(), of: z.int().min(1) };
const headers = z.record(z.string(), z.string());
const howMade: z.ZodType<PictureRecipe, PictureRecipe> = recipe;
export const headSchema = z.looseObject({
  file: z.literal(SESSION_KIND),
  format: z.int().min(1),
  version: z.string().default('?'),
  questions: z.string().default('?'),
  /** `recorded`: everything from outside is in the file. `free`: each entry is played when the previous one is done. */
  pace: z.enum(['recorded', 'free']).default('free'),
  redacted: z.boolean().default(false),
  /** When it began, on the clock of the machine. */
  began: instant.default(Date.UTC(2026, 0, 1)),
  start: z
    .strictObject({
      /** As in emulator.yaml. */
      config: z.record(z.string(), z.unknown()).default({}),
      token: z.string().nullable().default(null),
      host: z.string().nullable().default(null),
      allowHosts: z.array(z.string()).default([]),
      control: z.boolean().default(true),
      /** What a varied emulator adds to every world, even one with its own settings. */
      always: z
        .strictObject({
          deviate: z.array(z.string()),
          plans: z.array(z.looseObject({})),
          faults: z.array(z.looseObject({})),
        })
        .optional(),
    })
    .prefault({}),
});

export const entrySchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('bytes'), digest, base64: z.string() }),
  /** A world that existed when the recording began. */
  z.strictObject({
    do: z.literal('world'),
    name: z.string(),
    /** For an account's own world: the world in which the account was created. */
    parent: z.string().nullable().default(null),
    config: z.record(z.string(), z.unknown()),
    now: keptSnapshotSchema,
    ready: keptSnapshotSchema,
    saved: z.array(z.tuple([z.string(), keptSnapshotSchema])),
    pictures: z.array(z.tuple([digest, howMade.nullable()])),
    journal: z.strictObject({ last: z.int(), exchanges: z.array(z.unknown()), findings: z.array(z.unknown()) }),
  }),
  z.strictObject({
    do: z.literal('request'),
    n,
    at,
    method: z.string(),
    /** The target. Path and query are only recorded if they do not follow from it. */
    target: z.string(),
    path: z.string().optional(),
    query: z.array(z.tuple([z.string(), z.string()])).optional(),
    headers: headers.default({}),
    address: z.string().default('127.0.0.1'),
    secure: z.literal(true).optional(),
    /** The body, if it was available at once; otherwise it follows in a separate entry. */
    body: contentSchema.optional(),
  }),
  /** The body of a request has arrived, completely or not. */
  z.strictObject({ do: z.literal('body'), n, at, body: contentSchema }),
  z.strictObject({ do: z.literal('no_body'), n, at, why: z.enum(['too_long', 'gone']) }),
  /** The client has disconnected. */
  z.strictObject({ do: z.literal('leave'), n, at, why: z.string().optional() }),
  /** A call in code; `on` is the call whose result it is made on, such as a receiver. */
  z.strictObject({
    do: z.literal('call'),
    n,
    at,
    world: z.string().nullable(),
    on: n.optional(),
    name: z.string(),
    with: z.array(z.unknown()).default([]),
    /** Whether it was made before the previous call had any effect. */
    together: z.boolean().default(false),
  }),
  /** A request of a world to the outside was fulfilled, has fired, or has failed. */
  z.strictObject({
    do: z.literal('done'),
    at,
    ...asked,
    kind: z.string(),
    value: z.unknown().optional(),
    failed: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('ring'), at, ...asked }),
  /** A receiver of the emulator has received a delivery. */
  z.strictObject({
    do: z.literal('delivery'),
    at,
    ...asked,
    method: z.string(),
    path: z.string(),
    headers,
    body: z.string(),
  }),
  z.strictObject({
    do: z.literal('answer'),
    n,
    status: z.int().optional(),
    headers: headers.optional(),
    body: contentSchema.nullable().optional(),
    harm: z.unknown().optional(),
  }),
  z.strictObject({ do: z.literal('result'), n, value: z.unknown().optional(), error: z.string().optional() }),
  /** A delivery was sent. */
  z.strictObject({ do: z.literal('send'), ...asked, url: z.string(), headers, body: z.string() }),
  /** At the pace `free`: the answers of an address to deliveries, in order; 200 by default. */
  z.strictObject({ do: z.literal('replies'), url: z.string(), replies: z.array(z.unknown()) }),
  z.strictObject({ do: z.literal('end'), why: z.string().optional() }),
]);

export type SessionHead = z.infer<typeof headSchema>;
export type SessionHeadInput = z.input<typeof headSchema>;
export type Entry = z.infer<typeof entrySchema>;
export type EntryInput = z.input<typeof entrySchema>;
export type EntryOf<Do extends Entry['do']> = Extract<Entry, { do: Do }>;

/** A parsed session; `lines[i]` is the line of entry i. */
export type Session = {
  name: string;
  head: SessionHead;
  entries: Entry[];
  lines: number[];
  bytes: Map<string, Uint8Array>;
  /** Whether the last line was cut off, and so is left out. */
  isTorn: boolean;
};
