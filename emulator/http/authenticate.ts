import { type Account, ownerOf } from '../domain/account.ts';
import { ApiError, type Because } from '../domain/errors.ts';
import { type Key, UNUSABLE } from '../domain/key.ts';
import type { Feature } from '../domain/vocabulary.ts';
import { nowIn, type WorldHost } from '../runtime/world-host.ts';
import { requireKeyStore } from '../world/ledger.ts';
import type { ApiRequest, RoutedRequest } from './request.ts';

/**
 * Section 5, in the order of reading 20: the key must be usable (401), the account must have the feature (404, like an
 * unknown path), and the network must be allowed (403). Scopes are checked later, when the operation is known.
 */
export function authenticate(host: WorldHost, request: RoutedRequest, feature: Feature | null): ApiRequest {
  const { method, target, path, query, headers, address, body, id } = request;
  const { key, account } = requireUsableKey(host, request);
  const { network_and_feature } = host.world.settings.readings.check_order;
  if (network_and_feature === 'network_first') requireNetwork(host, key, address);
  requireFeature(host, account, key, feature);
  if (network_and_feature === 'feature_first') requireNetwork(host, key, address);
  const caller = { owner: ownerOf(account.name, key.environment), key: key.id };
  const { epoch } = host;
  return { method, target, path, query, headers, address, body, id, host, epoch, key, account, caller };
}

function requireFeature({ world }: WorldHost, account: Account, key: Key, feature: Feature | null): void {
  if (feature === null || world.rules.featureIsOn(account, key.environment, feature)) return;
  throw new ApiError('path_not_found', { because: because('FEATURE-OFF-404', '1', { feature, on: false }) });
}

function requireNetwork({ world }: WorldHost, key: Key, address: string): void {
  if (world.rules.networkIsAllowed(key, address)) return;
  const compared = { address, networks: key.networks };
  throw new ApiError('ip_not_allowed', { because: because('AUTH-NETWORK-403', '5.5', compared) });
}

export function requireUsableKey(host: WorldHost, { headers }: RoutedRequest): { key: Key; account: Account } {
  const secret = headers['x-api-key'];
  if (secret === undefined || secret === '') throw unusable(UNUSABLE.missing);
  const now = nowIn(host);
  requireKeyStore(host.world);

  const { state, rules } = host.world;
  const key = state.keys.get(secret);
  if (key === undefined) throw unusable(whyUnknown(host, secret));
  const account = state.accounts.get(key.account);
  if (account === undefined || !rules.keyIsUsable(key, account, now)) throw unusable(UNUSABLE.ended);
  return { key, account };
}

/** Names the former world of a key, for a client that continues after its test has ended. */
function whyUnknown({ ports }: WorldHost, secret: string): string {
  const world = ports.worldOfGoneKey?.(secret);
  return world === undefined ? UNUSABLE.unknown : `of the world ${world}, which was removed`;
}

function unusable(why: string): ApiError {
  return new ApiError('invalid_api_key', { because: because('AUTH-401', '5.5', { key: why }) });
}

function because(rule: string, section: string, compared: Record<string, unknown>): Because {
  return { rule, section, compared };
}
