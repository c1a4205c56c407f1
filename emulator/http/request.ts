import type { Account } from '../domain/account.ts';
import type { Key } from '../domain/key.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Caller } from '../world/caller.ts';
import type { Answer, HttpContext } from './answer.ts';

/** A request whose caller is known. */
export type ApiRequest = {
  context: HttpContext;
  host: WorldHost;
  /** The host's epoch in which the request was let in. */
  epoch: number;
  caller: Caller;
  key: Key;
  account: Account;
};

export type Handler = (request: ApiRequest) => Answer | Promise<Answer>;

/** The id in the path; a route that has none has no use for this. */
export function pathId({ context }: ApiRequest): string {
  return context.req.param('id') ?? '';
}

/** The query as it came, with every repetition. */
export function queryPairs({ context }: ApiRequest): [string, string][] {
  const mark = context.req.url.indexOf('?');
  return mark === -1 ? [] : [...new URLSearchParams(context.req.url.slice(mark + 1))];
}
