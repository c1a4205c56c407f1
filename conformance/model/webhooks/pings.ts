import { isMap } from '../../../shared/is-map.ts';
import type { ReceivedHook } from '../../effects/http/exchange.ts';
import { hookViewOf } from '../../effects/http/view.ts';
import type { Inbox } from '../../play/trace.ts';
import type { DeliveryFinding, Sending } from './deliveries.ts';

/** Spec 6.1, 6.2: a test event is attempted once, and says which endpoint it is for. */
export function pingsIn(inboxes: readonly Inbox[], sending: Sending): DeliveryFinding[] {
  return inboxes.flatMap((inbox) => pingsOf(inbox, sending));
}

function pingsOf({ received, endpoint, position }: Inbox, { isResent }: Sending): DeliveryFinding[] {
  const pings = received.flatMap((hook, index) => pingIn(hook, index));
  const again = pings.find(({ event }, place) => pings.findIndex((one) => one.event['id'] === event['id']) < place);
  const wrong = pings.find(({ object }) => !isOfEndpoint(object, endpoint));
  const finding = (rule: string, pointer: string, expected: string, seen: unknown): DeliveryFinding => ({
    ...{ rule, because: [], position },
    mismatch: { pointer, expected, seen: seen ?? null },
  });
  return [
    ...(again === undefined || isResent
      ? []
      : [
          finding(
            'WH-PING-ONCE',
            `/received/${again.index}/json/id`,
            'one attempt of each test event',
            again.event['id'],
          ),
        ]),
    ...(wrong === undefined
      ? []
      : [finding('WH-PING-BODY', `/received/${wrong.index}/json/data/object`, `a test of ${endpoint}`, wrong.object)]),
  ];
}

function pingIn(hook: ReceivedHook, index: number) {
  const { json: event } = hookViewOf(hook);
  if (!isMap(event) || event['type'] !== 'test.ping') return [];
  return [{ index, event, object: isMap(event['data']) ? event['data']['object'] : undefined }];
}

function isOfEndpoint(object: unknown, endpoint: string | null): boolean {
  if (!isMap(object) || object['object'] !== 'test') return false;
  return endpoint === null || object['endpoint_id'] === endpoint;
}
