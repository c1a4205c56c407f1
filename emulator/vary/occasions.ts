import { ROUTES } from '../domain/routes.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import type { Variation } from './facts.ts';

const AT_ONCE = { 'stages.queued': 0, 'stages.picked_up': 0, 'stages.preparing': 0, 'stages.processing': 0 };
const LONG = { 'stages.queued': 30_000, 'stages.processing': 150_000, retry_after: 3 };

/** The answer to a submission is slow, so that the job and its webhook can come first. */
const SLOW_ANSWERS = Object.values(ROUTES)
  .filter(({ submits }) => submits !== null)
  .map(({ name }) => ({ match: { route: name }, times: null, effect: { kind: 'dribble', bytes: 32, every: '60ms' } }));

/** A test that counts events fails under any additional event, even one about a whole job of another program. */
const OTHER_EVENT = { ...NO_VARIATION, deviate: ['event-of-other-job'] };

/** What a lawful server may do at any time, regardless of its choices, and a client must handle. */
export const OCCASIONS: readonly Variation[] = [
  {
    ...occasion('job-done-at-once', '3', ['poll'], { readings: AT_ONCE }),
    says: 'a job is done before it is first read',
    assumes: 'a job is still under way when it is first read; nothing says how long it takes',
  },
  {
    ...occasion('job-takes-minutes', '3', ['poll_unfinished'], { readings: LONG }),
    says: 'a job waits for half a minute and is processed for two and a half',
    assumes: 'a job is done after a few reads; nothing says how long it takes',
  },
  {
    ...occasion('webhook-late', '6.5', ['webhook'], { deliveries: 'late' }),
    says: 'webhooks come a quarter of a second later',
    assumes: 'a webhook comes at once; polling is authoritative if it is late',
  },
  {
    ...occasion('webhooks-out-of-order', '6.5', ['two_webhooks'], {
      deliveries: 'out_of_order',
      deviate: ['instants-differ'],
    }),
    says: 'every second webhook overtakes the one before it',
    assumes: 'webhooks come in the order in which jobs were submitted, or have ended; there is no order between jobs',
  },
  {
    ...occasion('webhook-before-answer', '6.5', ['webhook', 'submit'], { readings: AT_ONCE, faults: SLOW_ANSWERS }),
    says: 'the webhook of a job comes before its submission is answered',
    assumes: 'a submission is answered before the webhook of its job comes',
  },
  {
    ...occasion('webhook-during-rotation', '6.4', ['webhook'], { deviate: ['event-signed-during-rotation'] }),
    says: 'webhooks are signed with two secrets, and the receiver has the previous one',
    assumes:
      'a signature has one v1, or its first one is the right one; during a rotation there are two, and any may match',
  },
  {
    ...occasion('event-of-deleted-job', '6.2', ['webhook'], { deviate: ['event-of-deleted-job'] }),
    says: 'before each event comes one of a job that was deleted meanwhile: its object is only an id and deleted: true',
    assumes: 'the object of an event is always a whole job',
    control: OTHER_EVENT,
  },
  {
    ...occasion('ping-before-event', '6.1', ['webhook'], { deviate: ['ping-before-event'] }),
    says: 'before each event comes a test.ping, which someone sent from the console',
    assumes: 'every event is about a job; a test.ping can come at any time',
    control: OTHER_EVENT,
  },
  {
    ...occasion('headers-in-lower-case', '4', ['request'], { deviate: ['headers-in-lower-case'] }),
    says: 'the names of headers are in lower case',
    assumes: 'headers are spelled as in the specification; HTTP does not distinguish capitals in their names',
  },
  {
    ...occasion('last-concern-unavailable', '2.3', ['two_concerns', 'skin_output'], {
      deviate: ['last-concern-unavailable'],
    }),
    says: 'the last requested concern is unavailable',
    assumes: 'every requested concern is measured; its status may be unavailable, and then its score is null',
  },
  {
    ...occasion('short-pages', '4.1', ['list_assets'], { deviate: ['short-pages'] }),
    says: 'a page of assets has one entry, whatever the limit, and has_more says whether there are more',
    assumes: 'a page that is not full is the last one; has_more says whether it is',
  },
  {
    // An endpoint subscribes to types, and spec 6.1 lists them all. `probe-webhook` records the answer to another one and does not
    // judge it either.
    ...occasion('webhook-of-unknown-type', '6.1', ['webhook'], { deviate: ['event-of-unknown-type'] }),
    says: 'before each event comes one of a type that is not specified',
    assumes: 'every event is of a type that the client knows',
    control: OTHER_EVENT,
    kind: 'hint',
  },
];

function occasion(
  name: string,
  section: string,
  needs: Variation['needs'],
  sets: Partial<Variation['sets']>,
): Omit<Variation, 'says' | 'assumes'> {
  return { name, kind: 'lawful', section, needs, sets: { ...NO_VARIATION, ...sets } };
}
