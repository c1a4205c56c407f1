import type { Outgoing } from '../../adapters/sending/probe-sender.ts';
import { signatureHeader } from '../../domain/signature.ts';
import { eventOf, type Sample, type SampleEvent } from './events.ts';

/** What the specification has a careful receiver do with a delivery, as far as its answer shows it. */
export const EXPECTATIONS = { refuse: 'must refuse', accept: 'must accept', choice: 'its choice' } as const;
export type Expectation = keyof typeof EXPECTATIONS;

/** One thing that a receiver may get wrong. */
export type Probe = {
  id: string;
  topic: 'signatures' | 'time' | 'rotation' | 'events' | 'bodies';
  section: string;
  expected: Expectation;
  says: string;
  /** What a receiver that fails it has most likely done, and what to do. */
  remedy: string;
  /** What no answer shows: it is recorded, and never judged. */
  unseen?: string;
  /** Sent at once, not one after the other. */
  together?: true;
  deliveries(maker: Maker): readonly Outgoing[];
};

/** What deliveries are made of. */
export type Maker = Sample & {
  secret: string;
  /** Where the tester has named them: the secret before, and the one that comes next. */
  previous: string | null;
  next: string | null;
  /** A secret that no receiver holds. */
  foreign: string;
  /** Milliseconds between the pieces of a slow body. */
  pause: number;
  /** A number of its own for each probe. */
  number: string;
};

type Twist = {
  secrets?: readonly string[];
  /** Seconds by which the signature's time lies beside the clock. */
  aside?: number;
  /** What is signed, where it is not what is sent. */
  signed?: string;
  /** The header in place of the one that is right; null leaves it out. */
  header?: (right: string) => string | null;
  attempt?: number;
  headers?: Record<string, string>;
  /** Cuts the body into what is written one by one. */
  cut?: (body: Buffer) => Buffer[];
  pause?: number;
};

/** A delivery as spec 6.3 has it, but for its twist. */
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

/** An event that differs from a usual one in nothing. */
export function usualEvent(maker: Maker): SampleEvent {
  return eventOf(maker, 'job.succeeded', { number: maker.number });
}

/** A delivery with each twist, of an event of its own. */
export function twisted(...twists: readonly Twist[]): Probe['deliveries'] {
  return (maker) => eachTwisted(maker, twists);
}

export function eachTwisted(maker: Maker, twists: readonly Twist[]): Outgoing[] {
  return twists.map((twist, index) => {
    const own = { ...maker, number: `${maker.number}n${index}` };
    return deliver(own, usualEvent(own), undefined, twist);
  });
}
