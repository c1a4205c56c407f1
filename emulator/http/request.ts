import type { Account } from '../domain/account.ts';
import type { Key } from '../domain/key.ts';
import type { RouteFacts } from '../domain/routes.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Caller } from '../world/caller.ts';
import type { WireAnswer, WireRequest } from '../world/wire.ts';

/** A request whose path is known; `id` is the one in it, and empty if there is none. */
export type RoutedRequest = WireRequest & { id: string };

/** Field by field: a copy by its spread, here and where its caller is known, took 2 of the 9 microseconds of a read. */
export function routed(wire: WireRequest, path: string, id: string): RoutedRequest {
  const { method, target, query, headers, address, isSecure, body } = wire;
  return { method, target, path, query, headers, address, isSecure, body, id };
}

/** A request whose caller is known as well. */
export type ApiRequest = RoutedRequest & {
  host: WorldHost;
  /** The host's epoch in which the request was let in. */
  epoch: number;
  caller: Caller;
  key: Key;
  account: Account;
};

export type Handler = (request: ApiRequest) => WireAnswer | Promise<WireAnswer>;

export type Route = RouteFacts & { handle: Handler };
