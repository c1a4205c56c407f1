import { signatureHeader } from '../../domain/signature.ts';
import { disablesAt, type JitterSpan, nextAttemptAt } from '../../domain/webhook.ts';
import type { AnyJson, Means } from '../deviation.ts';
import { event, headers, signature } from '../posts.ts';
import { decide } from '../views.ts';

export const WEBHOOK_CHOICES: Readonly<Record<string, Means>> = {
  retry_jitter: (span) => ({
    rules: () => ({
      nextAttemptAt: (seed, delivery, event, made, now) =>
        nextAttemptAt(seed, delivery, event, made, now, span as JitterSpan),
    }),
  }),
  // Reading 52: from the beginning of the failed attempt.
  retry_wait_from: () =>
    decide((was) => ({
      nextAttemptAt: (seed, delivery, event, made, now) =>
        was.nextAttemptAt(seed, delivery, event, made, delivery.attempts?.at(-1)?.at ?? now),
    })),
  resend_retries: () =>
    decide((was) => ({
      nextAttemptAt: (seed, delivery, ...rest) =>
        delivery.isResend === true ? null : was.nextAttemptAt(seed, delivery, ...rest),
    })),
  disabled_by_hand: () => decide({ mayBeSentByHand: () => true }),
  ping_subscription: () => decide({ pingIsSent: ({ events }) => events.includes('test.ping') }),
  failed_ping_counts: () =>
    decide((_, { world }) => ({
      countsForFailing: (type, attempt) => type !== 'test.ping' || world.rules.isDelivered(attempt),
    })),
  disabling_moment: () => decide({ disablesAt }),
  acknowledgement: () => ({ delivery: (request) => ({ ...request, needsWholeAnswer: true }) }),
  delivery_clock: () => ({ delivery: (request) => ({ ...request, isTimedByWorld: true }) }),
  event_results: () =>
    event(({ data }) => {
      const { output = null } = data.object;
      if (output?.image !== undefined) output.image = linkOnly(output.image);
      if (output?.visualizations !== undefined) output.visualizations = output.visualizations.map(linkOnly);
    }),
  delivery_headers: () => ({
    ...headers((sent, { delivery }) => {
      sent['Service-Delivery-Id'] = delivery.id;
      sent['Traceparent'] = `00-${'4bf92f35'.repeat(4)}-00f067aa0ba902b7-01`;
    }),
  }),
  signature_moment: () => ({
    ...signature((value, { delivery, memory, secrets, unixSeconds }, body) => {
      const first = memory.get<number>(delivery.id);
      if (first === undefined) memory.set(delivery.id, unixSeconds);
      return first === undefined ? value : signatureHeader(secrets, first, body);
    }),
  }),
  signature_order: () =>
    decide((was) => ({ signingSecrets: (endpoint, now) => was.signingSecrets(endpoint, now).reverse() })),
};

/** Only what is needed to fetch a result. */
function linkOnly({ href, expires_at }: AnyJson): AnyJson {
  return { href, expires_at };
}
