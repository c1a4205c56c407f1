import {
  deliver,
  eachTwisted,
  eventOf,
  fullJob,
  largestEventText,
  type Maker,
  type Probe,
  usualEvent,
} from './probe.ts';

type Row = Omit<Probe, 'topic'>;

const EITHER = 'try the secret that you hold against each v1: during a rotation there are two, one for each secret';

const ROTATION: Row[] = [
  {
    id: 'rotation-previous',
    section: '6.4',
    expected: 'accept',
    says: 'signed with your secret and with the one before it, in either order',
    remedy: EITHER,
    deliveries: (maker) => rotated(maker, maker.previous ?? maker.foreign),
  },
  {
    id: 'rotation-next',
    section: '6.4',
    expected: 'accept',
    says: 'signed with your secret and with the one that comes next, in either order',
    remedy: EITHER,
    deliveries: (maker) => rotated(maker, maker.next ?? maker.foreign),
  },
  {
    id: 'rotation-of-another',
    section: '6.4',
    expected: 'refuse',
    says: 'signed with two secrets, neither of them yours',
    remedy: 'that there are two v1 says nothing: one of them must match',
    deliveries: (maker) => [signedBy(maker, [maker.foreign, `${maker.foreign}2`])],
  },
];

/** Only if the tester gives the secrets: it is the receiver's choice whether it accepts one of them or both. */
const NAMED_SECRETS = [
  { id: 'previous-alone', secretOf: ({ previous }: Maker) => previous, says: 'signed with the previous secret alone' },
  { id: 'next-alone', secretOf: ({ next }: Maker) => next, says: 'signed with the next secret alone' },
];

const EVENTS: Row[] = [
  {
    id: 'each-end',
    section: '6.1',
    expected: 'accept',
    says: 'a job that succeeded, one that failed, one that was cancelled',
    remedy: 'read status before output: a job that failed or was cancelled has none',
    deliveries: (maker) =>
      ['job.succeeded', 'job.failed', 'job.cancelled'].map((type, index) =>
        deliver(maker, eventOf(maker, type, { number: `${maker.number}n${index}` })),
      ),
  },
  {
    id: 'ping',
    section: '6.2',
    expected: 'accept',
    says: 'a test.ping, whose data.object is no Job',
    remedy: 'look at type before data.object',
    deliveries: (maker) => [
      deliver(maker, objectEvent(maker, 'test.ping', { object: 'test', endpoint_id: 'we_probe' })),
    ],
  },
  {
    id: 'deleted-job',
    section: '6.2',
    expected: 'accept',
    says: 'an event of a job that was deleted meanwhile: only its id, and deleted',
    remedy: 'look whether data.object is deleted before you read its status',
    deliveries: (maker) => {
      const stub = { id: `job_probe${maker.tag}${maker.number}`, object: 'job', deleted: true };
      return [deliver(maker, objectEvent(maker, 'job.succeeded', stub))];
    },
  },
  {
    id: 'twice',
    section: '6.5',
    expected: 'accept',
    says: 'the same event again: the same bytes, and a later attempt under a new signature',
    remedy: 'answer a duplicate like the first: anything but 2xx is a failed attempt, and is sent again',
    unseen: 'whether it was acted upon once is not seen from outside; look that one event was handled, not three',
    deliveries: (maker) => [1, 1, 2].map((attempt) => sameEvent(maker, attempt)),
  },
  {
    id: 'twice-at-once',
    section: '6.5',
    expected: 'choice',
    says: 'the same event twice at the same moment',
    remedy: 'answer 2xx to both, or let one fail so that it comes again',
    unseen: 'whether it was acted upon once is not seen from outside; look that one event was handled, not two',
    together: true,
    deliveries: (maker) => [1, 2].map((attempt) => sameEvent(maker, attempt)),
  },
  {
    id: 'out-of-order',
    section: '6.5',
    expected: 'accept',
    says: 'an event of one job, and after it an older one of another job',
    remedy: 'take each event by itself: there is no order between jobs',
    unseen: 'whether both were acted upon is not seen from outside; look that the older one was not dropped',
    deliveries: (maker) =>
      [0, -3_600_000].map((back, index) => {
        const older = { ...maker, now: maker.now + back };
        return deliver(maker, eventOf(older, 'job.succeeded', { number: `${maker.number}n${index}` }));
      }),
  },
  {
    id: 'unknown-fields',
    section: '2.3',
    expected: 'accept',
    says: 'unknown fields in the envelope, in the Job and in its output',
    remedy: 'ignore fields that you do not know',
    deliveries: (maker) => {
      const later = { later_field: { since: '1.1' } };
      const job = { ...fullJob(maker, maker.number, later), ...later };
      return [deliver(maker, eventOf(maker, 'job.succeeded', { number: maker.number, job, envelope: later }))];
    },
  },
  {
    id: 'unknown-output',
    section: '2.3',
    expected: 'accept',
    says: 'an output of an unknown type, and an input of an unknown role',
    remedy: 'preserve what you do not know: output is an open union, and the role of an input an open value',
    deliveries: (maker) => {
      const inputs = [{ asset_id: `asset_probe${maker.tag}`, role: 'background' }];
      const job = { output: { type: 'nails.try_on', shade: 'plum' }, inputs };
      return [deliver(maker, eventOf(maker, 'job.succeeded', { number: maker.number, job }))];
    },
  },
  {
    id: 'livemode',
    section: '6.2',
    expected: 'accept',
    says: 'events with livemode, true and false: it is there only where test keys exist',
    remedy: 'take an event with livemode, and one without it',
    deliveries: (maker) =>
      [true, false].map((livemode) => {
        const number = `${maker.number}n${Number(livemode)}`;
        return deliver(maker, eventOf(maker, 'job.succeeded', { number, job: { livemode }, envelope: { livemode } }));
      }),
  },
  {
    id: 'unknown-type',
    section: '6.1',
    expected: 'choice',
    says: 'an event of an unknown type',
    remedy: 'answer 2xx: else it comes eight times, and twenty failures in a row over a day disable the endpoint (6.5)',
    deliveries: (maker) => [deliver(maker, { ...usualEvent(maker), type: 'job.archived' })],
  },
  {
    id: 'late-attempt',
    section: '6.3',
    expected: 'accept',
    says: 'an eighth attempt at an event that is 23 hours old, signed now',
    remedy: 'judge the age by t of the signature, not by created: an event is tried for up to 24 hours',
    deliveries: (maker) => {
      const old = { ...maker, now: maker.now - 23 * 3_600_000 };
      return [deliver(maker, usualEvent(old), undefined, { attempt: 8 })];
    },
  },
];

const BODIES: Row[] = [
  {
    id: 'odd-spelling',
    section: '6.4',
    expected: 'accept',
    says: 'JSON with spaces, line breaks, escapes and members in another order',
    remedy: 'verify the raw bytes as they came: parsed and written again they are others',
    deliveries: (maker) => {
      const turned = Object.fromEntries(Object.entries(usualEvent(maker)).reverse());
      const body = JSON.stringify(turned, null, 3).replaceAll('/', '\\/').replaceAll('try_on', 'try\\u005fon');
      return [deliver(maker, usualEvent(maker), ` ${body}\n`)];
    },
  },
  {
    id: 'other-scripts',
    section: '6.4',
    expected: 'accept',
    says: 'a message in several scripts, whose body is written in two pieces that divide a character',
    remedy: 'join the bytes before you decode them, and sign bytes, not a decoded text',
    deliveries: (maker) => {
      const error = { code: 'PROCESSING_FAILED', message: 'größer 顔が見つかりません 😀 é' };
      const event = eventOf(maker, 'job.failed', { number: maker.number, job: { error } });
      const cut = (body: Buffer) => {
        const within = body.indexOf('顔') + 1;
        return [body.subarray(0, within), body.subarray(within)];
      };
      return [deliver(maker, event, undefined, { cut, pause: Math.min(maker.pause, 30) })];
    },
  },
  {
    id: 'largest',
    section: '2.3',
    expected: 'accept',
    says: 'the largest event of the specification: twelve concerns, two pictures of each, long ids; some 20 KB',
    remedy:
      'take bodies of 64 KiB at the least: an event that is refused for its size comes again, and is never acknowledged',
    deliveries: (maker) => {
      const job = fullJob(maker, maker.number);
      const event = eventOf(maker, 'job.succeeded', { number: maker.number, job });
      return [deliver(maker, event, largestEventText(event))];
    },
  },
  {
    id: 'big',
    section: '2.3',
    expected: 'choice',
    says: 'a body of a mebibyte, most of it in an unknown field',
    remedy: 'a body limit is fine; answer 413 above it, and keep running',
    deliveries: (maker) => {
      const job = { later_field: 'x'.repeat(2 ** 20) };
      return [deliver(maker, eventOf(maker, 'job.succeeded', { number: maker.number, job }))];
    },
  },
  {
    id: 'slow',
    section: '6.5',
    expected: 'choice',
    says: 'a body that comes in ten pieces, slowly',
    remedy: 'a time limit for requests is fine, if it is several seconds',
    deliveries: (maker) => [deliver(maker, usualEvent(maker), undefined, { cut: inTen, pause: maker.pause })],
  },
  {
    id: 'no-json-unsigned',
    section: '6.4',
    expected: 'refuse',
    says: 'a body that is no JSON, signed with another secret',
    remedy: 'verify first, and parse the JSON after it',
    deliveries: (maker) => [deliver(maker, usualEvent(maker), '{"id": "evt_', { secrets: [maker.foreign] })],
  },
  {
    id: 'still-there',
    section: '6.5',
    expected: 'accept',
    says: 'after all of this, a delivery that is signed well',
    remedy: 'one of those before it has left the receiver in disorder',
    deliveries: (maker) => [deliver(maker, usualEvent(maker))],
  },
];

export const ROTATION_PROBES: readonly Probe[] = ROTATION.map((row) => ({ topic: 'rotation', ...row }));
export const EVENT_PROBES: readonly Probe[] = EVENTS.map((row) => ({ topic: 'events', ...row }));
export const BODY_PROBES: readonly Probe[] = BODIES.map((row) => ({ topic: 'bodies', ...row }));

export function namedSecretProbes(maker: Pick<Maker, 'previous' | 'next'>): Probe[] {
  return NAMED_SECRETS.filter(({ secretOf }) => secretOf(maker as Maker) !== null).map(({ id, says, secretOf }) => ({
    id,
    topic: 'rotation',
    section: '6.4',
    expected: 'choice',
    says,
    remedy: 'a receiver may hold either secret, or both, for as long as the rotation lasts',
    deliveries: (made) => [signedBy(made, [secretOf(made) ?? ''])],
  }));
}

function rotated(maker: Maker, other: string) {
  return eachTwisted(maker, [{ secrets: [maker.secret, other] }, { secrets: [other, maker.secret] }]);
}

function signedBy(maker: Maker, secrets: readonly string[]) {
  return deliver(maker, usualEvent(maker), undefined, { secrets });
}

function sameEvent(maker: Maker, attempt: number) {
  return deliver(maker, usualEvent(maker), undefined, { attempt, aside: attempt - 1 });
}

function objectEvent(maker: Maker, type: string, object: Record<string, unknown>) {
  return eventOf(maker, type, { number: maker.number, envelope: { data: { object } } });
}

function inTen(body: Buffer): Buffer[] {
  const size = Math.ceil(body.byteLength / 10);
  return Array.from({ length: 10 }, (_, index) => body.subarray(index * size, (index + 1) * size));
}
