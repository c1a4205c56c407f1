import type { Account } from '../domain/account.ts';
import type { Key } from '../domain/key.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Caller } from '../world/caller.ts';
import type { WireAnswer, WireRequest } from '../world/wire.ts';

/** A request whose path is known; `id` is the id in the path, or empty. */
export type RoutedRequest = Omit<WireRequest, 'gone'> & { id: string };

/** Copied field by field: spreading, here and for `ApiRequest`, took 2 of the 9 microseconds of a read. */
export function routed(wire: WireRequest, path: string, id: string): RoutedRequest {
  const { method, target, query, headers, address, isSecure, body } = wire;
  return { method, target, path, query, headers, address, isSecure, body, id };
}

/** A request whose caller is known too. */
export type ApiRequest = RoutedRequest & {
  host: WorldHost;
  /** The epoch of the host when the request was accepted. */
  epoch: number;
  caller: Caller;
  key: Key;
  account: Account;
};

export type Handler = (request: ApiRequest) => WireAnswer | Promise<WireAnswer>;
