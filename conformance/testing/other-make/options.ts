import type { Breach } from './breaches.ts';

/** Lawful variants: choices that the spec leaves open. Each differs from what the server does without it. */
export const VARIANTS = [
  'upload answers 200',
  'weak tags',
  'fields that nobody knows',
  'an output type that nobody knows',
  'retry after 1',
  'retry after on every answer',
  'long cursors',
  'other codes',
  'no livemode',
  'request ids in Greek',
  'unknown path in another body',
  'unknown path before the key',
  'wrong method answers 405',
  'picked up at once',
  'finished at once',
  'list of jobs of another shape',
  'list of jobs is an array',
  'usage of another shape',
  'members in another order',
  'nothing optional',
  'optional members are null',
  'messages in French',
  'names only in the message',
  'whole seconds',
  'microseconds with an offset',
  'ids are UUIDs',
  'ids in capitals',
  'absolute location',
  'jobs expire from the beginning',
  'lenient bodies',
  'key not required',
  'keys by API key',
  'replay shows the first state',
  'input content is served',
  'charged when picked up',
  'late cancel is billed',
  'chunked bodies',
  'pretty bodies',
  'header names in capitals',
  'closes connections',
  'scores beyond 100',
  'costs nothing',
  'tags on everything',
  'existence after scope',
  'cancelled jobs are not counted',
  'updated while it works',
  'the clock is an hour ahead',
  'ids are numbers',
  'ids that a path spells otherwise',
  'location of the public host',
  'submissions are limited',
  'sometimes unavailable',
] as const;
export type Variant = (typeof VARIANTS)[number];

export const SWITCHES = ['lists', 'cancel', 'delete', 'credits'] as const;
export type Switch = (typeof SWITCHES)[number];

export type OtherServerOptions = {
  variants?: readonly Variant[];
  broken?: Breach;
  /** What this environment does not offer. */
  off?: readonly Switch[];
  /** How long each stage of a job takes, in milliseconds. */
  stage?: number;
  credits?: number;
  enforced?: boolean;
  threshold?: number | null;
  /** An endpoint for live events, as somebody registered it in the console. */
  webhook?: { url: string; secret: string };
};
