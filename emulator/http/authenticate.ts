import { ownerOf } from '../domain/account.ts';
import { ApiError, type Because } from '../domain/errors.ts';
import type { Feature, Scope } from '../domain/vocabulary.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { requireKeyStore } from '../world/ledger.ts';
import type { HttpContext } from './answer.ts';
import type { ApiRequest } from './request.ts';

/** Where the keys of all worlds are looked up: a key names its world. */
export type KeyRing = {
  /** The world that a request is for: the one it names, else that of its key, else the default. Null: no such world. */
  hostFor(secret: string | undefined, world: string | undefined): WorldHost | null;
  defaultHost(): WorldHost;
};

const LOOPBACK = '127.0.0.1';

/**
 * Section 5, in the order of reading 20: a usable key (401), then a feature that the account has (404, as an unknown
 * path), then an allowed network (403). Scopes come later, where the operation is known.
 */
export function authenticate(host: WorldHost, context: HttpContext, feature: Feature | null): ApiRequest {
  const secret = context.req.header('x-api-key');
  if (secret === undefined || secret === '') throw unusable('missing');
  const now = host.now();
  requireKeyStore(host.world);

  const { state, rules } = host.world;
  const key = state.keys.get(secret);
  if (key === undefined) throw unusable('unrecognised');
  const account = state.accounts.get(key.account);
  if (account === undefined || !rules.keyIsUsable(key, account, now)) throw unusable('revoked, expired or disabled');
  if (feature !== null && !rules.featureIsOn(account, key.environment, feature)) {
    throw new ApiError('path_not_found', { because: because('FEATURE-OFF-404', '1', { feature, on: false }) });
  }
  const address = context.env?.incoming?.socket.remoteAddress ?? LOOPBACK;
  if (!rules.networkIsAllowed(key, address)) {
    const compared = { address, networks: key.networks };
    throw new ApiError('ip_not_allowed', { because: because('AUTH-NETWORK-403', '5.5', compared) });
  }
  const caller = { owner: ownerOf(account.name, key.environment), key: key.id };
  return { context, host, epoch: host.epoch(), key, account, caller };
}

/** For a request that took its time to arrive: what it was let in with may be gone by now, and it changes nothing then. */
export function requireStillThere({ host, epoch, key }: ApiRequest): void {
  if (host.epoch() !== epoch) {
    const compared = { epoch, now: host.epoch() };
    throw new ApiError('service_unavailable', {
      retryAfterSeconds: 1,
      because: because('WORLD-PUT-BACK', '-', compared),
    });
  }
  if (host.world.state.keys.get(key.secret) !== key) throw unusable('removed');
}

export function requireScope({ host, key }: ApiRequest, scope: Scope): void {
  if (host.world.rules.scopeIsGranted(key, scope)) return;
  const compared = { needed: scope, granted: key.scopes };
  throw new ApiError('insufficient_scope', { because: because('AUTH-SCOPE-403', '5.4', compared) });
}

function unusable(why: string): ApiError {
  return new ApiError('invalid_api_key', { because: because('AUTH-401', '5.5', { key: why }) });
}

function because(rule: string, section: string, compared: Record<string, unknown>): Because {
  return { rule, section, compared };
}
