import type { ApiError } from '../domain/errors.ts';
import type { RouteFacts } from '../domain/routes.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Passage, RequestFacts } from '../world/edges.ts';
import { bodyOf, type RequestBody, type WireAnswer } from '../world/wire.ts';
import type { Edges } from '../world/world.ts';
import { readBody } from './body.ts';
import type { RoutedRequest } from './request.ts';

/** A request that has passed the edge of its World: the request to handle instead, and the edits of its answer. */
export type Passed = {
  handled: RoutedRequest;
  /** Throws if the request is refused although the service would accept it. */
  check(): void;
  refusal(error: ApiError): ApiError;
  edit(answer: WireAnswer, refusal: ApiError | null): WireAnswer;
  /** Changes how the answer is sent; the journal keeps it as it was before. */
  packed(answer: WireAnswer): WireAnswer;
};

/** Reads the body in advance only if an edit needs it. */
export async function passEdge(
  wire: NonNullable<Edges['wire']>,
  host: WorldHost,
  route: RouteFacts | null,
  sent: RoutedRequest,
): Promise<Passed> {
  const { world } = host;
  const ahead = await readAhead(host, sent);
  const { method, path, id, query, headers, isSecure } = sent;
  const request: RequestFacts = { method, path, id, query, headers, isSecure, body: ahead.taken() };
  const key = world.state.keys.get(headers['x-api-key'] ?? '') ?? null;
  const passage: Passage = { route: route?.id ?? null, request, key };
  const edited = wire.request(world, passage);
  const { body, ...facts } = edited;
  const taken: Passage = {
    ...passage,
    request: edited,
    key: world.state.keys.get(edited.headers['x-api-key'] ?? '') ?? null,
  };
  return {
    handled: { ...sent, ...facts, body: body === null ? ahead : bodyOf(body) },
    check: () => world.edges.wire?.check(world, taken),
    refusal: (error) => world.edges.wire?.refusal(world, taken, error) ?? error,
    // The World may have been restored meanwhile, and have no edits any more.
    edit: (answer, refusal) => world.edges.wire?.answer(world, { ...passage, refusal }, answer) ?? answer,
    packed: (answer) => world.edges.wire?.packed(world, passage, answer) ?? answer,
  };
}

/** If a body cannot be read, its handler gets the error when it reads it. */
async function readAhead(host: WorldHost, request: RoutedRequest): Promise<RequestBody> {
  if (request.method !== 'POST') return request.body;
  const { upload_max_bytes, submit_max_bytes } = host.world.settings.readings;
  try {
    return bodyOf(await readBody(request, Math.max(upload_max_bytes, submit_max_bytes)));
  } catch (error) {
    return { taken: () => null, read: () => Promise.reject(error) };
  }
}
