import type { ApiError } from '../domain/errors.ts';
import type { Key } from '../domain/key.ts';
import type { RouteId } from '../domain/routes.ts';
import type { Delivery, Endpoint, WebhookEvent } from '../domain/webhook.ts';
import type { WireRequest } from './wire.ts';

/** What deviations and choices need to know about the requests, answers and deliveries that they change. */

/** The request of a delivery (spec 6.3). */
export type DeliveryRequest = {
  url: string;
  /** How long to wait for the receiver, in milliseconds; by default the limit of the service. */
  timeout?: number;
  headers: Record<string, string>;
  body: string;
  /** Spec 6.5: redirects are not followed. */
  followsRedirect?: boolean;
  /** RFC 9110, 15.2: an informational answer (1xx) is not the answer. */
  takesInterim?: boolean;
  /** Reading 58: by default, the head of the answer is enough. */
  needsWholeAnswer?: boolean;
  /**
   * Reading 58: the timeout runs on the clock of the world, which stands still during the attempt unless it runs in
   * real time.
   */
  isTimedByWorld?: boolean;
};

/** The parts of a request that a deviation may replace before it is handled. */
export type RequestFacts = Pick<WireRequest, 'method' | 'path' | 'query' | 'headers' | 'isSecure'> & {
  /** The id in the path; empty if the route has none. */
  id: string;
  body: Uint8Array | null;
};

/**
 * Marks a delivery that is forged on purpose. Receivers in the emulator refuse it, and its answers can be recognized.
 */
export const FORGED_HEADER = 'Emulator-Forged';

/** What else is known about a request. */
export type Passage = {
  route: RouteId | null;
  request: RequestFacts;
  key: Key | null;
  /** The refusal that was turned into the answer. */
  refusal?: ApiError | null;
};

/** One attempt of a delivery that is about to be sent. */
export type DeliveryFacts = {
  delivery: Delivery;
  endpoint: Endpoint;
  event: WebhookEvent;
  secrets: readonly string[];
  unixSeconds: number;
};
