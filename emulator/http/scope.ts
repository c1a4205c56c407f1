import { ApiError } from '../domain/errors.ts';
import { type Operation, SCOPE_OF } from '../domain/vocabulary.ts';
import type { ApiRequest } from './request.ts';

/** Section 5.4: once the operation is known, the key must have its scope. */
export function requireScope({ host, key }: ApiRequest, operation: Operation): void {
  const needed = SCOPE_OF[operation];
  if (host.world.rules.scopeIsGranted(key, needed)) return;
  const compared = { needed, granted: key.scopes };
  throw new ApiError('insufficient_scope', { because: { rule: 'AUTH-SCOPE-403', section: '5.4', compared } });
}
