import type { Role } from '../../suite/vocabulary.ts';
import type { KeySpec } from './drivers.ts';

/** A network that is for documentation only: nobody calls from it. */
const NOWHERE = '203.0.113.0/24';

/** The key of every role, for a tenant whose primary key is of this environment. Scopes left out are all there are. */
export function roleKeys(primary: 'live' | 'test'): Record<Role, KeySpec> {
  const same = { environment: primary };
  return {
    primary: same,
    second: same,
    other_env: { environment: primary === 'live' ? 'test' : 'live' },
    other_account: same,
    no_scope: { ...same, scopes: [] },
    no_skin: { ...same, scopes: ['makeup.apply', 'hair.apply'] },
    no_makeup: { ...same, scopes: ['skin.analyze', 'hair.apply'] },
    revoked: { ...same, revoked: true },
    expired: { ...same, expired: true },
    disabled: same,
    outside: { ...same, allowlist: [NOWHERE] },
    live: { environment: 'live' },
    test: { environment: 'test' },
  };
}
