import type { Key } from '../domain/key.ts';
import type { Delivery, Endpoint, WebhookEvent } from '../domain/webhook.ts';
import type { World } from './world.ts';

/** An answer as data, before it is written to a connection. */
export type WireAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** The request of a delivery (spec 6.3). */
export type DeliveryRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Spec 6.5: redirects are not followed. */
  followsRedirect?: boolean;
};

/** A request to `/v1` as data: everything that its handler reads. Names of headers are in lower case. */
export type RequestFacts = {
  method: string;
  path: string;
  /** The id in the path; empty where the route has none. */
  id: string;
  query: readonly (readonly [name: string, value: string])[];
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
};

/** A request with its route and its key. */
export type Passage = { route: string | null; request: RequestFacts; key: Key | null };

/** One attempt of a delivery that is about to go out. */
export type DeliveryFacts = {
  delivery: Delivery;
  endpoint: Endpoint;
  event: WebhookEvent;
  secrets: readonly string[];
  unixSeconds: number;
};

/** The edges of a World: deviations change requests, answers and deliveries here, and no rule notices. */
export type Edges = {
  wire: {
    request(world: World, passage: Passage): RequestFacts;
    answer(world: World, passage: Passage, answer: WireAnswer): WireAnswer;
  } | null;
  delivery: ((world: World, facts: DeliveryFacts, request: DeliveryRequest) => DeliveryRequest) | null;
};

export const PLAIN_EDGES: Edges = { wire: null, delivery: null };
