import type { Role } from '../suite/vocabulary.ts';
import type { Target } from './target.ts';

/** What these keys are for needs the environment of the primary key. */
export const OF_PRIMARYS_ENVIRONMENT: readonly Role[] = ['second', 'other_account', 'no_scope', 'no_skin', 'no_makeup'];

/**
 * What is wrong with a key for its role, as far as the key itself shows it. A key in the wrong role would have the server
 * blamed for what the target got wrong.
 */
export function roleProblem(role: Role, { primary, ...others }: Target['keys']): string | null {
  const key = role === 'primary' ? primary : others[role];
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
