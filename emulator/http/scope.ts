import type { Readings } from '../../shared/questions/generated/readings.ts';
import { ApiError } from '../domain/errors.ts';
import { type Operation, SCOPE_NAMES, SCOPE_OF, type Scope } from '../domain/vocabulary.ts';
import type { ApiRequest } from './request.ts';

/** The scopes of which one is enough for an operation. */
export function scopesFor(operation: Operation, { hair_scope }: Pick<Readings, 'hair_scope'>): Scope[] {
  if (operation !== 'hair.try_on') return [SCOPE_OF[operation]];
  return hair_scope === 'either' ? ['hair.apply', 'hair.try_on'] : [hair_scope];
}

/** Section 5.4: where the operation is known, the key must carry its scope. */
export function requireScope(request: ApiRequest, operation: Operation): void {
  requireOneOf(request, scopesFor(operation, request.host.world.settings.readings));
}

/** Reading 64: a job that is not there has no operation, and a key without any scope may do nothing with it. */
export function requireSomeScope(request: ApiRequest): void {
  if (request.host.world.settings.readings.scope_or_existence === 'scope_first') requireOneOf(request, SCOPE_NAMES);
}

function requireOneOf({ host, key }: ApiRequest, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => host.world.rules.scopeIsGranted(key, scope))) return;
  const compared = { needed: scopes.join(' or '), granted: key.scopes };
  throw new ApiError('insufficient_scope', { because: { rule: 'AUTH-SCOPE-403', section: '5.4', compared } });
}
