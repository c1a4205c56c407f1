import type { DeliveryRequest } from '../world/edges.ts';

/** A request as it was sent to a receiver. */
export type SentRequest = Pick<DeliveryRequest, 'url' | 'headers' | 'body'>;

/**
 * The requests of deliveries, by delivery. They are not part of a World, which only contains what they are made from.
 */
export type SentRequests = {
  add(delivery: string, request: DeliveryRequest): void;
  /** The remembered requests of a delivery, in the order in which they were sent. */
  of(delivery: string): readonly SentRequest[];
};

/** The number of requests that are remembered; older ones are forgotten. */
const MOST = 1_000;

export function createSentRequests(most: number = MOST): SentRequests {
  const byDelivery = new Map<string, SentRequest[]>();
  const order: string[] = [];
  return {
    add: (delivery, { url, headers, body }) => {
      const known = byDelivery.get(delivery);
      if (known === undefined) byDelivery.set(delivery, [{ url, headers, body }]);
      else known.push({ url, headers, body });
      order.push(delivery);
      if (order.length <= most) return;
      const oldest = order.shift() ?? '';
      const left = byDelivery.get(oldest);
      left?.shift();
      if (left?.length === 0) byDelivery.delete(oldest);
    },
    of: (delivery) => byDelivery.get(delivery) ?? [],
  };
}
