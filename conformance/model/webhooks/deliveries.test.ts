import { expect, it } from 'vitest';
import type { ReceivedHook } from '../../effects/http/exchange.ts';
import type { Inbox } from '../../play/trace.ts';
import { foreignIn } from '../isolation.ts';
import type { JobOfEvents } from './attempts.ts';
import { findingsOfDeliveries } from './deliveries.ts';
import { pingsIn } from './pings.ts';

const DONE = { id: 'job_1', operation: 'skin.analyze', status: 'succeeded' };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (at: number) => new Date(at).toISOString();

/** `at`: in minutes. */
type DeliveryParts = {
  id?: string;
  type?: string;
  object?: unknown;
  created?: string;
  at?: number;
  reply?: string;
  attempt?: number;
};

function delivery({
  id = 'evt_1',
  type = 'job.succeeded',
  object = DONE,
  created = iso(0),
  at = 0,
  reply = '204',
  attempt,
}: DeliveryParts) {
  const text = JSON.stringify({ id, type, created, data: { object } });
  const times = { at: at * MINUTE, target_at: at * MINUTE };
  return {
    hook: 'sink',
    method: 'POST',
    path: '/',
    headers: attempt === undefined ? [] : [['Service-Delivery-Attempt', `${attempt}`] as [string, string]],
    raw: { text },
    ...times,
    reply,
  } satisfies ReceivedHook;
}

const END = { ...DONE, completed_at: iso(0), expires_at: iso(48 * HOUR), output: { type: 'skin.analysis' } };
const shows = (href: string) => ({ ...END, output: { ...END.output, visualizations: [{ href }] } });
const GONE = { id: 'job_1', object: 'job', deleted: true };
const PING: DeliveryParts = { id: 'evt_p', type: 'test.ping', object: { object: 'test', endpoint_id: 'we_1' } };

type Job = Partial<Pick<JobOfEvents, 'status' | 'owner' | 'end' | 'deletedBy'>>;

/** What these deliveries break, of a job of a live key. */
function rules(
  deliveries: readonly DeliveryParts[],
  job: Job = {},
  inbox: Partial<Inbox> = {},
  isDisturbed = false,
  beside: readonly DeliveryParts[] = [],
  isResent = false,
): string[] {
  const own = {
    id: 'job_1',
    owner: 'own live',
    operation: 'skin.analyze',
    status: 'succeeded',
    accepted: 1,
    end: null,
  } as const;
  const jobs = new Map([['job_1', { ...own, deletedBy: null, ...job }]]);
  const plain = {
    environment: 'live',
    events: null,
    endpoint: 'we_1',
    opened: 0,
    position: 9,
    until: 60 * HOUR,
  } as const;
  const inboxOf = (all: readonly DeliveryParts[]) => ({
    ...plain,
    received: all.map((one) => delivery({ object: job.end ?? DONE, ...one })),
  });
  const inboxes = [{ ...inboxOf(deliveries), ...inbox }, ...(beside.length === 0 ? [] : [inboxOf(beside)])];
  const sending = { jobs, isDisturbed, isResent };
  const found = [...pingsIn(inboxes, sending), ...findingsOfDeliveries(inboxes, sending)];
  return found.map((one) => `${one.rule} ${one.mismatch.pointer}${'spared' in one ? ' only warns' : ''}`);
}

it.each<[string, string[], string[]]>([
  ['the event of its end, however often', rules([{}, {}]), []],
  ['the event of another end', rules([{ type: 'job.failed' }]), ['EVENT-SUCCEEDED /received/0/json/type']],
  ['an event before its end was seen', rules([{ type: 'job.failed' }], { status: 'running' }), []],
  ['two events', rules([{}, { id: 'evt_2' }]), ['EVENT-ONE-TERMINAL /received/1/json/id']],
  ['a retry with another id', rules([{}, { id: 'evt_2', attempt: 2 }]), ['WH-ID-STABLE /received/1/json/id']],
  [
    'a delivery that was sent again with another id',
    rules([{}, { id: 'evt_2', attempt: 1 }], {}, {}, false, [], true),
    ['WH-RESEND-ID /received/1/json/id'],
  ],
  [
    'an event that is created again for each attempt',
    rules([{}, { created: iso(1) }]),
    ['WH-ID-STABLE /received/1/json/created'],
  ],
  [
    'an event at an endpoint of the other environment',
    rules([{}], {}, { environment: 'test' }),
    ['WH-OWN-ENVIRONMENT /received/0/json/type'],
  ],
  [
    'an event at an endpoint of another account',
    rules([{}], { owner: 'other live' }),
    ['WH-OWN-ACCOUNT /received/0/json/type only warns'],
  ],
  [
    'an event of a type that was not asked for',
    rules([{}], {}, { events: ['job.failed'] }),
    ['WH-SUBSCRIBED /received/0/json/type'],
  ],
  [
    'an event with another product',
    rules([{ object: { ...DONE, operation: 'makeup.apply' } }]),
    ['WH-BODY-IS-JOB /received/0/json/data/object/operation'],
  ],
  [
    'an event that has a result elsewhere than a read',
    rules([{ object: shows('http://a.test/v1/assets/asset_r/content') }], { end: shows('/v1/assets/asset_r/content') }),
    ['WH-BODY-IS-JOB /received/0/json/data/object/output'],
  ],
  ['an event that leaves results out', rules([{ object: END }], { end: shows('/v1/assets/asset_r/content') }), []],
  [
    'a request to the URL of a redirect',
    rules([], {}, { received: [{ ...delivery({}), path: '/sink/moved' }] }),
    ['WH-NO-REDIRECT /received/0/path'],
  ],
  ['an event with the Job as it was read', rules([{}], { end: END }), []],
  [
    'an event with another Job',
    rules([{ object: { ...END, completed_at: iso(1) } }], { end: END }),
    ['WH-BODY-IS-JOB /received/0/json/data/object/completed_at'],
  ],
  [
    'an event with inputs and an expiry that changed after its end',
    rules([{ object: { ...END, inputs: [], expires_at: iso(49 * HOUR) } }], { end: END }),
    [],
  ],
  ['an event once it has expired', rules([{ object: DONE, at: 49 * 60 }], { end: END }), []],
  ['an event after its deletion', rules([{ object: GONE }], { deletedBy: 0 }), []],
  [
    'an event that still has the Job after its deletion',
    rules([{ object: END, at: 5 }], { end: END, deletedBy: MINUTE }),
    ['WH-DELETED-BODY /received/0/json/data/object'],
  ],
  ['an event that was under way when it was deleted', rules([{ at: 1 }], { deletedBy: MINUTE }), []],
  ['no event for a day', rules([PING], { end: END }), ['WH-DELIVERED /received']],
  ['nothing at a receiver that nothing may reach', rules([], { end: END }), []],
  ['nothing at one of two endpoints', rules([], { end: END }, {}, false, [{}]), ['WH-DELIVERED /received']],
  ['no event yet', rules([PING], { end: END }, { until: HOUR }), []],
  ['no event at an endpoint that was opened after it was accepted', rules([PING], { end: END }, { opened: 1 }), []],
  ['no event at an endpoint that was off', rules([PING], { end: END }, {}, true), []],
  ['no event that was asked for', rules([PING], { end: END }, { events: ['job.failed'] }), []],
  ['one attempt, which failed', rules([{ reply: '410' }], { end: END }), ['WH-4XX /received/0']],
  [
    'one attempt, which was answered too late',
    rules([{ reply: '204 after 13000 ms' }], { end: END }),
    ['WH-LATE-2XX /received/0'],
  ],
  [
    'one attempt at an endpoint that was opened after it was accepted',
    rules([{ reply: '500' }], { end: END }, { opened: 1 }),
    [],
  ],
  ['one attempt, which was answered slowly', rules([{ reply: '204 after 7000 ms' }], { end: END }), []],
  [
    'one attempt, which was answered at about the end of the wait',
    rules([{ reply: '204 after 10000 ms' }], { end: END }),
    [],
  ],
  ['an attempt that failed just now', rules([{ reply: '500' }], { end: END }, { until: MINUTE }), []],
  [
    'further attempts after one that was taken',
    rules([{}, { at: 1 }, { at: 6 }], { end: END }),
    ['WH-2XX /received/1'],
  ],
  ['one attempt, which was answered with an early hint before', rules([{ reply: '103, 204' }], { end: END }), []],
  ['an event that comes twice', rules([{}, { at: 1 }], { end: END }), []],
  ['an event of a job that is not known', rules([{ object: { ...DONE, id: 'job_2', operation: 'x' } }]), []],
  ['a test event beside it', rules([PING]), []],
  ['a test event twice', rules([PING, PING]), ['WH-PING-ONCE /received/1/json/id']],
  [
    'a test event of another endpoint',
    rules([PING], {}, { endpoint: 'we_2' }),
    ['WH-PING-BODY /received/0/json/data/object'],
  ],
])('a job has %s', (_, found, expected) => expect(found).toEqual(expected));

it.each([
  ['other live', ['WH-OWN-ACCOUNT']],
  ['own test', []],
] as const)('an event of a job that names a job of the owner %s breaks %j', (owner, expected) => {
  const received = [delivery({ object: { ...DONE, others: ['job_2'] } })];
  const of = { environment: 'live', events: null, endpoint: 'we_1' } as const;
  const inbox: Inbox = { ...of, opened: 0, position: 9, until: 0, received };
  const jobs = new Map<string, Pick<JobOfEvents, 'owner'>>([
    ['job_1', { owner: 'own live' }],
    ['job_2', { owner }],
  ]);
  expect(foreignIn(inbox, jobs).map(({ rule }) => rule)).toEqual(expected);
});
