import type { Facts } from './facts.ts';

/** The objects that a key reaches: those of one account in one environment. */
export type Owner = 'own live' | 'own test' | 'own other' | 'other live' | 'other test' | 'other other';

/** The account of a valid key: the one under test, or another one. `made` applies only if a driver made the key. */
const ACCOUNTS: Readonly<Record<string, 'own' | 'other' | 'made'>> = {
  primary: 'own',
  second: 'own',
  other_env: 'own',
  no_scope: 'own',
  no_skin: 'own',
  no_makeup: 'own',
  other_account: 'other',
  // A target may give such keys of any account.
  live: 'made',
  test: 'made',
};

/** Returns null for a key that reaches nothing, and for one whose account is unknown. */
export function ownerOf(role: string, { keys, tenant }: Pick<Facts, 'keys' | 'tenant'>): Owner | null {
  const environment = keys[role as keyof typeof keys]?.environment;
  const account = ACCOUNTS[role];
  if (environment === undefined || account === undefined || (account === 'made' && tenant === null)) return null;
  const whose = account === 'other' ? 'other' : 'own';
  return `${whose} ${environment === 'live' || environment === 'test' ? environment : 'other'}`;
}

/**
 * Returns the role of the key in a header: the first one that has it, since roles may share a key. Returns null for any other
 * header. In a recording, it has the name of the role in angle brackets.
 */
export function roleSent(header: string | undefined, { keys }: Pick<Facts, 'keys'>): string | null {
  const sent = Object.entries(keys).find(([name, { secret }]) => header === secret || header === `<${name}>`);
  return sent?.[0] ?? null;
}
