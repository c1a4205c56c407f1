import type { Role } from '../suite/vocabulary.ts';
import type { Target } from './target.ts';

/** Roles whose key must be of the environment of the primary key. */
export const OF_PRIMARYS_ENVIRONMENT: readonly Role[] = ['second', 'other_account', 'no_scope', 'no_skin', 'no_makeup'];

/** What a header can hold. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The problem with a key for its role, as far as its prefix shows one. With a key in the wrong role the server would fail
 * rules for a mistake in the target file.
 */
export function roleProblem(role: Role, { primary, ...others }: Target['keys']): string | null {
  const key = role === 'primary' ? primary : others[role];
  if (key !== undefined && !SENDABLE.test(key.secret)) return 'must have no line break and no other control character';
  if (key === undefined || role === 'primary') return null;
  if (role === 'live' || role === 'test')
    return key.environment === role ? null : `must be a key that begins with pk_${role}_`;
  if (primary === undefined) return null;
  if (key.secret === primary.secret) return 'must be another key than primary';
  const isSame = key.environment === primary.environment;
  if (role === 'other_env' && isSame && key.environment !== 'other')
    return `must be of the other environment than primary, which is a ${primary.environment} key`;
  if (OF_PRIMARYS_ENVIRONMENT.includes(role) && !isSame) return 'must be of the same environment as primary';
  return null;
}
