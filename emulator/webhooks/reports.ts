import { accountOf, environmentOf } from '../domain/account.ts';
import { toIso } from '../domain/values/time.ts';
import type { Delivery, Endpoint } from '../domain/webhook.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { DeliveryReport, EndpointReport, EndpointWithSecret } from './shapes.ts';

export function endpointReport({
  id,
  owner,
  url,
  events,
  enabled,
  failing,
  previous,
  createdAt,
}: Endpoint): EndpointReport {
  return {
    id,
    account: accountOf(owner),
    environment: environmentOf(owner),
    url,
    events: [...events],
    enabled,
    failing: failing === null ? null : { count: failing.count, since: toIso(failing.since) },
    previous_secret_until: previous === null ? null : toIso(previous.until),
    created_at: toIso(createdAt),
  };
}

export function withSecret(endpoint: Endpoint): EndpointWithSecret {
  return { ...endpointReport(endpoint), secret: endpoint.secret };
}

export function deliveryReport({ world }: WorldHost, delivery: Delivery): DeliveryReport {
  const { id, endpoint, state, isResend, attempts, timer } = delivery;
  const event = world.state.events.get(delivery.event);
  if (event === undefined) throw new Error(`${id} has no event`);
  const due = timer === null ? undefined : world.state.timers.get(timer)?.due;
  return {
    id,
    endpoint,
    event: { id: event.id, type: event.type, created: toIso(event.createdAt), job: event.job },
    state,
    resend: isResend,
    attempts: attempts.map((attempt) => ({ ...attempt, at: toIso(attempt.at) })),
    next_attempt_at: due === undefined ? null : toIso(due),
  };
}
