import * as z from 'zod';
import { keptSnapshotSchema } from '../storage/kept-snapshot.ts';
import type { PictureRecipe } from '../world/ports.ts';
import { recipe } from '../world/rows/job-rows.ts';
import { digest, instant } from '../world/rows/schema-of.ts';
import { SESSION_KIND } from './session-kind.ts';

/** Bytes that are no text are in the file once, and are named by their digest. */
const contentSchema = z.union([z.string(), z.strictObject({ bytes: digest, size: z.int().optional() })]);
export type Content = z.infer<typeof contentSchema>;

/** A century. */
const LONGEST = 36_525 * 86_400_000;
/** Milliseconds since the recording began. */
const at = z.number().min(0).max(LONGEST).default(0);
/** The number of an exchange: a request or a call in code. */
const n = z.int().min(1);
/** The world that something is of, and the number of what it has asked for since the recording began. */
const asked = { world: z.string(), of: z.int().min(1) };
const headers = z.record(z.string(), z.string());
const howMade: z.ZodType<PictureRecipe, PictureRecipe> = recipe;
export const headSchema = z.looseObject({
  file: z.literal(SESSION_KIND),
  format: z.int().min(1),
  version: z.string().default('?'),
  questions: z.string().default('?'),
  /** `recorded`: all that came from outside is in the file. `free`: each entry is played when the last is done. */
  pace: z.enum(['recorded', 'free']).default('free'),
  redacted: z.boolean().default(false),
  /** When it began, on the clock of the machine. */
  began: instant.default(Date.UTC(2026, 0, 1)),
  start: z
    .strictObject({
      /** As emulator.yaml has it. */
      config: z.record(z.string(), z.unknown()).default({}),
      token: z.string().nullable().default(null),
      host: z.string().nullable().default(null),
      allowHosts: z.array(z.string()).default([]),
      control: z.boolean().default(true),
      /** What a varied emulator gives every world, also one that says its own. */
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
  /** A world that was there when the recording began. */
  z.strictObject({
    do: z.literal('world'),
    name: z.string(),
    /** Of the own world of an account, the one in which the account was asked for. */
    parent: z.string().nullable().default(null),
    config: z.record(z.string(), z.unknown()),
    now: keptSnapshotSchema,
    /** What a reset comes back to. */
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
    /** Path and query; those as they were read where they do not follow from it. */
    target: z.string(),
    path: z.string().optional(),
    query: z.array(z.tuple([z.string(), z.string()])).optional(),
    headers: headers.default({}),
    address: z.string().default('127.0.0.1'),
    /** Whether it came over TLS. */
    secure: z.literal(true).optional(),
    /** Where it was there at once; else it comes by itself. */
    body: contentSchema.optional(),
  }),
  /** The body of a request has come: whole, or not. */
  z.strictObject({ do: z.literal('body'), n, at, body: contentSchema }),
  z.strictObject({ do: z.literal('no_body'), n, at, why: z.enum(['too_long', 'gone']) }),
  /** The client has gone. */
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
    /** Whether it was made before anything that follows from the call above it. */
    together: z.boolean().default(false),
  }),
  /** What a world has asked for has come, is over, or has failed. */
  z.strictObject({
    do: z.literal('done'),
    at,
    ...asked,
    kind: z.string(),
    value: z.unknown().optional(),
    failed: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('ring'), at, ...asked }),
  /** A receiver of the emulator's own has got something. */
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
  /** A delivery has gone out. */
  z.strictObject({ do: z.literal('send'), ...asked, url: z.string(), headers, body: z.string() }),
  /** At the pace `free`: how an address answers deliveries, one after the other; 200 by default. */
  z.strictObject({ do: z.literal('replies'), url: z.string(), replies: z.array(z.unknown()) }),
  z.strictObject({ do: z.literal('end'), why: z.string().optional() }),
]);

export type SessionHead = z.infer<typeof headSchema>;
export type SessionHeadInput = z.input<typeof headSchema>;
export type Entry = z.infer<typeof entrySchema>;
export type EntryInput = z.input<typeof entrySchema>;
export type EntryOf<Do extends Entry['do']> = Extract<Entry, { do: Do }>;

/** A session as it was read; `lines[i]` is where the i-th entry stands. */
export type Session = {
  name: string;
  head: SessionHead;
  entries: Entry[];
  lines: number[];
  bytes: Map<string, Uint8Array>;
  /** Whether the last line was cut off; it is left out. */
  isTorn: boolean;
};
