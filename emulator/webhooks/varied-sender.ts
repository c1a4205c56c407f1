import type { DeliveryAnswer } from '../domain/test-control/audit-event.ts';
import type { Variation } from '../domain/test-control/variation.ts';
import { type DeliveryRequest, FORGED_HEADER } from '../world/edges.ts';
import type { WallClock, WebhookSender } from '../world/ports.ts';

/** The delay in real time; any client that does not wait for the delivery has continued by then. */
const LATE = 250;
/** How long a delivery waits to be overtaken: others of its endpoint may pass it after a second. */
const PATIENCE = 1_400;

/** A sender that sends late, or swaps every two deliveries of an endpoint (spec 6.5: no ordering between jobs). */
export function createVariedSender(
  sender: WebhookSender,
  way: Variation['deliveries'],
  wall: Pick<WallClock, 'sleep'>,
  onOtherwise: () => void = () => {},
): WebhookSender {
  if (way === 'as_they_come') return sender;
  if (way === 'late')
    return {
      ...sender,
      send: async (request) => {
        await wall.sleep(LATE);
        onOtherwise();
        return sender.send(request);
      },
    };
  const held = new Map<string, AbortController>();
  const send = async (request: DeliveryRequest) => {
    const before = held.get(request.url);
    if (before !== undefined) {
      held.delete(request.url);
      onOtherwise();
      return sender.send(request).finally(() => before.abort());
    }
    const overtaken = new AbortController();
    held.set(request.url, overtaken);
    await wall.sleep(PATIENCE, overtaken.signal);
    if (held.get(request.url) === overtaken) held.delete(request.url);
    return sender.send(request);
  };
  return { ...sender, send };
}

export function createObservedSender(sender: WebhookSender, onAnswer: (answer: DeliveryAnswer) => void): WebhookSender {
  return {
    ...sender,
    send: async (request) => {
      const { url, headers } = request;
      const attempt = await sender.send(request);
      const forged = headers[FORGED_HEADER] ?? null;
      onAnswer({ url, event: headers['Service-Event-Id'] ?? '', forged, status: attempt.status });
      return attempt;
    },
  };
}
