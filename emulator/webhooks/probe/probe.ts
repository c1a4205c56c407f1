import type { Outgoing } from '../../adapters/sending/probe-sender.ts';
import { signatureHeader } from '../../domain/signature.ts';
import { toIso } from '../../domain/values/time.ts';
import { CONCERNS, type Concern } from '../../domain/vocabulary.ts';

/** What the specification requires of a receiver for a delivery, as far as answers show it. */
export const EXPECTATIONS = { refuse: 'must refuse', accept: 'must accept', choice: 'its choice' } as const;
export type Expectation = keyof typeof EXPECTATIONS;

export type Probe = {
  id: string;
  topic: 'signatures' | 'time' | 'rotation' | 'events' | 'bodies';
  section: string;
  expected: Expectation;
  says: string;
  /** The likely mistake of a receiver that fails, and how to fix it. */
  remedy: string;
  /** What answers cannot show; it is recorded, but not judged. */
  unseen?: string;
  /** The deliveries are sent at the same time, not one after the other. */
  together?: true;
  deliveries(maker: Maker): readonly Outgoing[];
};

export type Maker = Sample & {
  secret: string;
  /** The previous and the next secret, if the tester gave them. */
  previous: string | null;
  next: string | null;
  /** A secret that no receiver has. */
  foreign: string;
  /** Milliseconds between the pieces of a slow body. */
  pause: number;
  /** A different number for each probe. */
  number: string;
};

type Twist = {
  secrets?: readonly string[];
  /** The offset of the signature's time from the clock, in seconds. */
  aside?: number;
  /** The signed text, if it differs from the body. */
  signed?: string;
  /** Replaces the correct header; null omits it. */
  header?: (right: string) => string | null;
  attempt?: number;
  headers?: Record<string, string>;
  cut?: (body: Buffer) => Buffer[];
  pause?: number;
};

/** A delivery as in spec 6.3, except for its twist. */
export function deliver(maker: Maker, event: SampleEvent, body = JSON.stringify(event), twist: Twist = {}): Outgoing {
  const {
    secrets = [maker.secret],
    aside = 0,
    signed = body,
    attempt = 1,
    cut = (whole) => [whole],
    pause = 0,
  } = twist;
  const right = signatureHeader(secrets, Math.floor(maker.now / 1_000) + aside, signed);
  const header = twist.header === undefined ? right : twist.header(right);
  const bytes = Buffer.from(body);
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      'Service-Event-Id': event.id,
      'Service-Event-Type': event.type,
      'Service-Delivery-Attempt': String(attempt),
      ...(header !== null && { 'Service-Signature': header }),
      'Content-Length': String(bytes.byteLength),
      ...twist.headers,
    },
    pieces: cut(bytes),
    pause,
  };
}

export function usualEvent(maker: Maker): SampleEvent {
  return eventOf(maker, 'job.succeeded', { number: maker.number });
}

export function twisted(...twists: readonly Twist[]): Probe['deliveries'] {
  return (maker) => eachTwisted(maker, twists);
}

export function eachTwisted(maker: Maker, twists: readonly Twist[]): Outgoing[] {
  return twists.map((twist, index) => {
    const own = { ...maker, number: `${maker.number}n${index}` };
    return deliver(own, usualEvent(own), undefined, twist);
  });
}

/** Events as in section 6.2, about jobs that the receiver does not know. */
type SampleEvent = Record<string, unknown> & { id: string; type: string; created: string };
type Sample = {
  /** Makes the ids different from those of earlier runs. */
  tag: string;
  now: number;
};

type Change = { number: string; job?: Record<string, unknown>; envelope?: Record<string, unknown> };

export function eventOf(sample: Sample, type: string, { number, job = {}, envelope = {} }: Change): SampleEvent {
  return {
    id: `evt_probe${sample.tag}${number}`,
    object: 'event',
    type,
    api_version: 'v1',
    created: toIso(sample.now),
    data: { object: { ...jobOf(sample, type, number), ...job } },
    ...envelope,
  };
}

function jobOf({ tag, now }: Sample, type: string, number: string): Record<string, unknown> {
  const status = type.replace('job.', '');
  const hasOutput = status === 'succeeded';
  const failure = { code: 'INPUT_UNPROCESSABLE', message: 'no face was found' };
  return {
    id: `job_probe${tag}${number}`,
    operation: 'makeup.apply',
    status,
    created_at: toIso(now - 5_000),
    updated_at: toIso(now),
    completed_at: toIso(now),
    expires_at: toIso(now + LIFETIME),
    inputs: [{ asset_id: `asset_probe${tag}${number}`, role: 'source' }],
    output: hasOutput ? { type: 'makeup.try_on', image: pictureOf({ tag, now }, number, 'result'), revision: 1 } : null,
    error: status === 'failed' ? failure : null,
  };
}

const LIFETIME = 7 * 24 * 3_600_000;

function pictureOf({ tag, now }: Sample, number: string, role: string) {
  const id = `asset_probe${tag}${number}${role.replace('.', '_')}`;
  const href = `/v1/assets/${id}/content`;
  return { id, href, media_type: 'image/png', role, size_bytes: 48_213, expires_at: toIso(now + LIFETIME) };
}

/** A job with every member of the specification: every concern, and both pictures of each (spec 2.3, 4.2). */
export function fullJob(sample: Sample, number: string, more: object = {}): Record<string, unknown> {
  const kinds = (concern: Concern) => ['mask', 'visual'].map((kind) => `${kind}.${concern}`);
  return {
    operation: 'skin.analyze',
    output: {
      type: 'skin.analysis',
      concerns: CONCERNS.map((concern) => ({ concern, score: 71.5, status: 'measured', unavailable_reason: null })),
      analysis_version: 'skin-2026-09-draft.1',
      visualizations: CONCERNS.flatMap(kinds).map((role) => pictureOf(sample, number, role)),
      ...more,
    },
  };
}

/** The longest ids that the kit expects from a lawful server (`id_length`); the specification sets no length. */
const LONGEST_ID = 200;

/** The largest event expected of a lawful server, as text: every optional member, long ids, indented. */
export function largestEventText(event: SampleEvent): string {
  const text = JSON.stringify(event, withOptional, 2);
  return text.replace(/\b(asset|job)_(\w+)/g, (_, kind: string, id: string) => `${kind}_${id.padEnd(LONGEST_ID, '0')}`);
}

function withOptional(_: string, value: unknown): unknown {
  const isPicture = typeof value === 'object' && value !== null && 'href' in value;
  return isPicture ? { ...value, width: 4_096, height: 4_096 } : value;
}
