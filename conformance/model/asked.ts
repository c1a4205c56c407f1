import type { Exchange } from '../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import type { Keys } from '../plan/facts.ts';
import type { RouteName } from '../suite/vocabulary.ts';
import { type Route, routeOf } from '../target/routes.ts';
import type { Owner } from './known.ts';

/** A request of a documented operation with a usable key, and its answer, whose status is null where none came. */
export type Asked = {
  view: ExchangeView;
  route: Route;
  /** The name of the key. */
  key: string;
  owner: Owner;
  /** The id that the path names; empty where it names none. */
  id: string;
};

/** Roles whose keys are valid and belong to the account under test, or to the other one. */
const ACCOUNT_OF_ROLE: Readonly<Record<string, 'own' | 'other'>> = {
  primary: 'own',
  second: 'own',
  other_env: 'own',
  no_scope: 'own',
  no_skin: 'own',
  no_makeup: 'own',
  other_account: 'other',
};

/** Null for what the model does not know: paths that are not documented, and keys whose account it cannot tell. */
export function readAsked(exchange: Exchange, key: string, keys: Readonly<Keys>): Asked | null {
  const { method, url } = exchange.request;
  const route = routeOf(method, url);
  const owner = ownerOf(key, keys);
  if (route === null || owner === null) return null;
  const view = viewOf(exchange);
  if ((view.request.header['x-api-key'] ?? '') === '') return null;
  return { view, route, key, owner, id: route.id ?? '' };
}

function ownerOf(key: string, keys: Readonly<Keys>): Owner | null {
  const account = ACCOUNT_OF_ROLE[key];
  const environment = keys[key as keyof Keys]?.environment;
  if (account === undefined || environment === undefined) return null;
  return `${account} ${environment === 'live' || environment === 'test' ? environment : 'other'}`;
}

/** Headers that the specification defines. The effect of others, such as Range, is open. */
const SPECIFIED: readonly string[] = ['x-api-key', 'content-type', 'idempotency-key', 'if-none-match'];

/** Operations that have parameters. */
const LISTS: readonly RouteName[] = ['asset-list', 'job-list'];

/** Whether a request has nothing but what the specification gives it: what anything else does to its answer is open. */
export function isPlain({ view: { request }, route }: Asked): boolean {
  const isBare = request.text === '' && request.header['idempotency-key'] === undefined;
  return (
    Object.keys(request.header).every((name) => SPECIFIED.includes(name)) &&
    (LISTS.includes(route.name) || !request.url.includes('?')) &&
    (isBare || route.name.startsWith('submit') || route.name === 'upload')
  );
}

/** Whether the request may or may not have been carried out: its answer was lost, or the server failed at it. */
export function isUnclear({ view: { status } }: Asked): boolean {
  return status === null || status >= 500 || status === 408;
}
