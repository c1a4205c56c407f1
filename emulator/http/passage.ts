import type { WorldHost } from '../runtime/world-host.ts';
import type { Passage, RequestFacts } from '../world/edges.ts';
import type { RequestBody, WireAnswer } from '../world/wire.ts';
import type { Edges } from '../world/world.ts';
import { readBody } from './body.ts';
import type { Route, RoutedRequest } from './request.ts';

/** A request that goes by the edge of its World: as what it is handled, and what becomes of its answer. */
export type Passed = { handled: RoutedRequest; edit(answer: WireAnswer): WireAnswer };

/** Only where a deviation is on is a request read whole before anybody has looked at it. */
export async function passEdge(
  wire: NonNullable<Edges['wire']>,
  host: WorldHost,
  route: Route | null,
  sent: RoutedRequest,
): Promise<Passed> {
  const ahead = await readAhead(host, sent);
  const { method, path, id, query, headers } = sent;
  const request: RequestFacts = { method, path, id, query, headers, body: ahead.taken() };
  const key = host.world.state.keys.get(headers['x-api-key'] ?? '') ?? null;
  const passage: Passage = { route: route?.id ?? null, request, key };
  const { body, ...facts } = wire.request(host.world, passage);
  // Whoever was put back meanwhile has nothing to edit any more.
  const edit = (answer: WireAnswer) => host.world.edges.wire?.answer(host.world, passage, answer) ?? answer;
  return { handled: { ...sent, ...facts, body: body === null ? ahead : bodyOf(body) }, edit };
}

/** A body that cannot be read is nobody's concern yet: its handler is told when it asks. */
async function readAhead(host: WorldHost, request: RoutedRequest): Promise<RequestBody> {
  if (request.method !== 'POST') return request.body;
  const { upload_max_bytes, submit_max_bytes } = host.world.settings.readings;
  try {
    return bodyOf(await readBody(request, Math.max(upload_max_bytes, submit_max_bytes)));
  } catch (error) {
    return { taken: () => null, read: () => Promise.reject(error) };
  }
}

function bodyOf(bytes: Uint8Array): RequestBody {
  return { taken: () => bytes, read: async (limit) => (bytes.byteLength > limit ? null : bytes) };
}
