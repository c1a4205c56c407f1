import type { ApiError } from '../domain/errors.ts';
import type { Key } from '../domain/key.ts';
import type { RouteId } from '../domain/routes.ts';
import type { Delivery, Endpoint, WebhookEvent } from '../domain/webhook.ts';
import type { WireRequest } from './wire.ts';

/** What is to be known of what goes over the edges of a World, for those who change it there. */

/** The request of a delivery (spec 6.3). */
export type DeliveryRequest = {
  url: string;
  /** How long the receiver may take, in milliseconds; by default the limit of the service. */
  timeout?: number;
  headers: Record<string, string>;
  body: string;
  /** Spec 6.5: redirects are not followed. */
  followsRedirect?: boolean;
  /** Reading 58: the head of the answer is enough. */
  needsWholeAnswer?: boolean;
  /** Reading 58: its seconds run on the clock of the world, which stands still while it is under way unless it keeps real time. */
  isTimedByWorld?: boolean;
};

/** A request as far as a deviation may change what it is handled as. */
export type RequestFacts = Pick<WireRequest, 'method' | 'path' | 'query' | 'headers' | 'isSecure'> & {
  /** The id in the path; empty if the route has none. */
  id: string;
  body: Uint8Array | null;
};

/** Marks a delivery that is forged on purpose: receivers in the emulator refuse it, and its answers can be recognized. */
export const FORGED_HEADER = 'Emulator-Forged';

/** What is known of a request besides its facts. */
export type Passage = {
  route: RouteId | null;
  request: RequestFacts;
  key: Key | null;
  /** The refusal from which an answer was made. */
  refusal?: ApiError | null;
};

/** One attempt of a delivery that is about to go out. */
export type DeliveryFacts = {
  delivery: Delivery;
  endpoint: Endpoint;
  event: WebhookEvent;
  secrets: readonly string[];
  unixSeconds: number;
};
