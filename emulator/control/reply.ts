import type { WireReply, WireRequest } from '../world/wire.ts';

/** Answers a request; `ids` are the segments that the `:names` of its row matched. */
export type Answer = (request: WireRequest, ids: readonly string[]) => WireReply | Promise<WireReply>;

/** What is served, by method and path. */
export type Served = Record<string, Answer>;

export function reply(body: string | Uint8Array | null, headers: Record<string, string>, status = 200): WireReply {
  return { answer: { status, headers, body }, harm: null };
}

export function jsonReply(value: unknown, status = 200): WireReply {
  return reply(JSON.stringify(value), { 'content-type': 'application/json' }, status);
}

export function errorReply(status: number, message: string, more: object = {}): WireReply {
  return jsonReply({ error: { message, problems: [], ...more } }, status);
}

/** Finds something by the key and the name of a world in a request. */
export type OfCall<Found> = (key: string | undefined, world: string | undefined) => Found;

export function meantBy<Found>(find: OfCall<Found>, { headers }: WireRequest): Found {
  return find(headers['x-api-key'], headers['emulator-world']);
}

/** The named parameters of a query; of repeated ones, the first. */
export function fieldsIn({ query }: WireRequest): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of query) if (name !== '') fields[name] ??= value;
  return fields;
}
