import type { Exchange } from '../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import type { Keys } from '../plan/facts.ts';
import { type Route, routeOf } from '../target/routes.ts';
import type { Owner } from './known.ts';

/** A request of a documented operation with a usable key, and its answer. */
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

/** Null for what the model says nothing of: unknown paths, keys that it knows nothing of, requests without an answer. */
export function readAsked(exchange: Exchange, key: string, keys: Readonly<Keys>): Asked | null {
  const { method, url } = exchange.request;
  const route = exchange.answer === null ? null : routeOf(method, url);
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
