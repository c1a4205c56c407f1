import { ApiError } from '../domain/errors.ts';
import type { Scope } from '../domain/vocabulary.ts';
import type { ApiRequest } from './request.ts';

/** Section 5.4: where the operation is known, the key must carry its scope. */
export function requireScope({ host, key }: ApiRequest, scope: Scope): void {
  if (host.world.rules.scopeIsGranted(key, scope)) return;
  const compared = { needed: scope, granted: key.scopes };
  throw new ApiError('insufficient_scope', { because: { rule: 'AUTH-SCOPE-403', section: '5.4', compared } });
}
