import { attemptOutcome, KEYS } from '../domain/test-control/coverage.ts';
import { isDelivered } from '../domain/webhook.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { LogPort } from '../world/ports.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';
import type { World } from '../world/world.ts';
import type { WorldHost } from './world-host.ts';

/** Marks what is sent to a receiver. */
export function noteSent({ coverage, world }: WorldHost, id: string, { headers, body }: DeliveryRequest): void {
  coverage.meet(KEYS.signature((headers['Service-Signature'] ?? '').split('v1=').length - 1));
  const delivery = world.state.deliveries.get(id);
  if (delivery?.isResend === true) coverage.meet(KEYS.again('resend'));
  if ((delivery?.attempts.length ?? 0) > 0) coverage.meet(KEYS.again('retry'));
  if (body.endsWith('"object":"job","deleted":true}}}')) coverage.meet(KEYS.event_of_deleted);
}

/** The report of an outgoing delivery to an audit that keeps a journal. */
export function reportedDelivery({ world }: WorldHost, id: string, { headers, body }: DeliveryRequest) {
  const { deliveries, endpoints } = world.state;
  const secret = endpoints.get(deliveries.get(id)?.endpoint ?? '')?.secret ?? '';
  return {
    type: headers['Service-Event-Type'] ?? '',
    attempt: Number(headers['Service-Delivery-Attempt'] ?? 1),
    ...{ headers, body, secret: spellingOfSecret(secret) },
  };
}

/** Such as `whsec_ and 32 of a-f 0-9`: describes the length and the kind of characters without revealing any. */
function spellingOfSecret(secret: string): string {
  const [, prefix = '', rest = ''] = /^(whsec_)?(.*)$/s.exec(secret) ?? [];
  const characters = CHARACTERS.find(([, all]) => all.test(rest))?.[0] ?? 'others';
  return `${prefix} and ${rest.length} of ${characters}`;
}

const CHARACTERS: readonly (readonly [string, RegExp])[] = [
  ['a-f 0-9', /^[a-f0-9]*$/],
  ['a-z 0-9', /^[a-z0-9]*$/],
  ['A-Z a-z 0-9 and signs', /^[\w+/=-]*$/],
];

/** Marks the outcome of an attempt. The returned function marks the outcome of its delivery once that is decided. */
export function attemptNote(host: WorldHost, effect: number, outcome: AttemptOutcome | null): () => void {
  const { coverage, world } = host;
  const { effects, deliveries, events, endpoints } = world.state;
  const row = effects.get(effect);
  const delivery = row?.kind === 'deliver' ? deliveries.get(row.delivery) : undefined;
  const event = delivery && events.get(delivery.event);
  if (outcome === null || delivery === undefined || event === undefined) return () => {};
  // A receiver reacts to an event by acknowledging it, in this attempt or a later one.
  coverage.meet(KEYS.event(event.type), () => event.id);
  coverage.meet(KEYS.attempt(attemptOutcome(outcome.status, outcome.failure)));
  if (isDelivered(outcome)) {
    coverage.react(event.id);
    if (event.job !== null) coverage.react(`GET /v1/jobs/${event.job}`);
  }
  const wasEnabled = endpoints.get(delivery.endpoint)?.enabled;
  return () => {
    const { state } = world;
    if (state.deliveries.get(delivery.id)?.state === 'exhausted') coverage.meet(KEYS.exhausted);
    if (wasEnabled && state.endpoints.get(delivery.endpoint)?.enabled === false) coverage.meet(KEYS.disabled);
  };
}

/** Notes the result of an effect, and reports the attempt to observers if it was one. */
export function telling({ name, world, ports: { log } }: WorldHost, serial: number, note: () => void): void {
  const effect = log && world.state.effects.get(serial);
  const delivery = effect?.kind === 'deliver' ? effect.delivery : '';
  const before = attemptsOf(world, delivery);
  note();
  if (log && attemptsOf(world, delivery) > before) tellLast(log, name, world, delivery);
}

function attemptsOf({ state }: World, delivery: string): number {
  return state.deliveries.get(delivery)?.attempts.length ?? 0;
}

function tellLast(log: LogPort, name: string, { state }: World, id: string): void {
  const delivery = state.deliveries.get(id);
  const attempt = delivery?.attempts.at(-1);
  const event = delivery && state.events.get(delivery.event);
  const endpoint = delivery && state.endpoints.get(delivery.endpoint);
  if (!delivery || !attempt || !event || !endpoint) return;
  const next = delivery.timer === null ? null : (state.timers.get(delivery.timer)?.due ?? null);
  log.tell({ kind: 'attempt', world: name, attempt, delivery, event, endpoint, next });
}
