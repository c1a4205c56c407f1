import { signatureHeader } from '../../../domain/signature.ts';
import { HOUR, MINUTE } from '../../../domain/values/time.ts';
import type { Attempt, Delivery, DeliveryState } from '../../../domain/webhook.ts';
import { attemptDelivery } from '../../../world/deliveries.ts';
import { replaceEndpoint } from '../../../world/verbs/endpoints.ts';
import type { World } from '../../../world/world.ts';
import { type Deviation, type Overrides, subtle } from '../../deviation.ts';
import { signature } from '../../posts.ts';

/** Where deliveries and their signatures are right at first: for another type, after a success, on a resend they are not. */

type Moved = Pick<Delivery, 'id' | 'endpoint' | 'state'>;

/** What was given up is tried again as soon as its endpoint has taken something. */
function revivedBySuccess(given: DeliveryState): Pick<Overrides, 'change'> {
  return {
    change: ({ world, note }) => {
      const { endpoints, deliveries } = world.state;
      const failing = [...endpoints.values()].filter((one) => one.failing !== null).map(({ id }) => id);
      return () => {
        const healed = failing.filter((id) => endpoints.get(id)?.failing === null && hasTaken(world, id));
        for (const delivery of deliveries.values()) {
          if (delivery.state !== given || !healed.includes(delivery.endpoint)) continue;
          attemptDelivery(world, { ...delivery, state: 'pending' });
          note();
        }
      };
    },
  };
}

/** A count that begins anew because somebody enabled the endpoint is no success. */
function hasTaken({ state }: World, endpoint: string): boolean {
  return [...state.deliveries.values()].some((one: Moved) => one.endpoint === endpoint && one.state === 'delivered');
}

/** Remembers the attempt that was judged last, for the decision about the next one. */
function afterAttempts(due: (attempt: Attempt, now: number) => number | null): Pick<Overrides, 'rules'> {
  return {
    rules: (was, { memory }) => ({
      failingAfter: (endpoint, attempt) => {
        memory.set('attempt', attempt);
        return was.failingAfter(endpoint, attempt);
      },
      nextAttemptAt: (seed, delivery, event, made, now) => {
        const standard = was.nextAttemptAt(seed, delivery, event, made, now);
        const attempt = memory.get<Attempt>('attempt');
        return standard === null || attempt === undefined ? standard : (due(attempt, now) ?? standard);
      },
    }),
  };
}

/** Sections 6.4 and 6.5, later than at first. */
export const LATER_DELIVERIES: readonly Deviation[] = [
  subtle('WH-4XX', 'delivered-by-409', 'A 409 ends a delivery, as if the receiver had it already.', {
    rules: (was) => ({ isDelivered: (attempt) => attempt.status === 409 || was.isDelivered(attempt) }),
  }),
  subtle('WH-3XX', 'delivered-by-303', 'A 303 ends a delivery.', {
    rules: (was) => ({ isDelivered: (attempt) => attempt.status === 303 || was.isDelivered(attempt) }),
  }),
  subtle('WH-2XX', 'delivered-by-206-never', 'A 206 is a failed attempt.', {
    rules: (was) => ({ isDelivered: (attempt) => attempt.status !== 206 && was.isDelivered(attempt) }),
  }),
  subtle('WH-WAITS', 'waits-as-receiver-asks', 'A receiver that is busy is left alone for two hours.', {
    ...afterAttempts(({ status }, now) => (status === 503 || status === 429 ? now + 2 * HOUR : null)),
    also: ['WH-4XX', 'WH-5XX', 'WH-COUNT'],
  }),
  subtle('WH-WAITS', 'waits-of-cancelled', 'The event of a job that was cancelled is tried every ten minutes.', {
    rules: (was) => ({
      nextAttemptAt: (seed, delivery, event, made, now) => {
        const due = was.nextAttemptAt(seed, delivery, event, made, now);
        return due !== null && event.type === 'job.cancelled' ? now + 10 * MINUTE : due;
      },
    }),
  }),
  subtle('WH-COUNT', 'attempts-of-failed-end-at-3', 'The event of a job that failed has three attempts.', {
    rules: (was) => ({
      nextAttemptAt: (...args) => (args[2].type === 'job.failed' && args[3] >= 3 ? null : was.nextAttemptAt(...args)),
    }),
  }),
  subtle('WH-QUIET', 'exhausted-revived-by-success', 'What is exhausted goes out again after the next success.', {
    ...revivedBySuccess('exhausted'),
  }),
  subtle(
    'WH-REENABLE-NO-REVIVAL',
    'enabling-revives-at-success',
    'Cancelled deliveries go out again after the first success of their endpoint.',
    { ...revivedBySuccess('cancelled') },
  ),
  subtle('WH-DELIVERED', 'disabling-takes-all', 'With an endpoint that failed all of its account are disabled.', {
    change: ({ world, note }) => {
      const { endpoints } = world.state;
      const enabled = [...endpoints.values()].filter((one) => one.enabled).map(({ id }) => id);
      return () => {
        const gone = enabled.flatMap((id) => endpoints.get(id) ?? []).find((one) => !one.enabled);
        for (const endpoint of endpoints.values()) {
          if (gone?.owner !== endpoint.owner || !endpoint.enabled) continue;
          replaceEndpoint(world, { ...endpoint, enabled: false });
          note();
        }
      };
    },
  }),
  subtle('WH-PING-ONCE', 'ping-retried-after-redirect', 'A test.ping that was redirected is tried again.', {
    rules: (was, { memory }) => ({
      failingAfter: (endpoint, attempt) => {
        memory.set('status', attempt.status);
        return was.failingAfter(endpoint, attempt);
      },
      nextAttemptAt: (seed, delivery, event, made, now) =>
        event.type === 'test.ping' && memory.get<number>('status') === 307 && made === 1
          ? now + MINUTE
          : was.nextAttemptAt(seed, delivery, event, made, now),
    }),
  }),
  subtle('WH-NO-REDIRECT', 'ping-follows-redirect', 'A test.ping follows a redirect.', {
    delivery: (request, { event }) => (event.type === 'test.ping' ? { ...request, followsRedirect: true } : request),
  }),

  subtle(
    'WH-SIGNATURE',
    'signature-of-neighbour',
    'What was cancelled is signed with the secret of the first endpoint.',
    {
      ...signature((value, { endpoint, event, unixSeconds, world }, body) => {
        const [first = endpoint] = [...world.state.endpoints.values()].filter(({ owner }) => owner === endpoint.owner);
        return event.type === 'job.cancelled' ? signatureHeader([first.secret], unixSeconds, body) : value;
      }),
    },
  ),
  subtle('WH-SIGNATURE', 'signature-of-resend-not-anew', 'A resend carries a signature over the body of before.', {
    ...signature((value, { delivery, event, memory }) => {
      const known = memory.get<string>(event.id);
      if (known === undefined) memory.set(event.id, value);
      return delivery.isResend ? (known ?? value) : value;
    }),
  }),
  subtle(
    'WH-SIGNATURE-TIME',
    'signature-time-of-event',
    'The time in the signature of a resend is that of its event.',
    {
      ...signature((value, { delivery, event, secrets }, body) =>
        delivery.isResend ? signatureHeader(secrets, Math.floor(event.createdAt / 1_000), body) : value,
      ),
    },
  ),
  subtle('WH-ROTATION', 'rotation-not-of-pings', 'During a rotation the new secret alone signs a test.ping.', {
    ...signature((value, { event, secrets, unixSeconds }, body) =>
      event.type === 'test.ping' ? signatureHeader(secrets.slice(0, 1), unixSeconds, body) : value,
    ),
  }),
  subtle('WH-ROTATION', 'rotation-not-of-third-attempt', 'From the third attempt on the new secret alone signs.', {
    ...signature((value, { delivery, secrets, unixSeconds }, body) =>
      delivery.attempts.length >= 2 ? signatureHeader(secrets.slice(0, 1), unixSeconds, body) : value,
    ),
  }),
  subtle('WH-ONE-V1', 'rotation-of-all-endpoints', 'While an endpoint has two secrets the others sign twice as well.', {
    rules: (was, { world }) => ({
      signingSecrets: (endpoint, now) => {
        const own = was.signingSecrets(endpoint, now);
        const others = [...world.state.endpoints.values()].some((one) => was.signingSecrets(one, now).length > 1);
        return others && own.length === 1 ? [...own, ...own] : own;
      },
    }),
  }),
  subtle('WH-ONE-V1', 'rotation-for-ever-on-resend', 'A resend is signed with every secret that there was.', {
    ...signature((value, { delivery, endpoint, unixSeconds }, body) => {
      if (!delivery.isResend || endpoint.previous === null) return value;
      return signatureHeader([endpoint.secret, endpoint.previous.secret], unixSeconds, body);
    }),
  }),
  subtle('WH-SIGNATURE-FORM', 'signature-form-of-ping', 'The signature of a test.ping is in base64.', {
    ...signature((value, { event }) =>
      event.type === 'test.ping'
        ? value.replace(/v1=([0-9a-f]+)/g, (_, hex) => `v1=${Buffer.from(hex, 'hex').toString('base64')}`)
        : value,
    ),
    also: ['WH-SIGNATURE'],
  }),
];
