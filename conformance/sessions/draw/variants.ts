import type { KnownAsset } from '../../../shared/sessions/known.ts';
import { LIST_MISTAKES, MISTAKES } from '../../../shared/sessions/mistakes.ts';
import { NEW, type Role } from '../../../shared/sessions/operation.ts';
import { pick, type Random } from '../../../shared/sessions/random.ts';
import type { Deed } from '../operation.ts';

/** Callers that own nothing of the session, callers that lack a scope or own other things, and keys that are always refused. */
export const STRANGERS: readonly Role[] = ['other_env', 'other_account'];
export const SCOPELESS: readonly Role[] = ['no_scope', 'no_skin', 'no_makeup', 'second'];
export const REFUSED: readonly Role[] = ['none', 'revoked', 'expired', 'disabled', 'outside'];

const WITH_A_KEY = ['upload', 'submit', 'read', 'delete', 'cancel', 'list', 'next page', 'balance', 'usage'];

/** The same request with another key; null if it is not a single request. */
export function byCaller(deed: Deed, key: Role): Deed | null {
  if (!WITH_A_KEY.includes(deed.does)) return null;
  return { ...(deed.does === 'submit' ? withoutPlan(deed) : deed), key } as Deed;
}

/** The same request about an id that belongs to nothing; null if it names nothing. */
export function ofNothing(deed: Deed): Deed | null {
  switch (deed.does) {
    case 'read': {
      const { tag: _, isLonger: __, ...plain } = deed;
      const thing = THING_OF_ID[deed.thing] ?? deed.thing;
      return { ...plain, thing, of: 'unknown' };
    }
    case 'delete':
      return { ...deed, thing: deed.thing === 'result' ? 'asset' : deed.thing, of: 'unknown' };
    case 'cancel':
      return { ...deed, of: 'unknown' };
    case 'submit':
      return deed.claim === NEW ? { ...withoutPlan(deed), of: 'unknown' } : null;
    default:
      return null;
  }
}

/** Results are named by the job that shows them; without one, by an id as any other asset. */
const THING_OF_ID: Readonly<Partial<Record<string, 'content' | 'asset'>>> = { picture: 'content', result: 'asset' };

/**
 * The same request with one mistake in addition, for which every server refuses it; null if none is known for it. A
 * submission then names `input`.
 */
export function withMistake(deed: Deed, random: Random, input?: KnownAsset): Deed | null {
  if (deed.does === 'list' || deed.does === 'next page') return withWrongQuery(deed, random);
  if (deed.does !== 'submit' || deed.claim !== NEW || deed.product === 'hair.try_on' || !input) return null;
  const known = Object.entries(MISTAKES).filter(([, { of }]) => of === undefined || of === deed.product);
  const { key: _, ...plain } = withoutPlan(deed);
  return { ...plain, of: input.nth, mistake: pick(random, known)[0] };
}

/** Parameters that are not in the query of a deed come from its references: these would replace the mistake. */
function withWrongQuery(deed: Listing, random: Random): Deed | null {
  const given = [
    ...(deed.does === 'next page' ? ['cursor'] : []),
    ...(deed.job === undefined ? [] : ['job_id']),
    ...(deed.since === undefined ? [] : ['created_gte']),
    ...(deed.until === undefined ? [] : ['created_lt']),
  ];
  const possible = LIST_MISTAKES.filter(({ query }) => given.every((name) => !(name in query)));
  return deed.thing === 'assets' ? { ...deed, query: { ...deed.query, ...pick(random, possible).query } } : null;
}

type Listing = Extract<Deed, { does: 'list' | 'next page' }>;

function withoutPlan({ plan: _, ...plain }: Extract<Deed, { does: 'submit' }>): Extract<Deed, { does: 'submit' }> {
  return plain;
}
