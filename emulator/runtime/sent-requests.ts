import type { DeliveryRequest } from '../world/edges.ts';

/** A request as it went out to a receiver. */
export type SentRequest = Pick<DeliveryRequest, 'url' | 'headers' | 'body'>;

/** The requests of deliveries, by delivery. They are no part of a World: what they are made of is. */
export type SentRequests = {
  add(delivery: string, request: DeliveryRequest): void;
  /** Those of a delivery that are still known, in the order in which they went out. */
  of(delivery: string): readonly SentRequest[];
};

/** So many are remembered; older ones are forgotten. */
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
