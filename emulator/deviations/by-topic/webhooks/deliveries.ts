import { uniform } from '../../../domain/values/random.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../../domain/values/time.ts';
import { type Attempt, JITTER, MAX_ATTEMPTS, NOMINAL_WAITS } from '../../../domain/webhook.ts';
import { disablesAfterwards, revivesDeliveries } from '../../changes.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';

/** Counts some failed attempts as delivered, or the reverse. */
function judges(
  rule: string,
  id: string,
  about: string,
  matches: (attempt: Attempt) => boolean,
  is: boolean,
): Deviation {
  return subtle(rule, id, about, {
    rules: (was) => ({ isDelivered: (attempt) => (matches(attempt as Attempt) ? is : was.isDelivered(attempt)) }),
  });
}

function between(low: number, high: number): (attempt: Attempt) => boolean {
  return ({ status }) => status !== null && status >= low && status <= high;
}

type Wait = (nominal: number, made: number, delivery: string, seed: string) => number;

/** Other waits than those of the spec; the rest of the schedule stays. */
function waits(rule: string, id: string, about: string, wait: Wait): Deviation {
  return subtle(rule, id, about, {
    rules: (was) => ({
      nextAttemptAt: (seed, delivery, event, made, now) => {
        const nominal = NOMINAL_WAITS[made - 1];
        if (event.type === 'test.ping' || nominal === undefined || made >= MAX_ATTEMPTS)
          return was.nextAttemptAt(seed, delivery, event, made, now);
        const due = now + Math.round(wait(nominal, made, delivery.id, seed));
        return due > event.createdAt + DAY ? null : due;
      },
    }),
  });
}

/** The jitter of the spec, for waits that break another rule. */
function jittered(nominal: number, made: number, delivery: string, seed: string): number {
  return nominal * (1 + JITTER * (2 * uniform(seed, 'jitter', delivery, made) - 1));
}

/** Section 6.5: what counts as delivered, and when it is tried again. */
export const DELIVERIES: readonly Deviation[] = [
  judges(
    'WH-2XX',
    'delivered-by-200-alone',
    'Only a 200 ends a delivery; a 202 or 204 does not.',
    between(201, 299),
    false,
  ),
  judges(
    'WH-SLOW-2XX',
    'delivered-within-a-second',
    'A 2xx that takes longer than a second is a failed attempt.',
    ({ status, took }) => status !== null && took > 1_000,
    false,
  ),
  judges(
    'WH-LATE-2XX',
    'delivered-by-timeout',
    'An attempt that nobody answers in time counts as delivered.',
    ({ failure }) => failure === 'timeout',
    true,
  ),
  judges('WH-3XX', 'delivered-by-3xx', 'A 3xx ends a delivery.', between(300, 399), true),
  judges('WH-4XX', 'delivered-by-4xx', 'A 4xx ends a delivery.', between(400, 499), true),
  judges('WH-4XX', 'delivered-by-410', 'A 410 ends a delivery.', between(410, 410), true),
  judges(
    'WH-5XX',
    'delivered-by-501',
    'A 5xx other than 500 and 503 ends a delivery.',
    (attempt) => between(501, 599)(attempt) && attempt.status !== 503,
    true,
  ),
  judges('WH-5XX', 'delivered-by-5xx', 'A 5xx ends a delivery.', between(500, 599), true),
  judges(
    'WH-CONNECTION',
    'delivered-by-broken-connection',
    'A connection that breaks ends a delivery.',
    ({ failure }) => failure === 'connection',
    true,
  ),
  judges(
    'WH-TLS',
    'delivered-by-failed-handshake',
    'A handshake that fails ends a delivery.',
    ({ failure }) => failure === 'tls',
    true,
  ),

  subtle('WH-NO-REDIRECT', 'redirects-followed', 'A delivery follows a redirect.', {
    delivery: (request) => ({ ...request, followsRedirect: true }),
    also: ['WH-3XX'],
  }),

  waits(
    'WH-WAITS',
    'waits-too-much-jitter',
    'The jitter of a wait is up to 35% either way.',
    (nominal, made, delivery, seed) => nominal + ((jittered(nominal, made, delivery, seed) - nominal) * 35) / 20,
  ),
  waits(
    'WH-WAITS',
    'waits-second-and-third-swapped',
    'The second and the third wait are swapped.',
    (nominal, made, delivery, seed) =>
      jittered(made === 2 ? 30 * MINUTE : made === 3 ? 5 * MINUTE : nominal, made, delivery, seed),
  ),
  waits(
    'WH-WAITS',
    'waits-doubling',
    'Each wait is twice the one before, from one minute on.',
    (_, made, delivery, seed) => jittered(MINUTE * 2 ** (made - 1), made, delivery, seed),
  ),
  subtle('WH-COUNT', 'attempts-end-at-6', 'A delivery that always fails has 6 attempts.', {
    rules: (was) => ({ nextAttemptAt: (...args) => (args[3] >= 6 ? null : was.nextAttemptAt(...args)) }),
  }),
  subtle('WH-COUNT', 'attempts-end-at-9', 'A delivery that always fails has a ninth attempt.', {
    rules: (was) => ({
      nextAttemptAt: (...args) => (args[3] === MAX_ATTEMPTS ? args[4] + 10 * MINUTE : was.nextAttemptAt(...args)),
    }),
    also: ['WH-QUIET'],
  }),
  subtle('WH-24H', 'attempts-after-a-day', 'The last wait is 16 hours, whatever becomes of the day.', {
    rules: (was) => ({
      nextAttemptAt: (...args) => (args[3] === MAX_ATTEMPTS - 1 ? args[4] + 16 * HOUR : was.nextAttemptAt(...args)),
    }),
    also: ['WH-WAITS'],
  }),
  subtle('WH-QUIET', 'attempts-once-more-late', 'An hour after the last attempt there is one more.', {
    rules: (was) => ({
      nextAttemptAt: (seed, delivery, event, made, now) => {
        const due = was.nextAttemptAt(seed, delivery, event, made, now);
        return due === null && event.type !== 'test.ping' && made <= MAX_ATTEMPTS ? now + HOUR : due;
      },
    }),
    also: ['WH-COUNT'],
  }),

  blatant('WH-AUTO-DISABLE', 'disabling-never', 'An endpoint is never disabled, however long it fails.', {
    rules: () => ({ isToBeDisabled: () => false }),
  }),
  subtle('WH-AUTO-DISABLE', 'disabling-after-two-days', 'An endpoint is disabled after 48 hours of failing.', {
    rules: (was) => ({ isToBeDisabled: (failing, now) => was.isToBeDisabled(failing, now - DAY) }),
  }),
  subtle(
    'WH-DISABLE-COUNT',
    'disabling-by-time-alone',
    'An endpoint that failed for 24 hours is disabled, however few attempts failed.',
    {
      rules: (was) => ({
        isToBeDisabled: (failing, now) => was.isToBeDisabled(failing && { ...failing, count: 20 }, now),
      }),
    },
  ),
  subtle(
    'WH-DISABLE-TIME',
    'disabling-by-count-alone',
    'An endpoint that failed 20 times in a row is disabled at once.',
    {
      rules: (was) => ({
        isToBeDisabled: (failing, now) => was.isToBeDisabled(failing && { ...failing, since: now - DAY }, now),
      }),
    },
  ),
  subtle('WH-DISABLE-RUN', 'disabling-counts-all', 'A success does not end the run of failures.', {
    rules: (was) => ({ failingAfter: (endpoint, attempt) => was.failingAfter(endpoint, attempt) ?? endpoint.failing }),
  }),
  subtle('WH-DISABLE-PENDING', 'disabling-keeps-pending', 'The pending deliveries of a disabled endpoint go on.', {
    ...disablesAfterwards,
    also: ['WH-AUTO-DISABLE'],
  }),
  subtle('WH-REENABLE-NO-REVIVAL', 'enabling-revives', 'Enabling an endpoint revives its cancelled deliveries.', {
    ...revivesDeliveries,
  }),
  subtle(
    'WH-REENABLE-RESETS',
    'enabling-keeps-count',
    'An endpoint that was disabled once is disabled by its next failure.',
    {
      rules: (was, { memory }) => ({
        isToBeDisabled: (failing, now: Instant) => {
          const isDue = was.isToBeDisabled(failing, now);
          if (isDue) memory.set('disabled', true);
          return isDue || (failing !== null && memory.get('disabled') === true);
        },
      }),
    },
  ),
  subtle(
    'WH-REENABLE-DELIVERS',
    'enabling-in-name-alone',
    'An endpoint that was disabled once gets nothing any more.',
    {
      rules: (was, { world }) => ({
        receives: (endpoint, owner, type) =>
          was.receives(endpoint, owner, type) &&
          ![...world.state.deliveries.values()].some(
            (each) => each.endpoint === endpoint.id && each.state === 'cancelled',
          ),
      }),
    },
  ),
];
